// @ts-check
/** What the pages that teach ask of the table, and its refusals in words. */

import { t } from "./words.js";

/** An answer of the table. Throws its words when it refuses. @param {string} url @param {RequestInit} [how] */
export async function asked(url, how) {
  let answer;
  try {
    answer = await fetch(url, how);
  } catch {
    throw new Error(
      t("The table does not answer. Is this phone still in its network? Try again."),
    );
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  const problems = /** @type {{text: string}[]} */ (said.problems ?? []);
  throw new Error(problems.map((one) => one.text).join(" ") || t("The table refused ({status}).", { status: answer.status }));
}
