// @ts-check
/** What the camera is doing, and what it sees, only while somebody looks. */
import { useEffect, useState } from "preact/hooks";
import { openDialog } from "./dialogs.js";
import { Icon, classes, html } from "./dom.js";
import { snapshot } from "./link.js";

const EVERY_MS = 500;
const WORDS = /** @type {Record<string, string>} */ ({
  off: "Camera off: enter moves by hand",
  starting: "Camera starting…",
  running: "Camera reads the table",
  moving: "Camera waits: something moves",
  lost: "Camera lost: enter moves by hand",
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
    return html`<p class="no-picture">${missing ? "No picture from the camera." : "Waiting for a picture…"}</p>`;
  return html`<img class="preview" src=${shown} alt="What the camera sees now" />`;
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

/** What would make the picture better, with the place where it has one. */
const Advice = () => {
  const advice = snapshot.value?.camera.advice ?? [];
  if (!advice.length) return null;
  return html`<ul class="advice">
    ${advice.map(
      (one) => html`<li key=${one.about}>
        ${one.cells.length > 0 ? html`<${Where} one=${one} />` : html`<${Icon} name="alert" />`}
        <span>${one.words}</span>
      </li>`,
    )}
  </ul>`;
};

/** The same at the top, as long as nothing has been played; later it stands beside the picture. */
export const BeforePlay = () =>
  snapshot.value?.camera.advice.length && !snapshot.value.history.length
    ? html`<section class="card" aria-labelledby="before-play">
        <h2 id="before-play">Before you begin</h2>
        <${Advice} />
      </section>`
    : null;

export const openCamera = () =>
  openDialog({
    title: "Camera",
    body: () =>
      html`<${CameraLine} tall /><${Advice} /><${Preview} /><p class="soft">The game goes on without it: everything can be entered by hand.</p>
        <a class="button wide" href="/board">Teach your board</a>`,
  });
