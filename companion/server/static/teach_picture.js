// @ts-check
/** Pictures of a board: taken in, straightened, looked at through a loupe. */
import { useEffect, useRef, useState } from "preact/hooks";
import { classes, html } from "./dom.js";
import { plane } from "./teach_shapes.js";
import { t } from "./words.js";

/** @typedef {import("./teach_shapes.js").Point} Point */

const TAKEN_PX = 2400; // larger pictures are made smaller: phones run out of memory
const LOUPE_PX = 136;
const REACH_PX = 70; // a finger this near takes hold of a point

/** A picture as the browser shows it upright. @param {string} url @returns {Promise<HTMLCanvasElement>} */
export async function loaded(url) {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    throw new Error(t("This is no picture that the browser can show. Take a JPEG or PNG."));
  }
  const scale = Math.min(1, TAKEN_PX / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** What lies between four corners, seen from straight above. @param {HTMLCanvasElement} from @param {Point[]} corners @param {number} w @param {number} h @returns {HTMLCanvasElement} */
export function straightened(from, corners, w, h) {
  const to = document.createElement("canvas");
  [to.width, to.height] = [w, h];
  const source = from.getContext("2d")?.getImageData(0, 0, from.width, from.height);
  const context = to.getContext("2d");
  if (!source || !context) throw new Error(t("The browser has no memory left for the picture."));
  const out = context.createImageData(w, h);
  const m = plane([[0, 0], [w, 0], [w, h], [0, h]], corners);
  const [sw, sh, read, write] = [source.width, source.height, source.data, out.data];
  for (let y = 0, at = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1, at += 4) {
      const [px, py] = [x + 0.5, y + 0.5];
      const depth = m[6] * px + m[7] * py + 1;
      const u = Math.min(Math.max((m[0] * px + m[1] * py + m[2]) / depth - 0.5, 0), sw - 1.001);
      const v = Math.min(Math.max((m[3] * px + m[4] * py + m[5]) / depth - 0.5, 0), sh - 1.001);
      const [left, top] = [u | 0, v | 0];
      const [fx, fy, first] = [u - left, v - top, (top * sw + left) * 4];
      for (let c = 0; c < 3; c += 1) {
        const upper = read[first + c] * (1 - fx) + read[first + 4 + c] * fx;
        const below = first + sw * 4 + c;
        write[at + c] = upper * (1 - fy) + (read[below] * (1 - fx) + read[below + 4] * fx) * fy;
      }
      write[at + 3] = 255;
    }
  context.putImageData(out, 0, 0);
  return to;
}

/** A canvas that is kept elsewhere, shown here. @param {{of: HTMLCanvasElement, label: string}} props */
export function Shown({ of, label }) {
  const ref = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    const here = ref.current;
    if (!here) return;
    [here.width, here.height] = [of.width, of.height];
    here.getContext("2d")?.drawImage(of, 0, 0);
  }, [of]);
  return html`<canvas ref=${ref} class="stage-picture" role="img" aria-label=${label}></canvas>`;
}

/** What the finger hides, larger, on the other side. @param {{of: HTMLCanvasElement, at: Point | null}} props */
export function Loupe({ of, at }) {
  const ref = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    const context = ref.current?.getContext("2d");
    if (!context || !at) return;
    const seen = Math.max(40, of.width / 16);
    context.fillStyle = "#000";
    context.fillRect(0, 0, LOUPE_PX, LOUPE_PX);
    context.drawImage(of, at[0] - seen / 2, at[1] - seen / 2, seen, seen, 0, 0, LOUPE_PX, LOUPE_PX);
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#000", 3], ["#fff", 1]])) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(LOUPE_PX / 2, LOUPE_PX * 0.2);
      context.lineTo(LOUPE_PX / 2, LOUPE_PX * 0.8);
      context.moveTo(LOUPE_PX * 0.2, LOUPE_PX / 2);
      context.lineTo(LOUPE_PX * 0.8, LOUPE_PX / 2);
      context.stroke();
    }
  }, [of, at?.[0], at?.[1]]);
  if (!at) return null;
  const side = at[0] < of.width / 2 ? "right" : "left";
  return html`<canvas ref=${ref} class=${classes("loupe", side)} width=${LOUPE_PX} height=${LOUPE_PX} aria-hidden="true"></canvas>`;
}

/** Pixels of a canvas under a finger. @param {PointerEvent} event @param {Element} stage @param {HTMLCanvasElement} of @returns {Point} */
export function under(event, stage, of) {
  const box = stage.getBoundingClientRect();
  return [
    ((event.clientX - box.left) / box.width) * of.width,
    ((event.clientY - box.top) / box.height) * of.height,
  ];
}

/** Points to drag over a picture: the nearest follows the finger; arrow keys move the chosen one. @param {{of: HTMLCanvasElement, points: Point[], labels: string[], closed: boolean, move: (at: number, to: Point) => void}} props */
export function Points({ of, points, labels, closed, move }) {
  const stage = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [held, hold] = useState(/** @type {{at: number, off: Point} | null} */ (null));
  const [near, setNear] = useState(/** @type {Point | null} */ (null));
  const kept = (/** @type {Point} */ [x, y]) =>
    /** @type {Point} */ ([Math.min(Math.max(x, 0), of.width), Math.min(Math.max(y, 0), of.height)]);
  const start = (/** @type {PointerEvent} */ event) => {
    if (!stage.current || !event.isPrimary) return;
    const [x, y] = under(event, stage.current, of);
    const far = points.map((p) => Math.hypot(p[0] - x, p[1] - y));
    const at = far.indexOf(Math.min(...far));
    const reach = (REACH_PX * of.width) / stage.current.getBoundingClientRect().width;
    const off = /** @type {Point} */ (far[at] < reach ? [points[at][0] - x, points[at][1] - y] : [0, 0]);
    stage.current.setPointerCapture(event.pointerId);
    hold({ at, off });
    move(at, kept([x + off[0], y + off[1]]));
  };
  const drag = (/** @type {PointerEvent} */ event) => {
    if (!held || !stage.current) return;
    const [x, y] = under(event, stage.current, of);
    move(held.at, kept([x + held.off[0], y + held.off[1]]));
  };
  const keys = (/** @type {KeyboardEvent} */ event, /** @type {number} */ at) => {
    const step = arrow(event, 20);
    if (!step) return;
    event.preventDefault();
    setNear(points[at]);
    move(at, kept([points[at][0] + step[0], points[at][1] + step[1]]));
  };
  const line = points.map((p) => p.join(",")).join(" ");
  return html`<div class="stage" ref=${stage} onPointerDown=${start} onPointerMove=${drag} onPointerUp=${() => hold(null)} onPointerCancel=${() => hold(null)}>
    <${Shown} of=${of} label=${t("The picture")} />
    <svg class="stage-lines" viewBox=${`0 0 ${of.width} ${of.height}`} aria-hidden="true">
      ${closed ? html`<polygon class="edge" points=${line} />` : html`<polyline class="edge" points=${line} />`}
    </svg>
    ${points.map(
      (p, at) => html`<button
        type="button"
        class=${classes("grip", held?.at === at && "held")}
        style=${`left: ${(p[0] / of.width) * 100}%; top: ${(p[1] / of.height) * 100}%`}
        aria-label=${t("{point}: move with the arrow keys", { point: labels[at] })}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => keys(event, at)}
        onBlur=${() => setNear(null)}
      >
        <span>${at + 1}</span>
      </button>`,
    )}
    <${Loupe} of=${of} at=${held ? points[held.at] : near && points.find((p) => Math.hypot(p[0] - near[0], p[1] - near[1]) < 30)} />
  </div>`;
}

/** The step of an arrow key; more with Shift. @param {KeyboardEvent} event @param {number} far @returns {Point | null} */
export function arrow(event, far) {
  const size = event.shiftKey ? far : 1;
  const steps = /** @type {Record<string, Point>} */ ({
    ArrowLeft: [-size, 0],
    ArrowRight: [size, 0],
    ArrowUp: [0, -size],
    ArrowDown: [0, size],
  });
  return steps[event.key] ?? null;
}
