// @ts-check
/** Markup without a build step: `html` is JSX as a template string. */
import { h } from "preact";
import htm from "htm";
import { language } from "./words.js";

/** @type {(strings: TemplateStringsArray, ...values: unknown[]) => any} */
export const html = htm.bind(h);

/** @param {...(string | false | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/** What the program says, with commands, which stand in backticks, as code. @param {string} text */
export const withCode = (text) =>
  text.split("`").map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));

/** @param {number} milliseconds */
export const clock = (milliseconds) =>
  new Date(milliseconds).toLocaleTimeString(language, {
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

const STROKES = {
  camera: "M4 8h3.5l1.8-2.5h5.4L16.5 8H20v11H4zM12 10.2a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 0 0 0-6.6",
  phone: "M8 3h8v18H8zM11 18h2",
  undo: "M9 6L4.5 10.5L9 15M5 10.5h9a5 5 0 0 1 0 10h-2",
  hand: "M4 20l1-4.5L15.5 5a2.1 2.1 0 0 1 3 3L8.5 18.8zM13.5 7l3.2 3.2",
  expand: "M4 9.5V4h5.5M14.5 20H20v-5.5M4 4l6 6M20 20l-6-6",
  close: "M6 6l12 12M18 6L6 18",
  chevron: "M9 5.5l6.5 6.5L9 18.5",
  down: "M5.5 9l6.5 6.5L18.5 9",
  up: "M5.5 15l6.5-6.5l6.5 6.5",
  alert: "M12 4L2.8 19.5h18.4zM12 10v4.5M12 16.8v.4",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7M2.5 20c.4-3.8 3-5.8 6.5-5.8s6.1 2 6.5 5.8M16 5a3.2 3.2 0 0 1 0 6.2M18 14.7c2 .8 3.2 2.6 3.5 5.3",
  first: "M6 5v14M18 5.5L9 12l9 6.5z",
  last: "M18 5v14M6 5.5L15 12l-9 6.5z",
  back: "M15 5.5L8.5 12l6.5 6.5",
  play: "M7 5l12 7l-12 7z",
  pause: "M8 5v14M16 5v14",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  silent: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  awake: "M12 8.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 0 0 0-7.6M12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M5.3 18.7l1.5-1.5M17.2 6.8l1.5-1.5",
  screen: "M3 5h18v12H3zM8.5 20.5h7",
  box: "M6 5h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1",
  grip: "M5 9h14M5 15h14",
  check: "M4.5 12.5l5 5L19.5 7",
};

/** A line icon; decoration only. @param {{name: keyof typeof STROKES}} props */
export const Icon = ({
  name,
}) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path d=${STROKES[name]} />
</svg>`;
