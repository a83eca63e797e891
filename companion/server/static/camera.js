// @ts-check
/** What the camera is doing, and what it sees, only while somebody looks. */
import { useEffect, useState } from "preact/hooks";
import { openDialog } from "./dialogs.js";
import { Icon, classes, html } from "./dom.js";
import { post, say, snapshot } from "./link.js";
import { t } from "./words.js";

const EVERY_MS = 500;
const OLD_S = 3; // an older picture is no longer what the camera sees now
const WORDS = /** @type {Record<string, string>} */ ({
  off: t("Camera off: enter moves by hand"),
  starting: t("Camera starting…"),
  running: t("Camera reads the table"),
  moving: t("Camera waits: something moves"),
  lost: t("Camera lost: enter moves by hand"),
});

const trouble = () => ["off", "lost"].includes(snapshot.value?.camera.state ?? "off");

/** Pictures one after another: the next is asked for when the last has come. */
function Preview() {
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

/** Said at the top only when it is lost: then play goes on by hand. @param {{tall?: boolean, top?: boolean}} props */
export function CameraLine({ tall, top }) {
  const camera = snapshot.value?.camera;
  if (!camera || (top !== undefined && top !== (camera.state === "lost"))) return null;
  return html`<p class=${classes("camera-line", trouble() && "trouble", tall && "tall", top && "card")}>
    <${Icon} name="camera" /> <span>${camera.message || WORDS[camera.state] || camera.state}</span>
  </p>`;
}

/** A small map: the cells that are meant are filled. @param {{one: import("./types.js").Advice}} props */
const Where = ({ one }) => html`<svg class="where" viewBox="0 0 12 8" aria-hidden="true">
  <rect class="where-all" width="12" height="8" rx="0.6" />
  ${one.cells.map(([row, column]) => html`<rect key=${`${row}-${column}`} x=${column} y=${row} width="1" height="1" />`)}
</svg>`;

/** @typedef {{mains_hz: number | null, lens_position: number | null, has_lens: boolean, edge_px: number | null, age_s: number | null}} CameraNow */

/** Set the camera; it starts again. @param {{mains_hz?: number, lens_position?: number}} wanted */
async function setCamera(wanted) {
  try {
    const answer = await post("/api/v1/camera", wanted);
    say(
      answer.ok
        ? t("The camera starts again as you set it.")
        : t("This camera cannot be set here."),
    );
  } catch {
    say(t("The table does not answer. Try again."));
  }
}

/** The mains' frequency, by which cameras keep the flicker of lamps out. @param {{now?: number | null}} props */
const Mains = ({ now }) => html`<span class="mains" role="group" aria-label=${t("Frequency of the mains")}>
  ${[50, 60].map((hz) => html`<button key=${hz} type="button" aria-pressed=${String(now === hz)} onClick=${() => setCamera({ mains_hz: hz })}>${hz} Hz</button>`)}
</span>`;

/** How the camera is set, how sharp its picture is, and how old. */
function Settings() {
  const [now, show] = useState(/** @type {CameraNow | null} */ (null));
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return;
      const answer = await fetch("/api/v1/camera", { cache: "no-store" }).catch(() => null);
      show(answer?.ok ? await answer.json() : null);
    };
    ask();
    const timer = window.setInterval(ask, 1000);
    return () => clearInterval(timer);
  }, []);
  if (!now) return null;
  const old = now.age_s !== null && now.age_s >= OLD_S;
  return html`<div class="camera-settings">
    ${now.age_s !== null && html`<p class=${classes("age", old && "trouble")}>${old ? t("Old picture: {n} seconds", { n: Math.round(now.age_s) }) : t("The picture is of now.")}</p>`}
    ${now.edge_px !== null && html`<p>${t("Sharpness: edges are {n} pixels wide; less is sharper.", { n: now.edge_px.toFixed(1) })}</p>`}
    ${
      now.has_lens &&
      html`<label class="focus">${t("Focus, near to the right")}
        <input type="range" min="0" max="5" step="0.1" value=${now.lens_position ?? 1.4} onChange=${(/** @type {Event} */ event) => setCamera({ lens_position: Number(/** @type {HTMLInputElement} */ (event.target).value) })} />
      </label>`
    }
    <p>${t("Mains:")} <${Mains} now=${now.mains_hz} /></p>
  </div>`;
}

/** What would make the picture better, with the place where it has one. */
const Advice = () => {
  const advice = snapshot.value?.camera.advice ?? [];
  if (!advice.length) return null;
  return html`<ul class="advice">
    ${advice.map(
      (one) => html`<li key=${one.about}>
        ${one.cells.length > 0 ? html`<${Where} one=${one} />` : html`<${Icon} name="alert" />`}
        <span>${one.words}${one.about === "flicker" && html` <${Mains} />`}${one.about === "board" && html` <a href="/board">${t("Teach your board")}</a>`}</span>
      </li>`,
    )}
  </ul>`;
};

/** The same at the top, as long as nothing has been played; later it stands beside the picture. */
export const BeforePlay = () =>
  snapshot.value?.camera.advice.length && !snapshot.value.history.length
    ? html`<section class="card" aria-labelledby="before-play">
        <h2 id="before-play">${t("Before you begin")}</h2>
        <${Advice} />
      </section>`
    : null;

export const openCamera = () =>
  openDialog({
    title: t("Camera"),
    body: () =>
      html`<${CameraLine} tall /><${Advice} /><${Preview} /><${Settings} /><p class="soft">${t("The game goes on without it: everything can be entered by hand.")}</p>
        <a class="button wide" href="/board">${t("Teach your board")}</a>`,
  });
