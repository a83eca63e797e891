// @ts-check
/** Bars, with every value in words for those who hear them. */
import { html } from "./dom.js";
import { snapshot } from "./link.js";
import { Mark, nameOf, paint, seatOf } from "./marks.js";
import { commas } from "./words.js";

/** @typedef {import("./types.js").Chart} Chart */

const HIGH = 110;
const WIDE = 320;

/** @param {{chart: Chart, id: string}} props */
function Bars({ chart: all, id }) {
  const used = all.series.filter(([, values]) => values.some(Boolean));
  const chart = { ...all, series: used.length ? used : all.series.slice(0, 1) };
  const most = Math.max(1, ...chart.series.flatMap(([, values]) => values));
  const group = WIDE / Math.max(1, chart.labels.length);
  const bar = Math.min(26, (group * 0.8) / Math.max(1, chart.series.length));
  return html`<section class="card" aria-labelledby=${id}>
    <h2 id=${id}>${chart.title}</h2>
    ${
      chart.series.length > 1 &&
      html`<p class="legend">${chart.series.map(([player]) => html`<span><${Mark} player=${player} size=${16} /> ${nameOf(player)}</span>`)}</p>`
    }
    <svg class="chart" viewBox=${`0 0 ${WIDE} ${HIGH + 34}`} role="img" aria-label=${`${chart.title}. ${inWords(chart)}`}>
      <line class="axis" x1="0" y1=${HIGH + 12} x2=${WIDE} y2=${HIGH + 12} />
      ${chart.labels.map((label, column) => {
        const middle = (column + 0.5) * group;
        return html`<g>
          ${chart.series.map(([player, values], row) => {
            const [body, , edge] = paint(seatOf(player)?.colour);
            const value = values[column] ?? 0;
            const high = (value / most) * (HIGH - 8);
            const x = middle + (row - chart.series.length / 2) * bar;
            return html`<rect x=${x + 1} y=${HIGH + 12 - high} width=${bar - 2} height=${Math.max(high, 0.5)} rx="2.5" fill=${body} stroke=${edge} />
              ${value > 0 && bar >= 9 && html`<text class="bar-value" x=${x + bar / 2} y=${HIGH + 8 - high} text-anchor="middle">${value}</text>`}`;
          })}
          <text class="bar-label" x=${middle} y=${HIGH + 29} text-anchor="middle">${label}</text>
        </g>`;
      })}
    </svg>
  </section>`;
}

/** @param {Chart} chart */
const inWords = (chart) =>
  chart.series
    .map(
      ([player, values]) =>
        `${nameOf(player)}: ${commas(chart.labels.map((label, at) => `${label}: ${values[at] ?? 0}`))}.`,
    )
    .join(" ");

const hasBars = (/** @type {Chart} */ chart) =>
  chart.series.some(([, values]) => values.some(Boolean));

export const Charts = () =>
  snapshot.value?.view.charts.filter(hasBars).map(
    (chart, at) => html`<${Bars} key=${chart.title} chart=${chart} id=${`chart-${at}`} />`,
  );
