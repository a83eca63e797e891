// @ts-check
/** The points of everybody over the game, asked for only while somebody looks. */
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./dom.js";
import { snapshot } from "./link.js";
import { Mark, nameOf, paint, seatOf, shapePath } from "./marks.js";
import { commas, t } from "./words.js";

const WIDE = 320;
const HIGH = 150;
const FIELD = { left: 26, right: 296, top: 8, bottom: 132 };
const APART = 2.4; // lines at the same points run so far beside each other: none hides another
const LEVELS = 4;
const PAUSE_MS = 1000; // between two questions, however fast the table moves on

/** Points between two level lines: 1, 2, 5, 10, 20... @param {number} span */
function step(span) {
  for (let size = 1; ; size *= 10)
    for (const one of [size, 2 * size, 5 * size]) if (span <= LEVELS * one) return one;
}

/** @param {{points: Record<string, number[]>}} props */
function Plot({ points }) {
  const series = Object.entries(points);
  const all = series.flatMap(([, row]) => row);
  const level = step(Math.max(0, ...all) - Math.min(0, ...all));
  const low = Math.floor(Math.min(0, ...all) / level) * level;
  const high = Math.max(low + level, Math.ceil(Math.max(0, ...all) / level) * level);
  const last = Math.max(1, (series[0]?.[1].length ?? 1) - 1);
  const x = (/** @type {number} */ at) => FIELD.left + ((FIELD.right - FIELD.left) * at) / last;
  const y = (/** @type {number} */ value) =>
    FIELD.bottom - ((FIELD.bottom - FIELD.top) * (value - low)) / (high - low);
  const levels = [];
  for (let value = low; value <= high; value += level) levels.push(value);
  const words = commas(series.map(([player, row]) => `${nameOf(player)}: ${row.at(-1)}`));
  return html`<svg class="chart" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${`${t("Points over the game")}. ${words}`}>
    ${levels.map(
      (value) => html`<path class="level" d=${`M${FIELD.left} ${y(value)}H${FIELD.right}`} />
        <text class="bar-value" x=${FIELD.left - 6} y=${y(value) + 4} text-anchor="end">${value}</text>`,
    )}
    <text class="bar-value" x=${(FIELD.left + FIELD.right) / 2} y=${HIGH - 4} text-anchor="middle">${t("{n} lines", { n: last })}</text>
    ${series.map(([player, row], seat) => {
      const [body, , edge] = paint(seatOf(player)?.colour);
      const aside = APART * (seat - (series.length - 1) / 2);
      const stair = row.map((value, at) => (at ? `H${x(at)}V${y(value) + aside}` : `M${x(0)} ${y(value) + aside}`)).join("");
      return html`<path class="course-edge" d=${stair} stroke=${edge} /><path class="course" d=${stair} stroke=${body} />`;
    })}
    ${series.map(([player, row], seat) => {
      const [body, , edge] = paint(seatOf(player)?.colour);
      const tied = series.slice(0, seat).filter(([, other]) => other.at(-1) === row.at(-1)).length;
      return html`<g class="mark" transform=${`translate(${FIELD.right - 6 + tied * 7} ${y(row.at(-1) ?? 0) - 7}) scale(.14)`}>
        <path d=${shapePath(player)} fill=${body} stroke=${edge} stroke-width="9" />
      </g>`;
    })}
  </svg>`;
}

/** Once anybody has points. */
export function Points() {
  const table = snapshot.value;
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const [near, setNear] = useState(false);
  const [points, setPoints] = useState(/** @type {Record<string, number[]> | null} */ (null));
  const any = table?.seats.some((seat) => seat.score !== 0) ?? false;
  useEffect(() => {
    if (!ref.current) return undefined;
    const watch = new IntersectionObserver(([seen]) => setNear(seen.isIntersecting));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [any]);
  useEffect(() => {
    if (!near || !any) return undefined;
    const timer = setTimeout(
      () =>
        fetch("/api/v1/points", { cache: "no-store" })
          .then((answer) => answer.json())
          .then((told) => setPoints(told.points))
          .catch(() => {}), // asked again with the next change
      points ? PAUSE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [near, any, table?.version]);
  if (!table || !any) return null;
  return html`<section class="card points" aria-labelledby="points-title" ref=${ref}>
    <h2 id="points-title">${t("Points over the game")}</h2>
    <p class="legend">${table.seats.map((seat) => html`<span><${Mark} player=${seat.player} size=${16} /> ${seat.name}</span>`)}</p>
    ${points ? html`<${Plot} points=${points} />` : html`<div class="points-room"></div>`}
  </section>`;
}
