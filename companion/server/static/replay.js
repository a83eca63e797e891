// @ts-check
/** A game gone through again, step by step: the table as everybody saw it, with its pictures. */
import { batch, effect, signal } from "@preact/signals";
import { render } from "preact";
import { useState } from "preact/hooks";
import { refreshPhone } from "./access.js";
import { Board } from "./board.js";
import { Charts } from "./charts.js";
import { Dialogs, Toast, openDialog } from "./dialogs.js";
import { unsureDice } from "./dice.js";
import { Icon, html } from "./dom.js";
import { Exports } from "./exports.js";
import { Source } from "./history.js";
import { layout, say, snapshot } from "./link.js";
import { Mark } from "./marks.js";
import { HostGate } from "./pin.js";
import { Result, Seats, Shelves, Strip } from "./seats.js";
import { commas, language, t } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").HistoryLine} Line */
/** @typedef {{id: string, entries: number, problem: string, in_play: boolean, game?: string, title?: string, began?: string, names?: string[]}} Saved */

const API = "/api/v1/games";
const PACE_MS = 1500;
const games = signal(/** @type {Saved[] | null} */ (null));
const game = signal("");
const last = signal(0);
const at = signal(0); // the line that is asked for
const seen = signal(0); // the line that is shown, once it has come
const playing = signal(0);
/** @type {Map<number, Promise<Snapshot>>} */
const steps = new Map();

/** An answer of the table. Throws its words when it refuses. @param {string} path @param {RequestInit} [how] */
async function ask(path, how) {
  const answer = await fetch(`${API}${path}`, { cache: "no-store", ...how }).catch(() => null);
  if (!answer) throw new Error(t("The table does not answer. Try again."));
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  const problems = /** @type {{text: string}[]} */ (said.problems ?? []);
  throw new Error(problems.map((one) => one.text).join(" ") || t("The table refused."));
}

const told = (/** @type {Error} */ error) => say(error.message);

/** The table after so many lines; nothing of it can be changed here. @param {number} number @returns {Promise<Snapshot>} */
function step(number) {
  const kept = steps.get(number);
  if (kept) return kept;
  const asked = ask(`/${game.value}/steps/${number}`).then((shown) => ({
    ...shown,
    view: {
      ...shown.view,
      panels: shown.view.panels.map((/** @type {any} */ panel) => ({
        ...panel,
        quantities: panel.quantities.map((/** @type {any} */ one) => ({ ...one, adjustable: false })),
      })),
    },
  }));
  asked.catch(() => steps.delete(number));
  steps.set(number, asked);
  return asked;
}

/** @param {number} number */
async function show(number) {
  const wanted = Math.max(0, Math.min(last.value, number));
  at.value = wanted;
  const shown = await step(wanted).catch(told);
  if (!shown || at.value !== wanted) return;
  batch(() => {
    snapshot.value = shown;
    seen.value = wanted;
  });
  history.replaceState(null, "", `?game=${encodeURIComponent(game.value)}&step=${wanted}`);
  if (wanted < last.value) step(wanted + 1).catch(() => {});
}

/** @param {string} name @param {number} number */
async function open(name, number) {
  pause();
  steps.clear();
  try {
    const [lines, board] = await Promise.all([ask(`/${name}/steps`), ask(`/${name}/layout`)]);
    batch(() => {
      game.value = name;
      layout.value = board;
      last.value = lines.length - 2; // `begin` and `end` stand round them
    });
    await show(number);
  } catch (error) {
    told(/** @type {Error} */ (error));
    await list();
  }
}

const list = () => ask("").then((all) => (games.value = all), told);

function pause() {
  clearInterval(playing.value);
  playing.value = 0;
}

function play() {
  if (playing.value) return pause();
  if (at.value >= last.value) void show(0);
  playing.value = window.setInterval(() => {
    if (at.value >= last.value) pause();
    else void show(at.value + 1);
  }, PACE_MS);
}

/** @param {number} number */
function go(number) {
  pause();
  void show(number);
}

const KEYS = /** @type {Record<string, () => void>} */ ({
  ArrowRight: () => go(at.value + 1),
  ArrowLeft: () => go(at.value - 1),
  PageDown: () => go(at.value + 10),
  PageUp: () => go(at.value - 10),
  Home: () => go(0),
  End: () => go(last.value),
  " ": play,
});

addEventListener("keydown", (event) => {
  const on = /** @type {HTMLElement} */ (event.target);
  const busy = on.closest("dialog, input, a") || (event.key === " " && on.closest("button"));
  const act = KEYS[event.key];
  if (!act || busy || !game.value || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  act();
});

const picture = (/** @type {string} */ name) =>
  `/api/v1/pictures/${encodeURIComponent(name.replace(/\.jpg$/, ""))}.jpg`;

/** A picture of the table, if it is still there. @param {{name: string, words: string}} props */
function Moment({ name, words }) {
  const [gone, setGone] = useState(false);
  if (gone) return null;
  const large = () =>
    openDialog({
      title: words,
      body: () => html`<img class="preview" src=${picture(name)} alt=${words} />`,
    });
  return html`<figure>
    <button type="button" aria-label=${t("{picture}: larger", { picture: words })} onClick=${large}>
      <img src=${picture(name)} alt=${words} onError=${() => setGone(true)} />
    </button>
    <figcaption class="soft">${words}</figcaption>
  </figure>`;
}

/** @param {{line: Line}} props */
const Moments = ({ line }) =>
  line.before || line.after
    ? html`<div class="moments" key=${line.entry}>
        ${line.before && html`<${Moment} name=${line.before} words=${t("The table before")} />`}
        ${line.after && html`<${Moment} name=${line.after} words=${t("The table after")} />`}
      </div>`
    : null;

const HOW = /** @type {Record<string, string>} */ ({
  overruled: t("The table insisted on it."),
  adjusted: t("Set by hand."),
});

function Words() {
  const line = snapshot.value?.history[0];
  const words = line ? (line.sentences.length ? line.sentences : [line.text]) : [];
  return html`<section class="card" aria-labelledby="step-title">
    <h2 id="step-title">${seen.value ? t("Line {n} of {all}", { n: seen.value, all: last.value }) : t("The beginning")}</h2>
    <div class="replay-words" role="status">
      ${
        line
          ? html`<p><${Mark} player=${line.player} size=${20} /> ${words.join(" ")} <${Source} source=${line.source} /></p>`
          : html`<p>${snapshot.value?.view.headline}</p>`
      }
      ${line && HOW[line.how] && html`<p class="soft">${HOW[line.how]}</p>`}
      ${line && line.unsure.length > 0 && html`<p class="soft">${unsureDice(line.unsure.length)}</p>`}
    </div>
    ${line && html`<${Moments} line=${line} />`}
  </section>`;
}

const BUTTONS = /** @type {[string, string, () => void][]} */ ([
  ["first", t("First"), () => go(0)],
  ["back", t("Back|one step in a replay"), () => go(at.value - 1)],
  ["play", t("Play|a replay"), play],
  ["chevron", t("Next|one step in a replay"), () => go(at.value + 1)],
  ["last", t("Last"), () => go(last.value)],
]);

const Controls = () => html`
  <nav class="seek" aria-label=${t("Where in the game")}>
    <input
      type="range"
      min="0"
      max=${last.value}
      value=${at.value}
      aria-label=${t("Line")}
      onInput=${(/** @type {any} */ event) => go(Number(event.target.value))}
    />
  </nav>
  <nav class="bar step" aria-label=${t("Steps")}>
    ${BUTTONS.map(
      ([icon, label, act]) => html`<button type="button" key=${label} onClick=${act}>
        <${Icon} name=${icon === "play" && playing.value ? "pause" : icon} />
        <span>${icon === "play" && playing.value ? t("Pause") : label}</span>
      </button>`,
    )}
  </nav>
`;

/** @param {Event} event */
async function takeIn(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  const taken = await ask("", { method: "POST", body: file }).catch(told);
  if (taken?.id) await open(taken.id, 0);
}

/** @param {{saved: Saved}} props */
function Choice({ saved }) {
  if (saved.problem) return html`<p class="soft">${saved.problem}</p>`;
  const when = new Date(saved.began ?? 0).toLocaleString(language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return html`<a class="button" href=${`/replay?game=${saved.id}`}>
    <span>${commas(saved.names ?? [])}${saved.in_play ? ` ${t("(in play)")}` : ""}</span>
    <span class="soft">${commas([saved.title ?? saved.game, when, t("{n} lines", { n: saved.entries })])}</span>
  </a>`;
}

const Games = () => html`<section class="card" aria-labelledby="games-title">
  <h2 id="games-title">${t("Saved games")}</h2>
  <div class="games">
    ${games.value?.map((saved) => html`<${Choice} key=${saved.id} saved=${saved} />`)}
    ${games.value && !games.value.length && html`<p class="soft">${t("None yet.")}</p>`}
    <${HostGate} />
    <label class="pick">${t("Open a game file")}<input type="file" onChange=${takeIn} /></label>
  </div>
</section>`;

const Top = () => html`<header class="top">
  <div class="top-words"><p class="title">${snapshot.value?.title ?? t("Replay")}</p></div>
  <a class="seat-chip" href=${game.value ? "/replay" : "/"}>${game.value ? t("Other games") : t("To the table")}</a>
</header>`;

function Page() {
  if (!snapshot.value)
    return html`<${Top} /><main class="page">${games.value && html`<${Games} />`}</main><${Toast} />`;
  return html`
    <${Top} />
    <main class="page replay">
      <div class="column first">
        <${Strip} />
        <${Words} />
        <${Board} />
        <${Result} keep=${false} />
      </div>
      <div class="column second">
        <${Seats} />
        <${Shelves} />
        <${Charts} />
        <section class="card" aria-labelledby="keep-title">
          <h2 id="keep-title">${t("Keep this game")}</h2>
          <${Exports} game=${game.value} version=${last.value} replay=${false} />
        </section>
      </div>
    </main>
    <${Controls} />
    <${Toast} />
    <${Dialogs} />
  `;
}

effect(() => {
  if (snapshot.value) document.title = `${snapshot.value.title} · ${t("Replay")}`;
});

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Page} />`, root);
const asked = new URLSearchParams(location.search);
const name = asked.get("game");
if (name) void open(name, Number(asked.get("step")) || 0);
else {
  void list();
  void refreshPhone();
}
