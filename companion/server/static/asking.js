// @ts-check
/** Requests that do not wait for ever. */

const ANSWER_MS = 6000;

/** @param {string} path @param {RequestInit} options @param {number} [within_ms] */
export async function ask(path, options, within_ms = ANSWER_MS) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), within_ms);
  try {
    return await fetch(path, { ...options, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} path @param {unknown} body @param {string} [method] */
export const post = (path, body, method = "POST") =>
  ask(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** What went wrong, in the words of the table. @param {Response} answer @returns {Promise<string>} */
export async function problemOf(answer) {
  const told = await answer.json().catch(() => null);
  return told?.problems?.[0]?.text ?? "";
}
