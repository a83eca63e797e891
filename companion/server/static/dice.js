// @ts-check
/** Dice: drawn, corrected, entered by tapping faces. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { busy } from "./commands.js";
import { closeDialog, openDialog, request } from "./dialogs.js";
import { classes, html } from "./dom.js";
import { snapshot } from "./link.js";
import { paint } from "./marks.js";
import { many, t } from "./words.js";

/** @typedef {import("./types.js").ReadDie} ReadDie */

const PIPS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[50, 50]],
  2: [
    [27, 27],
    [73, 73],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [27, 27],
    [73, 27],
    [50, 50],
    [27, 73],
    [73, 73],
  ],
  6: [
    [29, 25],
    [71, 25],
    [29, 50],
    [71, 50],
    [29, 75],
    [71, 75],
  ],
});
export const FACES = [1, 2, 3, 4, 5, 6];

/** A die in a 100 by 100 box, for drawings. @param {{value: number | null, colour: string | null}} props */
export function DieShape({ value, colour }) {
  const [body, pip, edge] = paint(colour);
  return html`<g>
    <rect x="4" y="4" width="92" height="92" rx="20" fill=${body} stroke=${edge} stroke-width="4" />
    <rect x="10" y="10" width="80" height="80" rx="26" fill="#fff" opacity="0.1" />
    ${
      value === null
        ? html`<text x="50" y="68" text-anchor="middle" font-size="54" font-weight="700" fill=${pip}>?</text>`
        : PIPS[value]
          ? PIPS[value].map(([x, y]) => html`<circle cx=${x} cy=${y} r="9.5" fill=${pip} />`)
          : html`<text x="50" y="68" text-anchor="middle" font-size="54" font-weight="700" fill=${pip}>${value}</text>`
    }
  </g>`;
}

/** A die beside words; decoration only. @param {{value: number | null, colour: string | null}} props */
export const Die = ({
  value,
  colour,
}) => html`<svg class="die" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
  <${DieShape} value=${value} colour=${colour} />
</svg>`;

/**
 * A die to tap.
 * @param {{value: number | null, colour: string | null, label: string, onTap: () => void, pressed?: boolean, unsure?: boolean, small?: boolean}} props
 */
export const DieButton = ({ value, colour, label, onTap, pressed, unsure, small }) => html`<button
  type="button"
  class=${classes("die-button", small && "small", unsure && "unsure", pressed && "chosen")}
  aria-label=${unsure ? t("{die}, unsure", { die: label }) : label}
  aria-pressed=${pressed === undefined ? undefined : String(pressed)}
  onClick=${onTap}
>
  <${Die} value=${value} colour=${colour} />
  ${unsure && html`<span class="unsure-tag" aria-hidden="true">${t("unsure")}</span>`}
</button>`;

/** @param {number} n */
export const unsureDice = (n) => many(n, "{n} die unsure", "{n} dice unsure");

/** Six faces to choose from. @param {{colour: string | null, onPick: (value: number) => void, now?: number | null, guard?: boolean}} props */
export const FacePad = ({
  colour,
  onPick,
  now,
  guard,
}) => html`<div class="face-pad" role="group" aria-label=${t("Faces")}>
  ${FACES.map(
    (face) => html`<button
      type="button"
      class=${classes("die-button", now === face && "chosen")}
      aria-label=${now === face ? t("{face}, as it is now", { face }) : String(face)}
      disabled=${guard && busy.value}
      onClick=${() => onPick(face)}
    >
      <${Die} value=${face} colour=${colour} />
    </button>`,
  )}
</div>`;

/** The part of a picture with all boxes in it; all of it without any. @param {number[][]} boxes @param {[number, number]} size */
function around(boxes, size) {
  if (!boxes.length) return [0, 0, ...size];
  const margin = Math.max(...boxes.map(([, , w, h]) => Math.max(w, h))) * 0.5;
  const left = Math.min(...boxes.map(([x]) => x)) - margin;
  const top = Math.min(...boxes.map(([, y]) => y)) - margin;
  const right = Math.max(...boxes.map(([x, , w]) => x + w)) + margin;
  const bottom = Math.max(...boxes.map(([, y, , h]) => y + h)) + margin;
  return [left, top, right - left, bottom - top];
}

/** What the camera saw of some dice, as far as their places in the picture are known. @param {{picture: string, dice: {box?: ReadDie["box"]}[], caption?: string}} props */
export function Crop({ picture, dice, caption = t("What the camera saw") }) {
  const [size, setSize] = useState(/** @type {[number, number] | null} */ (null));
  const path = `/api/v1/pictures/${encodeURIComponent(picture.replace(/\.jpg$/, ""))}.jpg`;
  useEffect(() => {
    const image = new Image();
    image.onload = () => setSize([image.naturalWidth, image.naturalHeight]);
    image.src = path;
    return () => (image.onload = null);
  }, [path]);
  if (!size) return null;
  const boxes = dice.flatMap((die) => (die.box ? [die.box] : []));
  return html`<figure class="crop">
    <svg viewBox=${around(boxes, size).join(" ")} role="img" aria-label=${caption}>
      <image href=${path} width=${size[0]} height=${size[1]} />
      ${boxes.map(([x, y, w, h]) => html`<rect class="crop-box" x=${x} y=${y} width=${w} height=${h} rx=${w * 0.12} />`)}
    </svg>
    <figcaption>${caption}</figcaption>
  </figure>`;
}

/**
 * "What does it show?": one more tap books the true face.
 * @param {number} entry @param {number} index @param {{value: number, colour: string | null, unsure?: boolean, box?: ReadDie["box"]}} die @param {string | null} [picture]
 */
export function openCorrection(entry, index, die, picture = null) {
  const correct = (/** @type {number} */ value) => {
    if (value === die.value && !die.unsure) return closeDialog();
    return request({ type: "CorrectDie", entry, index, value });
  };
  openDialog({
    title: t("What does it show?"),
    body: () => html`
      ${picture && html`<${Crop} picture=${picture} dice=${[die]} />`}
      <p class="soft">${t("Die {n} is booked as {face}. Everything after it is judged again.", { n: index + 1, face: die.value })}</p>
      <${FacePad} colour=${die.colour} now=${die.value} onPick=${correct} guard />
    `,
  });
}

/** Faces tapped in so far for the roll that is due. */
const entered = signal(
  /** @type {{key: string, faces: (number | null)[], at: number}} */ ({
    key: "",
    faces: [],
    at: 0,
  }),
);

/** Enter the roll that is due by tapping faces. */
export function RollEntry() {
  const table = snapshot.value;
  const due = table?.due;
  if (!table || !due) return html`<p>${t("No roll is due now.")}</p>`;
  const key = `${table.version}:${due.player}`;
  const count = due.dice?.length ?? null;
  const now =
    entered.value.key === key ? entered.value : { key, faces: Array(count ?? 0).fill(null), at: 0 };
  const colours = due.dice ?? [];
  const pick = (/** @type {number} */ value) => {
    const faces = [...now.faces];
    faces[now.at] = value;
    const gap = faces.findIndex((face) => face === null);
    entered.value = { key, faces, at: count === null ? faces.length : gap };
    if (count !== null && gap < 0) void book(faces); // a misplaced tap is put right on the die
  };
  const touch = (/** @type {number} */ index) => {
    const faces = count === null ? now.faces.filter((_, place) => place !== index) : now.faces;
    entered.value = { key, faces, at: count === null ? faces.length : index };
  };
  const ready = now.faces.length > 0 && now.faces.every((face) => face !== null);
  const book = async (/** @type {(number | null)[]} */ faces) => {
    await request({ type: "Roll", faces });
    entered.value = { key: "", faces: [], at: 0 };
  };
  return html`<div class="roll-entry">
    <p class="soft">${count === null ? t("Tap what the dice show; tap a die to take it away.") : t("Tap what the dice show; with the last one the roll is booked.")}</p>
    <div class="dice-row" style=${`--n:${Math.max(1, now.faces.length)}`} role="group" aria-label=${t("Dice of this roll")}>
      ${now.faces.map(
        (face, index) => html`<button
          type="button"
          class=${classes("die-button", count !== null && now.at === index && "chosen", face === null && "empty")}
          aria-label=${t("Die {n}: {face}", { n: index + 1, face: face ?? t("not entered") })}
          onClick=${() => touch(index)}
        >
          <${Die} value=${face} colour=${colours[index] ?? null} />
        </button>`,
      )}
      ${count === null && now.faces.length === 0 && html`<p class="soft">${t("No die yet.")}</p>`}
    </div>
    <${FacePad} colour=${colours[now.at] ?? null} onPick=${pick} />
    ${
      count === null &&
      html`<button type="button" class="primary wide" disabled=${!ready || busy.value} onClick=${() => book(now.faces)}>
      ${ready ? t("Book this roll: {faces}", { faces: now.faces.join(" ") }) : t("Book this roll")}
    </button>`
    }
  </div>`;
}

export const openRollEntry = () =>
  openDialog({ title: t("Enter the roll"), body: () => html`<${RollEntry} />` });
