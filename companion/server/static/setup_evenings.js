// @ts-check
/** Another evening with a saved game: which one, and how its table is laid. */
import { useEffect, useState } from "preact/hooks";
import { Icon, classes, html } from "./dom.js";
import { Swatch } from "./marks.js";
import { API, ask, goOnWith, setup } from "./setup_state.js";
import { commas, language, many, t } from "./words.js";

/** @typedef {{id: string, entries: number, problem: string, in_play: boolean, game?: string, title?: string, began?: string, names?: string[]}} Saved */
/** @typedef {{player: string, name: string, score: number, place: number | null}} Standing */

const SHOWN = 8;
const CHECK_MS = 2000;

/** @param {string | undefined} began */
const dayOf = (began) => {
  const day = new Date(began ?? "");
  return Number.isNaN(day.getTime()) ? "" : day.toLocaleDateString(language, { weekday: "short", day: "numeric", month: "long", year: "numeric" });
};

export function Evenings() {
  const [games, setGames] = useState(/** @type {Saved[] | null} */ (null));
  const [all, setAll] = useState(false);
  useEffect(() => void ask("/api/v1/games").then((found) => setGames(found ?? [])), []);
  const listed = games ?? [];
  return html`
    <h1>${t("Which evening goes on?")}</h1>
    ${games === null ? html`<p class="soft">${t("Opening…")}</p>` : !listed.length && html`<p>${t("No game has been saved yet.")}</p><a class="button wide strong" href="#game">${t("Set up a new game")}</a>`}
    <ul class="evenings" role="list">
      ${(all ? listed : listed.slice(0, SHOWN)).map((one) => html`<${Evening} key=${one.id} saved=${one} />`)}
    </ul>
    ${listed.length > SHOWN && !all && html`<button type="button" class="wide" onClick=${() => setAll(true)}>${t("Show all {n}", { n: listed.length })}</button>`}
  `;
}

/** @param {{saved: Saved}} props */
function Evening({ saved }) {
  const [standing, setStanding] = useState(/** @type {{over: boolean, points: boolean, seats: Standing[]} | null} */ (null));
  useEffect(() => {
    if (!saved.problem) void ask(`/api/v1/games/${saved.id}/standing`, undefined, { quiet: true }).then(setStanding);
  }, [saved.id]);
  if (saved.problem) return html`<li class="card evening"><p><b>${saved.title ?? saved.id}</b></p><p class="row-wrong">${saved.problem}</p></li>`;
  return html`<li class="card evening">
    <p class="evening-head"><b>${saved.title}</b><span class="soft">${dayOf(saved.began)}</span></p>
    ${
      standing
        ? html`<ul class="evening-seats" role="list">${standing.seats.map((one, at) => html`<li key=${one.player}><${Swatch} colour=${one.player} at=${at} size=${20} /> <span>${one.name}</span>${standing.points && html`<b>${one.score}</b>`}</li>`)}</ul>`
        : html`<p>${commas(saved.names ?? [])}</p>`
    }
    <p class="soft">${commas([many(saved.entries, "{n} entry", "{n} entries"), ...(standing?.over ? [t("played to the end")] : []), ...(saved.in_play ? [t("on the table now")] : [])])}</p>
    ${
      saved.in_play
        ? html`<a class="button wide" href="#lay">${t("Lay the table out again")}</a>`
        : html`<button type="button" class="strong wide" onClick=${() => void goOnWith(saved.id)}>${t("Go on with it")}</button>`
    }
  </li>`;
}

/** @typedef {{area: string, label: string, pieces: string[]}} Spread */
/** @typedef {import("./types.js").CheckedArea} CheckedArea */

/** Place by place, beside what the camera sees there. */
export function Laying() {
  const [places, setPlaces] = useState(/** @type {Spread[] | null} */ (null));
  const [seen, setSeen] = useState(/** @type {CheckedArea[]} */ ([]));
  const [laid, setLaid] = useState(/** @type {string[]} */ ([]));
  const playing = setup.value?.playing;
  useEffect(() => {
    if (!playing) return undefined;
    void ask("/api/v1/laying-out").then((found) => setPlaces(found ?? []));
    const check = () => document.hidden || void ask("/api/v1/check", undefined, { quiet: true }).then((sheet) => sheet && setSeen(sheet.areas));
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [playing]);
  const done = (/** @type {Spread} */ place) => laid.includes(place.area) || seenOf(place)?.agrees === true;
  const seenOf = (/** @type {Spread} */ place) => seen.find((one) => one.area === place.area);
  const at = (places ?? []).findIndex((place) => !done(place));
  const count = places?.length ?? 0;
  const toggle = (/** @type {Spread} */ place) => setLaid(laid.includes(place.area) ? laid.filter((one) => one !== place.area) : [...laid, place.area]);
  // What has not been laid yet is no mistake: something else lies there, or it was ticked off.
  const odd = seen.filter((area) => !area.agrees && (area.seen.length > 0 || laid.includes(area.area)));
  if (!playing) return html`<h1>${t("Lay the table")}</h1><p>${t("First choose the game that goes on.")}</p><a class="button wide strong" href="#evenings">${t("Go on with an evening")}</a>`;
  if (!places) return html`<h1>${t("Lay the table")}</h1><p class="soft">${t("Opening…")}</p>`;
  const left = places.filter((place) => !done(place)).length;
  return html`
    <h1>${t("Lay the table")}</h1>
    <p class="soft">${setup.value?.plan.camera === "none" ? t("As the game stood when you stopped. Tick off what lies there.") : t("As the game stood when you stopped. What the camera sees in its place is ticked off by itself.")}</p>
    ${
      at < 0
        ? html`<div class="card verdict good" role="status"><${Icon} name="check" /> <span>${count ? many(count, "All {n} place is laid.", "All {n} places are laid.") : t("There is nothing to lay out.")}</span></div>`
        : html`<section class="card next-place" aria-live="polite">
            <h2>${many(left, "{n} place to go", "{n} places to go")}</h2>
            <p class="place-name">${places[at].label}</p>
            <ul class="place-pieces">${places[at].pieces.map((piece) => html`<li key=${piece}>${piece}</li>`)}</ul>
            <button type="button" class="strong wide" onClick=${() => toggle(places[at])}><${Icon} name="check" />${t("It lies there")}</button>
          </section>`
    }
    ${
      odd.length > 0 &&
      html`<section class="card" aria-labelledby="odd"><h2 id="odd">${t("The camera sees it otherwise")}</h2>
        <ul class="odds" role="list">${odd.map((area) => html`<li key=${area.area} class="odd"><p class="odd-head"><${Icon} name="alert" /> <span>${area.label}</span></p>
          <dl class="laying-out"><dt>${t("Booked")}</dt><dd>${commas(area.expected) || t("nothing")}</dd><dt>${t("Seen")}</dt><dd>${commas(area.seen) || t("nothing")}</dd></dl></li>`)}</ul></section>`
    }
    <ul class="list" role="list">
      ${places.map(
        (place) => html`<li key=${place.area}><button type="button" class=${classes("row", done(place) && "laid")} aria-pressed=${String(done(place))} onClick=${() => toggle(place)}>
        <${Icon} name=${done(place) ? "check" : "box"} /><span class="row-name">${place.label}</span><span class="row-value">${commas(place.pieces)}${seenOf(place)?.agrees && html`<span class="tag">${t("seen")}</span>`}</span>
      </button></li>`,
      )}
    </ul>
    <a class="button wide strong" href="/">${t("To the table")}</a>
  `;
}
