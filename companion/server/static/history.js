// @ts-check
/** What happened, newest first; any line can be put right or taken back. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { openCheck } from "./check.js";
import { busy } from "./commands.js";
import { openDialog, request } from "./dialogs.js";
import { Crop, Die, DieButton, openCorrection, unsureDice } from "./dice.js";
import { Icon, classes, html } from "./dom.js";
import { openExports } from "./exports.js";
import { openUndo } from "./undo.js";
import { snapshot } from "./link.js";
import { Mark, nameOf, seatOf, wordsOf } from "./marks.js";
import { commas, inARow, many, t } from "./words.js";

/** @typedef {import("./types.js").HistoryLine} Line */

const SHORT = 6;
const all = signal(false);
const HOW = /** @type {Record<string, string>} */ ({
  overruled: t("overruled"),
  adjusted: t("set by hand"),
});

const newestFirst = () =>
  [...(snapshot.value?.history ?? [])].sort((one, other) => other.entry - one.entry);
const fromCamera = (/** @type {string} */ source) => source.startsWith("camera");

/** @param {string} source */
const from = (source) => (fromCamera(source) ? t("from the camera") : t("from a phone"));

/** Camera or phone. @param {{source: string}} props */
export const Source = ({ source }) =>
  html`<span class="from" title=${from(source)}>
    <${Icon} name=${fromCamera(source) ? "camera" : "phone"} />
    <span class="unseen">${from(source)}</span>
  </span>`;

/** @param {{line: Line}} props */
const Row = ({ line }) => html`<li>
  <button type="button" class=${classes("history-line", HOW[line.how] && "by-hand")} onClick=${() => openLine(line)}>
    <${Mark} player=${line.player} size=${18} />
    <span class="history-words">
      ${wordsOf(line).map((sentence, at) => html`<span class=${at ? "follows" : ""}>${inARow([sentence, ""])}</span>`)}
      ${HOW[line.how] && html`<span class="how">${HOW[line.how]}</span>`}
      ${line.unsure.length > 0 && html`<span class="how">${unsureDice(line.unsure.length)}</span>`}
      ${line.faces.length > 0 && html`<span class="history-dice">${line.faces.map((face) => html`<${Die} value=${face} colour=${seatOf(line.player)?.colour ?? null} />`)}</span>`}
    </span>
    <${Source} source=${line.source} />
  </button>
</li>`;

/** Every place with what belongs there. */
async function openLayingOut() {
  const answer = await fetch("/api/v1/laying-out", { cache: "no-store" }).catch(() => null);
  /** @type {{label: string, pieces: string[]}[]} */
  const places = answer?.ok ? await answer.json() : [];
  openDialog({
    title: t("Lay the table out again"),
    body: () =>
      places.length
        ? html`<dl class="laying-out">
            ${places.map((place) => html`<dt>${place.label}</dt><dd>${commas(place.pieces)}</dd>`)}
          </dl>
          <a class="button wide" href="/setup#lay">${t("Place by place")}</a>`
        : html`<p>${t("There is nothing to lay out.")}</p>`,
  });
}

export function History() {
  const lines = newestFirst();
  if (!lines.length) return null;
  const shown = all.value ? lines : lines.slice(0, SHORT);
  return html`<section class="card" aria-labelledby="history-title">
    <h2 id="history-title">${t("What happened")}</h2>
    <ol class="history" role="list">
      ${shown.map((line) => html`<${Row} key=${line.entry} line=${line} />`)}
    </ol>
    ${
      lines.length > SHORT &&
      html`<button type="button" class="more" aria-expanded=${String(all.value)} onClick=${() => (all.value = !all.value)}>
      ${all.value ? t("Show fewer") : t("Show all {n}", { n: lines.length })} <${Icon} name=${all.value ? "up" : "down"} />
    </button>`
    }
    <button type="button" class="more" onClick=${openLayingOut}>${t("What lies where")}</button>
    <button type="button" class="more" onClick=${openCheck}>${t("Table check")}</button>
    <button type="button" class="more" onClick=${() => openExports(snapshot.value?.version ?? 0)}>${t("Keep this game")}</button>
  </section>`;
}

/** The line of the newest roll, to put a die right. */
export function openRoll() {
  const line = snapshot.value?.history.find((one) => one.entry === snapshot.value?.roll?.entry);
  if (line) openLine(line);
}

/** @param {Line} line */
function openLine(line) {
  openDialog({ title: t("Line {n}", { n: line.entry }), body: () => html`<${LineSheet} line=${line} />` });
}

/** @param {{line: Line}} props */
function LineSheet({ line }) {
  const roll = snapshot.value?.roll;
  const read = roll?.entry === line.entry ? roll : null;
  const later = newestFirst().filter((one) => one.entry > line.entry).length;
  return html`
    <p class="quote"><${Mark} player=${line.player} size=${18} /> ${inARow(wordsOf(line))}</p>
    <p class="soft">${commas([nameOf(line.player), from(line.source), HOW[line.how]].filter(Boolean))} <code>${line.text}</code></p>
    ${
      line.faces.length > 0 &&
      html`<h3>${t("Tap a die that is wrong")}</h3>
      <div class="dice-row" style=${`--n:${line.faces.length}`}>
        ${line.faces.map((face, index) => {
          const die = read?.dice[index] ?? {
            value: face,
            colour: seatOf(line.player)?.colour ?? null,
          };
          return html`<${DieButton}
            value=${face}
            colour=${die.colour}
            unsure=${line.unsure.includes(index)}
            label=${t("Die {n} shows {face}. Correct it", { n: index + 1, face })}
            onTap=${() => openCorrection(line.entry, index, { ...die, value: face, unsure: line.unsure.includes(index) }, read?.picture)}
          />`;
        })}
      </div>`
    }
    ${line.before && html`<${Crop} picture=${line.before} dice=${[]} caption=${t("The table before")} />`}
    ${line.after && html`<${Crop} picture=${line.after} dice=${[]} caption=${t("The table after")} />`}
    <${Instead} line=${line} />
    <div class="stack">
      <button type="button" class="wide" onClick=${() => openUndo(line.entry - 1)}>
        <${Icon} name="undo" />
        ${later ? many(later, "Undo this and the line after it", "Undo this and the {n} lines after it") : t("Undo this line")}
      </button>
    </div>
    <${Replace} line=${line} />
  `;
}

/** What may really have happened, one tap each. @param {{line: Line}} props */
function Instead({ line }) {
  const [others, tell] = useState(/** @type {import("./types.js").Action[]} */ ([]));
  const [every, setEvery] = useState(false);
  const version = snapshot.value?.version;
  useEffect(() => {
    let late = false;
    fetch(`/api/v1/lines/${line.entry}/instead`, { cache: "no-store" })
      .then((answer) => (answer.ok ? answer.json() : []))
      .catch(() => [])
      .then((told) => late || tell(told));
    return () => {
      late = true;
    };
  }, [line.entry, version]);
  if (!others.length) return null;
  const shown = every ? others : others.slice(0, SHORT);
  return html`<h3>${t("Read wrongly? It was…")}</h3>
    <div class="action-list">
      ${shown.map(
        (one) => html`<button
          type="button"
          key=${one.text}
          class="action"
          disabled=${busy.value}
          onClick=${() => request({ type: "Amend", entry: line.entry, text: one.text })}
        >
          ${one.label}
        </button>`,
      )}
    </div>
    ${
      shown.length < others.length &&
      html`<button type="button" class="more" onClick=${() => setEvery(true)}>${t("Show all {n}", { n: others.length })} <${Icon} name="down" /></button>`
    }`;
}

/** @param {{line: Line}} props */
function Replace({ line }) {
  const [text, setText] = useState(line.text);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void request({ type: "Amend", entry: line.entry, text: text.trim() });
  };
  if (line.how === "adjusted") return null;
  return html`<details class="more-box">
    <summary>${t("More: replace by another action")}</summary>
    <form onSubmit=${submit}>
      <label class="field"><span>${t("What really happened, in notation")}</span>
        <input
          type="text"
          value=${text}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)}
          autocapitalize="off"
          autocomplete="off"
          spellcheck="false"
        /></label>
      <button
        type="submit"
        class="primary wide"
        disabled=${!text.trim() || text.trim() === line.text || busy.value}
      >
        ${t("Replace")}
      </button>
    </form>
  </details>`;
}
