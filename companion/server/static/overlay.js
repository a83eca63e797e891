// @ts-check
/** The table over a video: nothing behind it, in a corner, as large as the query asks. */
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { classes, html } from "./dom.js";
import { Dice, Over, Points, Stale, Turn, Wrong } from "./glance.js";
import { snapshot, start, state } from "./link.js";
import { commas, t } from "./words.js";

const CORNERS = ["bottom-left", "bottom-right", "top-left", "top-right"];
const PARTS = /** @type {Record<string, () => unknown>} */ ({
  wrong: Wrong,
  turn: Turn,
  dice: Dice,
  points: Points,
});
const SIZES = [50, 400]; // per cent
const REM_PX = 20; // at 100 %
const MARGINS_REM = 2; // above and below

const asked = new URLSearchParams(location.search);
const corner = asked.get("corner") || CORNERS[0];
const size = Number(asked.get("size") || 100);
const parts = asked.get("show")?.split(",").filter(Boolean) ?? Object.keys(PARTS);

/** What the query asks that there is not. */
const mistakes = [
  !CORNERS.includes(corner) && t("{name} is one of {values}.", { name: "corner", values: commas(CORNERS) }),
  !(size >= SIZES[0] && size <= SIZES[1]) &&
    t("{name} is a number from {low} to {high}.", { name: "size", low: SIZES[0], high: SIZES[1] }),
  parts.some((part) => !PARTS[part]) &&
    t("{name} is any of {values}, with commas between.", { name: "show", values: commas(Object.keys(PARTS)) }),
].filter(Boolean);

/** As large as asked; smaller where the window is too low for all of it. */
function fit() {
  const main = document.querySelector("main");
  if (!main || mistakes.length) return;
  const root = document.documentElement.style;
  const asked_px = (REM_PX * size) / 100;
  root.fontSize = `${asked_px}px`;
  const needed_px = main.offsetHeight + MARGINS_REM * asked_px;
  if (needed_px > innerHeight) root.fontSize = `${(asked_px * innerHeight) / needed_px}px`;
}

function Overlay() {
  useLayoutEffect(fit);
  if (mistakes.length)
    return html`<main class="overlay bottom-left"><section class="glance-over">${mistakes.map((one) => html`<p>${one}</p>`)}</section></main>`;
  const shown = snapshot.value && Object.keys(PARTS).filter((part) => parts.includes(part));
  return html`<main class=${classes("overlay", corner, state.value !== "live" && "stale")}>
    <${Stale} />
    ${shown && html`<${Over} />`}
    ${shown?.map((part) => html`<${PARTS[part]} key=${part} />`)}
  </main>`;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Overlay} />`, root);
addEventListener("resize", fit);
start({ screen: true });
