// @ts-check
/** Pieces as drawings: by kind, in their colour, with their owner's shape. */
import { DieShape } from "./dice.js";
import { html } from "./dom.js";
import { paint, seatOf, shapePath } from "./marks.js";

/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Piece} Piece */

const PIECE_MM = 26; // as large as a piece is drawn, where there is room
const MANY = 6; // more pieces than that in a place: alike ones are drawn once, with their number

/** Outlines of kinds of pieces that are no discs, and where the owner's mark goes. @type {Record<string, [string, string]>} */
const FORMS = {
  colony: ["M6 88V74a44 50 0 0 1 88 0v14z", "translate(30 36) scale(.4)"],
  cube: [
    "M14 10h72a6 6 0 0 1 6 6v72a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6z",
    "translate(27 27) scale(.46)",
  ],
  card: [
    "M24 4h52a7 7 0 0 1 7 7v78a7 7 0 0 1-7 7H24a7 7 0 0 1-7-7V11a7 7 0 0 1 7-7z",
    "translate(30 28) scale(.4)",
  ],
};
const DISC = ["M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88z", "translate(26 26) scale(.48)"];

/** @param {{piece: Piece}} props */
function PieceShape({ piece }) {
  const colour = piece.colour ?? seatOf(piece.player)?.colour ?? null;
  const [body, mark, edge] = paint(colour);
  if (piece.kind === "die")
    return html`<${DieShape} value=${piece.value} colour=${colour} />
      ${piece.player && html`<${Owner} player=${piece.player} />`}`;
  const [outline, middle] = FORMS[piece.kind] ?? DISC;
  return html`<g>
    <path d=${outline} fill=${body} stroke=${edge} stroke-width="6" />
    ${
      piece.player && piece.value === null
        ? html`<path d=${shapePath(piece.player)} fill=${mark} transform=${middle} />`
        : html`<text x="50" y="66" text-anchor="middle" font-size="44" font-weight="700" fill=${mark}>${letter(piece)}</text>`
    }
    ${piece.player && piece.value !== null && html`<${Owner} player=${piece.player} />`}
  </g>`;
}

/** The owner's shape in the corner of a piece whose middle is taken. @param {{player: string}} props */
function Owner({ player }) {
  const [body, , edge] = paint(seatOf(player)?.colour);
  return html`<g transform="translate(58 58) scale(.44)">
    <circle cx="50" cy="50" r="58" fill="#fff" stroke=${edge} stroke-width="8" />
    <path d=${shapePath(player)} fill=${body} transform="translate(12 12) scale(.76)" />
  </g>`;
}

const letter = (/** @type {Piece} */ piece) =>
  (piece.value ?? (piece.label || piece.kind).charAt(0).toUpperCase()).toString();

/** @param {Piece[]} pieces @returns {{piece: Piece, count: number}[]} */
function counted(pieces) {
  if (pieces.length <= MANY) return pieces.map((piece) => ({ piece, count: 1 }));
  const alike = new Map(/** @type {[string, {piece: Piece, count: number}][]} */ ([]));
  for (const piece of pieces) {
    const key = JSON.stringify([piece.kind, piece.colour, piece.player, piece.value, piece.label]);
    alike.set(key, { piece, count: (alike.get(key)?.count ?? 0) + 1 });
  }
  return [...alike.values()];
}

/**
 * Pieces of a place in a grid that fits; in a region they keep clear of the label, which ends at `below_mm`.
 * @param {{slot: Slot, pieces: Piece[], below_mm: number}} props
 */
export function Pieces({ slot, pieces, below_mm }) {
  if (!pieces.length) return null;
  const drawn = counted(pieces);
  const bottom = slot.y_mm + slot.h_mm / 2;
  const top =
    slot.kind === "die" ? slot.y_mm - slot.h_mm / 2 : Math.max(slot.y_mm - slot.h_mm / 2, below_mm);
  const high = bottom - top;
  const natural = slot.kind === "die" ? Math.min(slot.w_mm, high) * 0.9 : PIECE_MM;
  const fit = (/** @type {number} */ across) =>
    Math.min(slot.w_mm / across, high / Math.ceil(drawn.length / across));
  let columns = 1;
  for (let across = 2; across <= drawn.length; across += 1)
    if (fit(across) > fit(columns)) columns = across;
  const rows = Math.ceil(drawn.length / columns);
  const size = Math.min(natural, fit(columns) * 0.94);
  const step_x = Math.min(size * 1.12, slot.w_mm / columns);
  const step_y = Math.min(size * 1.12, high / rows);
  return drawn.map(({ piece, count }, at) => {
    const inRow = Math.min(columns, drawn.length - Math.floor(at / columns) * columns);
    const x = slot.x_mm + ((at % columns) - (inRow - 1) / 2) * step_x;
    const y = (top + bottom) / 2 + (Math.floor(at / columns) - (rows - 1) / 2) * step_y;
    return html`<g transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`}>
      <${PieceShape} piece=${piece} />
      ${
        count > 1 &&
        html`<g class="count">
        <circle cx="84" cy="16" r="24" />
        <text x="84" y="27" text-anchor="middle" font-size="32">${count}</text>
      </g>`
      }
    </g>`;
  });
}
