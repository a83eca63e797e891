// @ts-check
/** The camera as people see it: its picture, what would make it better, and how it is set. */
import { useEffect, useState } from "preact/hooks";
import { Icon, classes, html, withCode } from "./dom.js";
import { t } from "./words.js";

/** @typedef {{mains_hz: number | null, lens_position: number | null, has_lens: boolean, edge_px: number | null, age_s: number | null}} CameraNow */
/** @typedef {(wanted: {mains_hz?: number, lens_position?: number}) => unknown} SetCamera */

const EVERY_MS = 500;
const OLD_S = 3; // an older picture is no longer what the camera sees now

/** Pictures one after another: the next is asked for when the last has come. */
export function Preview() {
  const [shown, show] = useState("");
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let stopped = false;
    let timer = 0;
    const next = () => {
      if (stopped) return;
      if (document.hidden) {
        timer = window.setTimeout(next, EVERY_MS);
        return;
      }
      const image = new Image();
      const path = `/api/v1/preview.jpg?at=${Date.now()}`;
      const after = (/** @type {boolean} */ came) => {
        if (stopped) return;
        setMissing(!came);
        if (came) show(path);
        timer = window.setTimeout(next, came ? EVERY_MS : EVERY_MS * 4);
      };
      image.onload = () => after(true);
      image.onerror = () => after(false);
      image.src = path;
    };
    next();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  if (missing || !shown)
    return html`<p class="no-picture">${missing ? t("No picture from the camera.") : t("Waiting for a picture…")}</p>`;
  return html`<img class="preview" src=${shown} alt=${t("What the camera sees now")} />`;
}

/** A small map: the cells that are meant are filled. @param {{one: import("./types.js").Advice}} props */
const Where = ({ one }) => html`<svg class="where" viewBox="0 0 12 8" aria-hidden="true">
  <rect class="where-all" width="12" height="8" rx="0.6" />
  ${one.cells.map(([row, column]) => html`<rect key=${`${row}-${column}`} x=${column} y=${row} width="1" height="1" />`)}
</svg>`;

/** The mains' frequency, by which cameras keep the flicker of lamps out. @param {{now?: number | null, set: SetCamera}} props */
export const Mains = ({ now, set }) => html`<span class="mains" role="group" aria-label=${t("Frequency of the mains")}>
  ${[50, 60].map((hz) => html`<button key=${hz} type="button" aria-pressed=${String(now === hz)} onClick=${() => set({ mains_hz: hz })}>${hz} Hz</button>`)}
</span>`;

/** How the camera is set, how sharp its picture is, and how old. @param {{now: CameraNow | null, set: SetCamera}} props */
export function Settings({ now, set }) {
  if (!now) return null;
  const old = now.age_s !== null && now.age_s >= OLD_S;
  return html`<div class="camera-settings">
    ${now.age_s !== null && html`<p class=${classes("age", old && "trouble")}>${old ? t("Old picture: {n} seconds", { n: Math.round(now.age_s) }) : t("The picture is of now.")}</p>`}
    ${now.edge_px !== null && html`<p>${t("Sharpness: edges are {n} pixels wide; less is sharper.", { n: now.edge_px.toFixed(1) })}</p>`}
    ${
      now.has_lens &&
      html`<label class="focus">${t("Focus, near to the right")}
        <input type="range" min="0" max="5" step="0.1" value=${now.lens_position ?? 1.4} onChange=${(/** @type {Event} */ event) => set({ lens_position: Number(/** @type {HTMLInputElement} */ (event.target).value) })} />
      </label>`
    }
    <p>${t("Mains:")} <${Mains} now=${now.mains_hz} set=${set} /></p>
  </div>`;
}

/** What would make the picture better, with the place where it has one. @param {{advice: import("./types.js").Advice[], set: SetCamera}} props */
export const AdviceList = ({ advice, set }) =>
  advice.length
    ? html`<ul class="advice">
        ${advice.map(
          (one) => html`<li key=${one.about}>
            ${one.cells.length > 0 ? html`<${Where} one=${one} />` : html`<${Icon} name="alert" />`}
            <span>${withCode(one.words)}${one.about === "flicker" && html` <${Mains} set=${set} />`}${one.about === "board" && html` <a href="/board">${t("Teach your board")}</a>`}${one.about === "bare" && html` <a href="/setup#bare">${t("Show the board without pieces")}</a>`}</span>
          </li>`,
        )}
      </ul>`
    : null;
