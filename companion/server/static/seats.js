// @ts-check
/** Seats in table order, score sheets, and numbers set by hand. */
import { useState } from "preact/hooks";
import { busy } from "./commands.js";
import { openDialog, request } from "./dialogs.js";
import { Die } from "./dice.js";
import { classes, html } from "./dom.js";
import { openExports } from "./exports.js";
import { seatId, snapshot } from "./link.js";
import { Mark, nameOf, paint, seatOf, shapeName } from "./marks.js";
import { COLOURS, commas, many, marked, t } from "./words.js";

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Quantity} Quantity */

const panelOf = (/** @type {string} */ player) =>
  snapshot.value?.view.panels.find((panel) => panel.player === player);

/** Points, in a game that has them. @param {{of: Seat}} props */
const Score = ({ of: one }) =>
  snapshot.value?.scored && html`<span class="seat-score"><b>${one.score}</b><span class="unseen"> ${t("points")}</span></span>`;

/** @param {{seat: Seat}} props */
function SeatRow({ seat: one }) {
  const panel = panelOf(one.player);
  const turn = snapshot.value?.view.turn === one.player;
  const place = snapshot.value?.outcome?.places[one.player];
  return html`<li>
    <button type="button" class=${classes("seat", turn && "on-turn")} style=${`--seat:${paint(one.colour)[0]}`} onClick=${() => openSheet(one.player)}>
      <${Mark} player=${one.player} size=${30} />
      <span class="seat-who">
        <span class="seat-name">
          ${one.name}
          ${one.player === seatId.value && html`<span class="you">${t("you")}</span>`}
          ${place && html`<span class="you">${ordinal(place)}</span>`}
        </span>
        <span class="seat-has">
          ${panel?.quantities.map((quantity) => html`<span class="has">${marked("{n} {thing}", { n: html`<b>${quantity.amount}</b>`, thing: quantity.label.toLowerCase() })}</span>`)}
        </span>
        ${panel?.note && html`<span class="seat-note">${panel.note}</span>`}
        ${panel && panel.cards.length > 0 && html`<span class="seat-cards">${panel.cards.map((card) => html`<span class="chip">${card}</span>`)}</span>`}
      </span>
      <${Score} of=${one} />
    </button>
  </li>`;
}

export const ordinal = (/** @type {number} */ place) =>
  ["", t("1st"), t("2nd"), t("3rd")][place] || t("{n}th", { n: place });

const points = (/** @type {number} */ n) => many(n, "{n} point", "{n} points");

const AT_A_GLANCE = 2; // games name first what matters most

/** @param {{seat: Seat}} props */
function Glance({ seat: one }) {
  const table = snapshot.value;
  const all = panelOf(one.player)?.quantities ?? [];
  const has = all.filter((quantity) => quantity.id !== "points").slice(0, AT_A_GLANCE);
  const spoken = [...(table?.scored ? [points(one.score)] : []), ...has.map(({ label, amount }) => t("{n} {thing}", { n: amount, thing: label }))];
  return html`<li>
    <button
      type="button"
      class=${classes(table?.view.turn === one.player && "on-turn")}
      style=${`--seat:${paint(one.colour)[0]}`}
      aria-label=${spoken.length ? `${one.name}: ${commas(spoken)}` : one.name}
      onClick=${() => openSheet(one.player)}
    >
      <span class="strip-score"><${Mark} player=${one.player} size=${20} />${table?.scored && html`<b>${one.score}</b>`}</span>
      <span class="strip-name">${one.name}</span>
      <span class="strip-has">${has.map(({ label, amount }) => html`<span>${marked("{n} {thing}", { n: html`<b>${amount}</b>`, thing: label.toLowerCase() })}</span>`)}</span>
    </button>
  </li>`;
}

/** Who has how much, in table order. */
export const Strip = () => html`<ul class="strip" role="list">
  ${snapshot.value?.seats.map((one) => html`<${Glance} key=${one.player} seat=${one} />`)}
</ul>`;

/** Everybody at the table. */
export function Seats() {
  const table = snapshot.value;
  if (!table?.seats.length) return null;
  return html`<section class="card" aria-labelledby="seats-title">
    <h2 id="seats-title">${t("Standing")}</h2>
    <ul class="seats" role="list">
      ${table.seats.map((one) => html`<${SeatRow} key=${one.player} seat=${one} />`)}
    </ul>
  </section>`;
}

/** Cards that lie on the table for everybody. */
export const Shelves = () =>
  snapshot.value?.view.shelves.map(
    (shelf) => html`<section class="card shelf" aria-label=${shelf.title} key=${shelf.title}>
      <h2>${shelf.title}</h2>
      <p class="chips">${shelf.cards.map((card) => html`<span class="chip">${card}</span>`)}${!shelf.cards.length && html`<span class="soft">${t("none")}</span>`}</p>
      ${shelf.note && html`<p class="soft">${shelf.note}</p>`}
    </section>`,
  );

/** @param {string} player */
function openSheet(player) {
  openDialog({
    title: snapshot.value?.scored ? t("{who}: score", { who: nameOf(player) }) : nameOf(player),
    body: () => html`<${Sheet} player=${player} />`,
  });
}

/** @param {{player: string}} props */
function Sheet({ player }) {
  const one = seatOf(player);
  const panel = panelOf(player);
  if (!one) return null;
  const adjustable = panel?.quantities.filter((quantity) => quantity.adjustable) ?? [];
  return html`
    <p class="who-line"><${Mark} player=${player} size=${26} /> <span>${COLOURS[one.colour] ?? one.colour} ${shapeName(player)}</span></p>
    ${
      snapshot.value?.scored &&
      html`<table class="score-sheet">
        <caption class="unseen">${t("Points and what they are for")}</caption>
        <tbody>
          ${one.lines.map((line) => html`<tr><th scope="row">${line.reason}</th><td>${line.points > 0 ? `+${line.points}` : line.points}</td></tr>`)}
          ${!one.lines.length && html`<tr><th scope="row">${t("No points yet")}</th><td>0</td></tr>`}
        </tbody>
        <tfoot><tr><th scope="row">${t("Total")}</th><td>${one.score}</td></tr></tfoot>
      </table>`
    }
    ${
      panel &&
      panel.hand.length > 0 &&
      html`<h3>${t("In hand")}</h3>
      <div class="hand-small">${panel.hand.map((piece) => html`<${Held} piece=${piece} />`)}</div>`
    }
    ${
      panel &&
      panel.cards.length > 0 &&
      html`<h3>${t("Cards")}</h3>
      <p class="chips">${panel.cards.map((card) => html`<span class="chip">${card}</span>`)}</p>`
    }
    ${panel?.note && html`<p class="soft">${panel.note}</p>`}
    ${
      adjustable.length > 0 &&
      html`<h3>${t("Put a number right")}</h3>
      ${adjustable.map((quantity) => html`<${Stepper} key=${`${quantity.id}:${quantity.amount}`} player=${player} quantity=${quantity} />`)}`
    }
  `;
}

/** @param {{piece: import("./types.js").Piece}} props */
const Held = ({ piece }) =>
  piece.value === null
    ? html`<span class="chip">${piece.label || piece.kind}</span>`
    : html`<${Die} value=${piece.value} colour=${piece.colour} />`;

/** @param {{player: string, quantity: Quantity}} props */
function Stepper({ player, quantity }) {
  const [amount, setAmount] = useState(quantity.amount);
  const changed = amount !== quantity.amount;
  const save = () =>
    request({ type: "Adjust", player, quantity: quantity.id, amount }, { keepOpen: true });
  return html`<div class="stepper" role="group" aria-label=${quantity.label}>
    <span class="stepper-label">${quantity.label}</span>
    <button
      type="button"
      class="round"
      aria-label=${t("One {thing} less", { thing: quantity.label })}
      onClick=${() => setAmount((now) => now - 1)}
    >
      −
    </button>
    <output aria-live="polite">${amount}</output>
    <button
      type="button"
      class="round"
      aria-label=${t("One {thing} more", { thing: quantity.label })}
      onClick=${() => setAmount((now) => now + 1)}
    >
      +
    </button>
    <button
      type="button"
      class=${classes("primary", !changed && "away")}
      aria-label=${t("Set {thing} to {n}", { thing: quantity.label, n: amount })}
      disabled=${!changed || busy.value}
      onClick=${save}
    >
      ${t("Set|a number by hand")}
    </button>
  </div>`;
}

/** The game is over. @param {{keep?: boolean}} props */
export function Result({ keep = true }) {
  const table = snapshot.value;
  if (!table?.outcome) return null;
  const ranked = [...table.seats].sort(
    (one, other) =>
      (table.outcome?.places[one.player] ?? 99) - (table.outcome?.places[other.player] ?? 99),
  );
  const shared = (/** @type {number} */ place) =>
    ranked.filter((one) => table.outcome?.places[one.player] === place).length > 1;
  return html`<section class="card result" aria-labelledby="result-title">
    <h2 id="result-title">${t("Game over")}</h2>
    <p>${table.outcome.reason}</p>
    <ol role="list">
      ${ranked.map((one) => {
        const place = table.outcome?.places[one.player] ?? 0;
        return html`<li class=${place === 1 ? "winner" : ""}>
          <span class="rank">${ordinal(place)}</span><${Mark} player=${one.player} size=${28} />
          <span class="seat-name">${one.name}${shared(place) ? html` <span class="you">${t("shared|a place by several")}</span>` : ""}</span>
          <${Score} of=${one} />
        </li>`;
      })}
    </ol>
    ${keep && html`<button type="button" class="wide" onClick=${() => openExports(table.version)}>${t("Keep this game")}</button>`}
  </section>`;
}
