// @ts-check
/** Players and pieces are told apart by colour and by shape, never by colour alone. */
import { html } from "./dom.js";
import { snapshot } from "./link.js";
import { t } from "./words.js";

/** Body, pips or writing on it, outline. @type {Record<string, [string, string, string]>} */
const PAINT = {
  red: ["#c5302b", "#fff", "#7d1512"],
  orange: ["#ea8430", "#241300", "#8f4708"],
  yellow: ["#f3c431", "#231b00", "#8a6a00"],
  green: ["#23834b", "#fff", "#0f4d2a"],
  blue: ["#2b62c9", "#fff", "#143878"],
  purple: ["#7b45b4", "#fff", "#482272"],
  pink: ["#e792b5", "#2d0817", "#99416a"],
  brown: ["#80522f", "#fff", "#4b2c14"],
  black: ["#2a2d31", "#fff", "#75797e"],
  white: ["#fbf8f0", "#20242a", "#77736a"],
  grey: ["#8d9298", "#14171a", "#565b60"],
  clear: ["#d5e6ea", "#1f3a42", "#5d858f"],
};
const PLAIN = /** @type {[string, string, string]} */ (["#efe9dc", "#20242a", "#77736a"]);

/** @param {string | null | undefined} colour */
export const paint = (colour) => PAINT[colour ?? ""] ?? PLAIN;

const SHAPES = [
  "M50 8a42 42 0 1 1 0 84a42 42 0 1 1 0-84z", // disc
  "M22 13h56a9 9 0 0 1 9 9v56a9 9 0 0 1-9 9H22a9 9 0 0 1-9-9V22a9 9 0 0 1 9-9z", // square
  "M50 9a7 7 0 0 1 6 3.5l36 64a7 7 0 0 1-6 10.5H14a7 7 0 0 1-6-10.5l36-64A7 7 0 0 1 50 9z", // triangle
  "M50 5L93 50L50 95L7 50z", // diamond
  "M50 6l38 22v44L50 94L12 72V28z", // hexagon
  "M50 5l13 29l32 4l-24 21l7 32l-28-16l-28 16l7-32L5 38l32-4z", // star
  "M35 10h30v25h25v30H65v25H35V65H10V35h25z", // cross
  "M12 14h76v34c0 24-18 37-38 44C30 85 12 72 12 48z", // shield
];
const NAMES = [
  t("disc"),
  t("square"),
  t("triangle"),
  t("diamond"),
  t("hexagon"),
  t("star"),
  t("cross"),
  t("shield"),
];

/** Place in seat order; -1 for nobody. @param {string | null | undefined} player */
const place = (player) => snapshot.value?.seats.findIndex((seat) => seat.player === player) ?? -1;

/** @param {string | null | undefined} player */
export const seatOf = (player) => snapshot.value?.seats.find((seat) => seat.player === player);

/** @param {string | null | undefined} player */
export const nameOf = (player) => seatOf(player)?.name || player || t("Somebody");

/** @param {import("./types.js").HistoryLine} line */
export const wordsOf = (line) => (line.sentences.length ? line.sentences : [line.text]);

/** Words without the name of somebody who is shown beside them. @param {string} words @param {string | null | undefined} player */
export function addressed(words, player) {
  const name = nameOf(player);
  const [start] = [`${name}: `, `${name}：`].filter((one) => words.startsWith(one));
  if (!player || !start) return words;
  return words.charAt(start.length).toUpperCase() + words.slice(start.length + 1);
}

/** @param {string} player */
export const shapeName = (player) => NAMES[Math.max(0, place(player)) % NAMES.length];

/** Outline of a player's shape in a 100 by 100 box. @param {string | null | undefined} player */
export const shapePath = (player) => SHAPES[Math.max(0, place(player)) % SHAPES.length];

/** The colour of a piece with the shape of the place in seat order. @param {{colour: string, at: number, size?: number}} props */
export const Swatch = ({ colour, at, size = 30 }) => html`<svg class="mark" viewBox="0 0 100 100" width=${size} height=${size} aria-hidden="true" focusable="false">
  <path d=${SHAPES[at % SHAPES.length]} fill=${paint(colour)[0]} stroke=${paint(colour)[2]} stroke-width="7" />
</svg>`;

/** The player's colour and shape. @param {{player: string, size?: number}} props */
export function Mark({ player, size = 22 }) {
  const [body, , edge] = paint(seatOf(player)?.colour);
  return html`<svg class="mark" viewBox="0 0 100 100" width=${size} height=${size} aria-hidden="true" focusable="false">
    <path d=${shapePath(player)} fill=${body} stroke=${edge} stroke-width="7" />
  </svg>`;
}
