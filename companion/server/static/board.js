// @ts-check
/** The board as a drawing: places, pieces in it, and the places lit for the dice chosen. */
import { useEffect, useRef, useState } from "preact/hooks";
import { hasBoard, lit, tapPlaces } from "./actions.js";
import { busy } from "./commands.js";
import { openDialog } from "./dialogs.js";
import { Icon, classes, html } from "./dom.js";
import { layout, snapshot } from "./link.js";
import { nameOf } from "./marks.js";
import { Pieces } from "./pieces.js";
import { commas, t } from "./words.js";

/** @typedef {import("./types.js").Area} Area */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Piece} Piece */

const LABEL_REM = 0.6; // wanted height of a label on the screen; smaller where its area is narrow
const FINGER_PX = 24; // a tap so far beside a place still means it
const BESIDE_PX = 6; // and means two that are as near, but for so much: then it is asked which
const ROUND_MM = 3; // about what is drawn
const FULL_PX_MM = 1.4; // a die of 20 mm is easily read then
const LEADING = 1.05; // height of a line to that of its letters

/** The part of the board with anything on it: margins are for tags. @param {import("./types.js").Layout} board */
function bounds(board) {
  const left = [...board.areas.map((one) => one.x_mm), ...board.slots.map((one) => one.x_mm - one.w_mm / 2)];
  const top = [...board.areas.map((one) => one.y_mm), ...board.slots.map((one) => one.y_mm - one.h_mm / 2)];
  const right = [...board.areas.map((one) => one.x_mm + one.w_mm), ...board.slots.map((one) => one.x_mm + one.w_mm / 2)];
  const bottom = [...board.areas.map((one) => one.y_mm + one.h_mm), ...board.slots.map((one) => one.y_mm + one.h_mm / 2)];
  const x = Math.min(...left) - ROUND_MM;
  const y = Math.min(...top) - ROUND_MM;
  return { x, y, w: Math.max(...right) + ROUND_MM - x, h: Math.max(...bottom) + ROUND_MM - y };
}

/** What is drawn is to be tapped, but for a picture that stands `still`. @param {{full?: boolean, still?: boolean}} props */
export function Drawing({ full, still }) {
  const ref = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [size, setSize] = useState({ width: 340, height: 340 });
  useEffect(() => {
    if (!ref.current) return undefined;
    const watch = new ResizeObserver(([{ contentRect }]) => contentRect.width && setSize(contentRect));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  const board = layout.value;
  const table = snapshot.value;
  if (!board || !table) return null;
  // millimetres of board in a pixel of screen
  const box = bounds(board);
  const mm = Math.max(box.w / size.width, box.h / Math.max(size.height, 1));
  const rem_mm = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * mm;
  const areas = board.areas.map((area) => {
    const slots = board.slots.filter((slot) => slot.area === area.id);
    return { area, slots, label: written(area, slots, rem_mm) };
  });
  const here = new Map(/** @type {[string, Piece[]][]} */ ([]));
  for (const piece of table.view.pieces)
    if (piece.slot) here.set(piece.slot, [...(here.get(piece.slot) ?? []), piece]);
  const wrong = new Set(table.flags.flatMap((flag) => flag.slots));
  const there = targets(board.areas, board.slots);
  const tapped = (/** @type {MouseEvent} */ event) => {
    if (still || busy.value) return;
    if (there.length) tapPlaces(meant(event, /** @type {SVGSVGElement} */ (ref.current), there, mm));
    else if (!full) openBoard();
  };
  return html`<svg
    ref=${ref}
    class=${classes("board", lit.value.size > 0 && "choosing", busy.value && "busy")}
    viewBox=${`${box.x} ${box.y} ${box.w} ${box.h}`}
    role="img"
    aria-label=${t("The board")}
    aria-describedby=${full || still ? undefined : "board-words"}
    onClick=${tapped}
  >
    ${areas.map(({ area, slots }) => html`<${AreaBox} key=${area.id} area=${area} slots=${slots} wrong=${wrong.has(area.id)} />`)}
    ${board.slots.map((slot) => html`<${Place} key=${slot.id} slot=${slot} wrong=${wrong.has(slot.id)} />`)}
    ${areas.map(({ slots, label }) =>
      slots.map(
        (slot) =>
          html`<${Pieces} key=${slot.id} slot=${slot} pieces=${here.get(slot.id) ?? []} below_mm=${label.bottom_mm} />`,
      ),
    )}
    ${areas.map(({ area, label }) => area.label && html`<${Label} key=${area.id} area=${area} label=${label} />`)}
    ${there.map((one) => html`<rect key=${one.id} class="target" data-area=${one.id} x=${one.x} y=${one.y} width=${one.w} height=${one.h} />`)}
  </svg>`;
}

/** @param {{area: Area, slots: Slot[], wrong: boolean}} props */
const AreaBox = ({ area, slots, wrong }) => html`<rect
  class=${classes("area", wrong && "wrong", slots.some((slot) => lit.value.has(slot.id)) && "lit")}
  x=${area.x_mm}
  y=${area.y_mm}
  width=${area.w_mm}
  height=${area.h_mm}
  rx="4"
/>`;

/** @param {{slot: Slot, wrong: boolean}} props */
const Place = ({ slot, wrong }) => html`<rect
  class=${classes("slot", `slot-${slot.kind}`, lit.value.has(slot.id) && "lit", wrong && "wrong")}
  x=${slot.x_mm - slot.w_mm / 2}
  y=${slot.y_mm - slot.h_mm / 2}
  width=${slot.w_mm}
  height=${slot.h_mm}
  rx=${Math.min(slot.w_mm, slot.h_mm) * 0.16}
/>`;

const pen = document.createElement("canvas").getContext("2d");
const FONT_PX = 100;
/** @type {Map<string, number>} */
const widths = new Map();
const CHINESE = /[\u2e80-\uffef]/; // and the like: without spaces, cut anywhere

/** Width of a line to the height of its letters, in the font of this phone. @param {string} line */
function widthOf(line) {
  const known = widths.get(line);
  if (known !== undefined || !pen) return known ?? line.length;
  pen.font = `600 ${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  const width = pen.measureText(line).width / FONT_PX;
  widths.set(line, width);
  return width;
}

/** @param {string[]} lines */
const widest = (lines) => Math.max(...lines.map(widthOf));

/** Words in at most two lines, cut at a space; Chinese anywhere. @param {string} words @returns {string[]} */
function broken(words) {
  const joint = CHINESE.test(words) ? "" : " ";
  const parts = joint ? words.split(joint) : [...words];
  if (parts.length < 2) return [words];
  const cuts = parts
    .slice(1)
    .map((_, at) => [parts.slice(0, at + 1).join(joint), parts.slice(at + 1).join(joint)]);
  return cuts.reduce((best, cut) => (widest(cut) < widest(best) ? cut : best));
}

/** @typedef {{lines: string[], high_mm: number, top_mm: number, bottom_mm: number}} Written */

/** Where an area's label goes and how large it may be. @param {Area} area @param {Slot[]} slots @param {number} rem_mm @returns {Written} */
function written(area, slots, rem_mm) {
  const tops = slots.map((slot) => slot.y_mm - (slot.kind === "die" ? slot.h_mm / 2 : 0)); // a region may be written on
  const room = Math.min(...tops, area.y_mm + area.h_mm) - area.y_mm;
  const size = (/** @type {string[]} */ lines) =>
    Math.min(
      LABEL_REM * rem_mm,
      (room * 0.86) / lines.length,
      (area.w_mm * 0.94) / widest(lines),
    );
  const one = [area.label];
  const two = broken(area.label);
  const lines = size(one) >= size(two) * 0.9 ? one : two;
  const high_mm = size(lines);
  const top_mm =
    area.y_mm + Math.max(0, Math.min(rem_mm * 0.19, (room - high_mm * LEADING * lines.length) / 2));
  return {
    lines,
    high_mm,
    top_mm,
    bottom_mm: area.label ? top_mm + high_mm * LEADING * lines.length : area.y_mm,
  };
}

/** @param {{area: Area, label: Written}} props */
function Label({ area, label }) {
  const { lines, high_mm, top_mm } = label;
  return html`<text class="area-label" font-size=${high_mm} text-anchor="middle">
    ${lines.map(
      (line, at) => html`<tspan
        x=${area.x_mm + area.w_mm / 2}
        y=${top_mm + high_mm * (0.86 + at * LEADING)}
        >${line}</tspan
      >`,
    )}
  </text>`;
}

/** @typedef {{id: string, x: number, y: number, w: number, h: number, slots: string[]}} Target */

/** Areas with lit places, where they are. @param {Area[]} areas @param {Slot[]} slots @returns {Target[]} */
function targets(areas, slots) {
  const groups = new Map(/** @type {[string, Slot[]][]} */ ([]));
  for (const slot of slots)
    if (lit.value.has(slot.id)) groups.set(slot.area, [...(groups.get(slot.area) ?? []), slot]);
  return [...groups].map(([id, inside]) => {
    const area = areas.find((one) => one.id === id);
    const [slot] = inside;
    const box = area
      ? { x: area.x_mm, y: area.y_mm, w: area.w_mm, h: area.h_mm }
      : { x: slot.x_mm - slot.w_mm / 2, y: slot.y_mm - slot.h_mm / 2, w: slot.w_mm, h: slot.h_mm };
    return { id, ...box, slots: inside.map((one) => one.id) };
  });
}

/** From a point to a box; 0 inside it. @param {Target} box @param {DOMPoint} point */
const apart = (box, point) =>
  Math.hypot(
    Math.max(box.x - point.x, 0, point.x - box.x - box.w),
    Math.max(box.y - point.y, 0, point.y - box.y - box.h),
  );

/**
 * The places that a tap may mean: the nearest area, and any that a finger covers as well.
 * @param {MouseEvent} event @param {SVGSVGElement} drawing @param {Target[]} there @param {number} mm
 */
function meant(event, drawing, there, mm) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    drawing.getScreenCTM()?.inverse(),
  );
  const far = (/** @type {Target} */ box) => apart(box, point) / mm;
  const nearest = Math.min(...there.map(far));
  if (nearest > FINGER_PX) return [];
  return there.filter((box) => far(box) <= nearest + BESIDE_PX).flatMap((box) => box.slots);
}

/** What lies where, for those who hear the board. */
function Words() {
  const board = layout.value;
  const pieces = snapshot.value?.view.pieces.filter((piece) => piece.slot) ?? [];
  const areaOf = new Map(board?.slots.map((slot) => [slot.id, slot.area]));
  const said = board?.areas.map((area) => {
    const inside = pieces.filter((piece) => areaOf.get(piece.slot ?? "") === area.id);
    const words = inside.map(
      (piece) =>
        piece.label ||
        [piece.player && nameOf(piece.player), piece.kind, piece.value].filter(Boolean).join(" "),
    );
    return words.length ? t("{place}: {pieces}.", { place: area.label, pieces: commas(words) }) : "";
  });
  return html`<p id="board-words" class="unseen">${said?.filter(Boolean).join(" ") || t("Nothing lies on the board.")}</p>`;
}

export const openBoard = () =>
  openDialog({
    title: t("The board"),
    full: true,
    body: () => html`<div class="board-scroll" tabindex="0" role="region" aria-label=${t("The board, enlarged")}>
      <div style=${`width: max(100%, ${(layout.value ? bounds(layout.value).w : 0) * FULL_PX_MM}px)`}><${Drawing} full /></div>
    </div>`,
  });

/** The board, when the game has one. */
export function Board() {
  if (!hasBoard.value) return null;
  return html`<section class="card board-card" aria-labelledby="board-title">
    <div class="card-head">
      <h2 id="board-title">${t("Board")}</h2>
      <button type="button" class="icon-button" aria-label=${t("Enlarge the board")} onClick=${openBoard}><${Icon} name="expand" /></button>
    </div>
    <${Drawing} />
    <${Words} />
  </section>`;
}
