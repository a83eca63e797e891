// @ts-check
/** The table for those who only look: nothing here takes a tap, nothing shows a hand. */
import { Die } from "./dice.js";
import { Icon, classes, clock, html } from "./dom.js";
import { headOf, placements } from "./flags.js";
import { asOf, snapshot, state } from "./link.js";
import { Mark, addressed, nameOf, paint, seatOf } from "./marks.js";
import { ordinal } from "./seats.js";
import { marked, t } from "./words.js";

/** Who has to do something, and what: the player asked, else the one whose turn it is. */
function expected() {
  const table = snapshot.value;
  const [question] = table?.questions ?? [];
  if (question) return { player: question.player, words: question.prompt, asked: true };
  if (table?.choice) return { player: table.choice.player, words: table.choice.prompt, asked: false };
  return { player: table?.view.turn ?? null, words: table?.view.headline ?? "", asked: false };
}

/** Whose turn it is, what is expected, and what was just triggered. */
export function Turn() {
  const table = snapshot.value;
  if (!table || table.outcome) return null;
  const { player, words, asked } = expected();
  const seat = seatOf(player);
  return html`<section class="glance-turn" style=${`--seat:${paint(seat?.colour)[0]}`} aria-label=${t("Now")}>
    ${seat && html`<p class="glance-who"><${Mark} player=${seat.player} /> <span>${seat.name}</span></p>`}
    <h1>${addressed(words, player)}</h1>
    ${asked && html`<p class="glance-said">${t("Answer on a phone.")}</p>`}
    <p class="glance-said" aria-live="polite">${table.announcement}</p>
  </section>`;
}

/** Pieces that lie against the rules, with the rule in words. */
export const Wrong = () => html`<div class="glance-wrong" role="alert" aria-live="assertive">
  ${placements().map(
    ([flag, ...others]) => html`<section key=${flag.id}>
      <p class="glance-piece"><${Icon} name="alert" /> <span>${headOf(flag)}</span></p>
      ${[flag, ...others].map((one) => html`<p class="glance-rule">${one.text}</p>`)}
      ${flag.remedy && html`<p class="glance-said">${flag.remedy}</p>`}
    </section>`,
  )}
</div>`;

/** The dice of the roll that is due, else of the newest one. */
export function Dice() {
  const table = snapshot.value;
  if (!table) return null;
  const { due, roll } = table;
  const shown = due?.dice ? { player: due.player, dice: due.dice.map((colour) => ({ value: null, colour })) } : roll;
  if (!shown) return null;
  const own = seatOf(shown.player)?.colour ?? null;
  const words = due?.dice ? t("{who} rolls", { who: nameOf(shown.player) }) : t("{who} rolled", { who: nameOf(shown.player) });
  const faces = due?.dice ? "" : shown.dice.map((die) => die.value).join(" ");
  return html`<section class=${classes("glance-dice", due?.dice && "due")} aria-label=${`${words} ${faces}`.trim()}>
    <h2><${Mark} player=${shown.player} /> <span>${words}</span></h2>
    <p aria-hidden="true">${shown.dice.map((die) => html`<${Die} value=${die.value} colour=${die.colour ?? own} />`)}</p>
  </section>`;
}

/** Everybody in table order: points, and with `wealth` what they have. @param {{wealth?: boolean}} props */
export function Points({ wealth }) {
  const table = snapshot.value;
  if (!table) return null;
  return html`<ol class="glance-points" role="list" aria-label=${t("Standing")}>
    ${table.seats.map((seat) => {
      const panel = table.view.panels.find((one) => one.player === seat.player);
      const place = table.outcome?.places[seat.player];
      return html`<li
        key=${seat.player}
        class=${classes(table.view.turn === seat.player && "on-turn", place === 1 && "winner")}
        style=${`--seat:${paint(seat.colour)[0]}`}
      >
        <${Mark} player=${seat.player} />
        <span class="glance-name">${seat.name}${place && html` <small>${ordinal(place)}</small>`}</span>
        ${table.scored && html`<b>${seat.score}<span class="unseen"> ${t("points")}</span></b>`}
        ${
          wealth &&
          html`<span class="glance-has">
          ${panel?.quantities.map((one) => html`<span>${marked("{n} {thing}", { n: html`<b>${one.amount}</b>`, thing: one.label.toLowerCase() })}</span>`)}
        </span>`
        }
      </li>`;
    })}
  </ol>`;
}

/** The game is over: why. */
export const Over = () =>
  snapshot.value?.outcome &&
  html`<section class="glance-over"><h2>${t("Game over")}</h2><p>${snapshot.value.outcome.reason}</p></section>`;

/** Only when the link is down: since when, so that nobody trusts old numbers. */
export const Stale = () => html`<p class="glance-stale" role="status">
  ${
    state.value !== "live" &&
    html`<span>${state.value === "connecting" ? t("connecting…") : t("reconnecting…")}</span>
      ${asOf.value > 0 && html` <span>${t("as of {time}", { time: clock(asOf.value) })}</span>`}`
  }
</p>`;
