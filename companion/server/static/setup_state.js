// @ts-check
/** What has been chosen for the next game. It is kept at the table: any phone goes on from there. */
import { signal } from "@preact/signals";
import { followHostLink, refreshPhone } from "./access.js";
import { say } from "./link.js";
import { t } from "./words.js";

/** @typedef {{camera: string, board: string, game: string, seats: [string, string][], options: Record<string, string>}} Plan */
/** @typedef {{mains_hz: number | null, lens_position: number | null, has_lens: boolean, edge_px: number | null, age_s: number | null}} CameraNow */
/** @typedef {{state: string, message: string, advice: import("./types.js").Advice[], now: CameraNow | null, found: {found: boolean, seen: number, tags: number} | null}} CameraState */
/** @typedef {{revision: number, playing: string, has_saved: boolean, trouble: string, plan: Plan, camera: CameraState, colours: {shown: string[], learnt: string[]}, bare: {needed: boolean, shown: boolean, cards: boolean, empty: boolean}}} Setup */
/** @typedef {{name: string, asks: string, values: {value: string, text: string}[]}} Option */
/** @typedef {{id: string, title: string, colours: string[], least: number, most: number, board: boolean, size_mm: [number, number], tags: number, options: Option[], note: string}} Game */

export const API = "/api/v1/setup";
const EVERY_MS = 1000;
const ANSWER_MS = 8000;

/** As the table has it; `null` until it has answered. */
export const setup = signal(/** @type {Setup | null} */ (null));
export const games = signal(/** @type {Game[]} */ ([]));
/** Whether the table answers. */
export const heard = signal(true);
/** A game that is being opened. */
export const opening = signal("");

/** As the table said last, without what is unanswered. @type {Setup | null} */
let newest = null;
let asked = 0; // answers to questions from before the last change are old
/** Chosen here and not yet answered: what the table says meanwhile does not undo it. @type {Partial<Plan>[]} */
let unanswered = [];
/** @type {Promise<unknown>} */
let queue = Promise.resolve();
let after = "/"; // where to go when the game has been opened

/**
 * Ask the table. Says what it refuses; `null` then, and when it does not answer.
 * @param {string} path @param {unknown} [body] @param {{method?: string, within_ms?: number, quiet?: boolean}} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, body, how = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), how.within_ms ?? ANSWER_MS);
  const told = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const method = how.method ?? (body === undefined ? "GET" : "POST");
  try {
    const answer = await fetch(path, { method, cache: "no-store", signal: stop.signal, ...told });
    const said = await answer.json();
    heard.value = true;
    if (answer.ok) return said;
    if (said.status === "stale") {
      adopt(said.setup);
      say(t("Somebody else changed something at the same time. This is how it is now."));
    } else if (answer.status === 403 && said.kind === "host") await refreshPhone();
    else if (!how.quiet) say((said.problems ?? []).map((/** @type {{text: string}} */ one) => one.text).join(" ") || t("That did not work"));
  } catch {
    if (how.quiet) heard.value = opening.value !== "";
    else say(t("The table does not answer. Try again."));
  } finally {
    clearTimeout(timer);
  }
  return null;
}

/** @param {Setup} next */
function adopt(next) {
  const before = setup.value;
  newest = next;
  setup.value = { ...next, plan: Object.assign({}, next.plan, ...unanswered) };
  if (opening.value && next.playing === opening.value) location.replace(after);
  else if (before && !before.playing && next.playing && !opening.value) location.replace("/");
}

/** How things are now, from an answer that brought it along. @param {{setup?: Setup} | null} answer */
export function take(answer) {
  asked += 1;
  if (answer?.setup) adopt(answer.setup);
}

export async function refresh() {
  if (document.hidden) return;
  const mine = asked;
  const next = await ask(API, undefined, { quiet: true });
  if (next && mine === asked) adopt(next);
}

/** Choose something. It is shown at once, and put right when the table refuses. @param {Partial<Plan>} chosen */
export function change(chosen) {
  if (!setup.value) return queue;
  setup.value = { ...setup.value, plan: { ...setup.value.plan, ...chosen } };
  unanswered = [...unanswered, chosen];
  queue = queue.then(async () => {
    const answer = await ask(API, { expected: setup.value?.revision ?? 0, ...chosen });
    unanswered = unanswered.filter((one) => one !== chosen);
    take(answer ?? { setup: newest ?? undefined });
    if (!answer) await refresh();
  });
  return queue;
}

/** Open a game, then go there. @param {string} path @param {unknown} body @param {string} to */
async function open(path, body, to) {
  await queue;
  const answer = await ask(`${API}/${path}`, body);
  if (!answer) return;
  after = to;
  opening.value = answer.id;
}

export const begin = () => open("begin", { expected: setup.value?.revision ?? 0 }, "/");
export const goOnWith = (/** @type {string} */ game) => open("go-on", { game }, "/setup?on#lay");

/** What is planned to be played, if that has been said. */
export const gameNow = () => games.value.find((one) => one.id === setup.value?.plan.game);

/** Start following the table. */
export function start() {
  void refreshPhone();
  void followHostLink().then((words) => words && say(words));
  void refresh();
  void ask(`${API}/games`, undefined, { quiet: true }).then((all) => (games.value = all ?? []));
  setInterval(() => {
    void refresh();
    if (!games.value.length) void ask(`${API}/games`, undefined, { quiet: true }).then((all) => (games.value = all ?? []));
  }, EVERY_MS);
  document.addEventListener("visibilitychange", () => void refresh());
}
