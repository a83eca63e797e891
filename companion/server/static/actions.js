// @ts-check
/** What may be done now: dice chosen by hand, legal actions, and anything else in notation. */
import { computed, signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { busy } from "./commands.js";
import { openDialog, request } from "./dialogs.js";
import { DieButton, Die, openRollEntry, unsureDice } from "./dice.js";
import { Icon, classes, html } from "./dom.js";
import { openRoll } from "./history.js";
import { layout, seatId, snapshot } from "./link.js";
import { Mark, nameOf, seatOf } from "./marks.js";
import { commas, marked, t } from "./words.js";

/** @typedef {import("./types.js").Action} Action */

const FEW = 6;
const MANY = 16; // more choices than that are sorted, so that none is looked for in a long list

/** Phones that answered for somebody go on doing so. */
const standsIn = signal(/** @type {string[]} */ ([]));

/** Whether this phone answers for a player. @param {string | null} player */
const answers = (player) =>
  player === null || player === seatId.value || standsIn.value.includes(player);

/** Places of the hand that are chosen, for one version of the table. */
const choosing = signal(
  /** @type {{version: number, places: number[]}} */ ({ version: -1, places: [] }),
);

export const hasBoard = computed(() => (layout.value?.width_mm ?? 0) > 0);
/** What the player whose turn it is holds, when there is something to do with it. */
export const hand = computed(() => {
  const table = snapshot.value;
  if (!table?.actions.some((action) => action.dice.length)) return [];
  return table.view.panels.find((one) => one.player === table.view.turn)?.hand ?? [];
});
export const dice = computed(() => hand.value.filter((piece) => piece.value !== null));
/** Nobody reads the table: people tap what they do. */
export const byHand = computed(() =>
  ["off", "lost"].includes(snapshot.value?.camera.state ?? "off"),
);

/** By hand the next die is chosen already, so that one tap on its place does. @returns {number[]} */
function next() {
  const table = snapshot.value;
  if (!table || !byHand.value || table.choice || table.due || !answers(table.view.turn)) return [];
  const fits = dice.value.findIndex((piece) =>
    table.actions.some((action) => same(action.dice, [piece.value ?? 0])),
  );
  return fits < 0 ? [] : [fits];
}

const touched = computed(() => choosing.value.version === snapshot.value?.version);
const places = computed(() => (touched.value ? choosing.value.places : next()));
export const chosen = computed(() =>
  places.value.map((place) => dice.value[place]?.value ?? 0).sort(),
);

const inOrder = (/** @type {number[]} */ values) => [...values].sort();
const same = (/** @type {number[]} */ one, /** @type {number[]} */ other) =>
  inOrder(one).join() === inOrder(other).join();

/** @param {number[]} few @param {number[]} all */
function within(few, all) {
  const left = [...all];
  return few.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Actions that use exactly the dice chosen; the answers, when a choice is due. */
export const fitting = computed(() => {
  const table = snapshot.value;
  if (!table) return [];
  if (table.choice) return answers(table.choice.player) ? table.choice.choices : [];
  return chosen.value.length
    ? table.actions.filter((action) => same(action.dice, chosen.value))
    : [];
});
/** Actions that use the dice chosen and more. */
const reaching = computed(() => {
  const table = snapshot.value;
  if (!table || table.choice || !chosen.value.length) return [];
  return table.actions.filter(
    (action) => action.dice.length > chosen.value.length && within(chosen.value, action.dice),
  );
});
/** Places lit on the board: those to tap now. */
export const lit = computed(() => new Set(fitting.value.flatMap((action) => action.slots)));

/** @param {number} place */
function toggle(place) {
  const version = snapshot.value?.version ?? -1;
  const now = touched.value ? places.value : []; // instead of the die that nobody chose
  choosing.value = {
    version,
    places: now.includes(place) ? now.filter((one) => one !== place) : [...now, place],
  };
}

const act = (/** @type {Action} */ action) => request({ type: "Act", text: action.text });

/** A lit place was tapped. @param {string[]} slots */
export function tapPlaces(slots) {
  const found = fitting.value.filter((action) => action.slots.some((slot) => slots.includes(slot)));
  if (found.length === 1) return void act(found[0]);
  if (found.length)
    openDialog({ title: t("Which one?"), body: () => html`<${ActionButtons} actions=${found} />` });
}

/** @param {{actions: Action[], strong?: boolean}} props */
export const ActionButtons = ({
  actions,
  strong,
}) => html`<div class=${classes("action-list", actions.length > 3 && actions.every(isShort) && "tiles")}>
  ${actions.map(
    (action) => html`<button
      type="button"
      key=${action.text}
      class=${classes("action", strong && "strong")}
      disabled=${busy.value}
      onClick=${() => act(action)}
    >
      <span>${action.label}</span>
      ${
        action.dice.length > 0 &&
        html`<span class="action-dice">${action.dice.map((value) => html`<${Die} value=${value} colour=${colourOf(value)} />`)}</span>`
      }
    </button>`,
  )}
</div>`;

const isShort = (/** @type {Action} */ action) => action.label.length <= 18 && !action.dice.length;

const colourOf = (/** @type {number} */ value) =>
  dice.value.find((piece) => piece.value === value)?.colour ??
  seatOf(snapshot.value?.view.turn)?.colour ??
  null;

/** Dice rolled and not yet placed: choose some to see where they may go. */
export function Hand() {
  const table = snapshot.value;
  if (!table || !dice.value.length || table.due) return null;
  const { roll } = table;
  const unsure = roll?.dice.filter((die) => die.unsure).length ?? 0;
  const rest = hand.value.filter((piece) => piece.value === null);
  return html`<section class="card" aria-labelledby="hand-title">
    <div class="card-head">
      <h2 id="hand-title">${t("To place")}</h2>
      ${
        roll &&
        roll.player === table.view.turn &&
        html`<button type="button" class="link-button" onClick=${openRoll}>
        ${unsure ? unsureDice(unsure) : t("Misread?")}
      </button>`
      }
    </div>
    <div class="dice-row" style=${`--n:${dice.value.length}`} role="group" aria-label=${t("Dice to place")}>
      ${dice.value.map(
        (piece, place) => html`<${DieButton}
          value=${piece.value}
          colour=${piece.colour}
          label=${`${piece.label || t("die")}${/\d/.test(piece.label) ? "" : ` ${piece.value}`}`}
          pressed=${places.value.includes(place)}
          onTap=${() => toggle(place)}
        />`,
      )}
    </div>
    ${
      rest.length > 0 &&
      html`<p class="chips">
      ${rest.map((piece) => html`<span class="chip">${piece.label || piece.kind}</span>`)}
    </p>`
    }
    ${!table.choice && html`<p class="soft" aria-live="polite">${hint()}</p>`}
  </section>`;
}

function hint() {
  if (!chosen.value.length)
    return t("Put them on the board. Or tap dice here to see where they may go.");
  if (fitting.value.length)
    return lit.value.size && hasBoard.value
      ? t("Tap a lit place, or choose below.")
      : t("Choose below.");
  return reaching.value.length
    ? t("Legal only together with more dice:")
    : t("No legal place for these dice together.");
}

/** What the dice chosen can do. */
function Fitting() {
  if (!fitting.value.length && !reaching.value.length) return null;
  return html`<section class="card" aria-labelledby="fitting-title">
    <h2 id="fitting-title">${t("With {dice}", { dice: commas(chosen.value) })}</h2>
    ${fitting.value.length > 0 && html`<${ActionButtons} actions=${fitting.value} strong=${fitting.value.length === 1} />`}
    ${
      reaching.value.length > 0 &&
      html`<h3>${t("With more dice")}</h3>
      <${ActionButtons} actions=${reaching.value.slice(0, 12)} />`
    }
  </section>`;
}

/**
 * Buttons for the player concerned; for others a way to answer for them, unless the answers are hidden.
 * @param {{player: string | null, prompt: string, answers: readonly unknown[], children?: unknown}} props
 */
export function Concerned({ player, prompt, answers: told, children }) {
  if (player === null || answers(player)) return children;
  return html`<div class="waiting">
    <p><${Mark} player=${player} size=${20} /> ${marked("Waiting for {who}: {prompt}", { who: html`<b>${nameOf(player)}</b>`, prompt })}</p>
    ${
      told.length > 0 &&
      html`<button type="button" class="quiet" onClick=${() => (standsIn.value = [...standsIn.value, player])}>
        ${t("Answer for {who}", { who: nameOf(player) })}
      </button>`
    }
  </div>`;
}

/** A few things to do without dice, and the way to all. */
export function Quick() {
  const table = snapshot.value;
  if (!table || table.choice || table.outcome) return null;
  const all = table.actions;
  const dieless = all.filter((action) => !action.dice.length);
  const plain = dieless.filter((action) => action.text.split(" ").length <= 2); // such as ending the turn
  if (chosen.value.length)
    return html`<${Fitting} />
      ${plain.length > 0 && plain.length <= FEW && html`<section class="card" aria-label=${t("Possible now")}><${ActionButtons} actions=${plain} /></section>`}`;
  const shown = [all, dieless, plain, []].find((some) => some.length <= FEW) ?? [];
  if (!all.length) return null;
  return html`<section class="card" aria-labelledby="quick-title">
    <h2 id="quick-title">
      ${table.view.turn && table.view.turn !== seatId.value ? t("Possible for {who}", { who: nameOf(table.view.turn) }) : t("Possible now")}
    </h2>
    <${ActionButtons} actions=${shown} />
    ${
      shown.length < all.length &&
      html`<button type="button" class="more" onClick=${openActions}>${t("All {n} legal actions", { n: all.length })} <${Icon} name="chevron" /></button>`
    }
  </section>`;
}

export const openActions = () =>
  openDialog({ title: t("Enter by hand"), body: () => html`<${Manual} />` });

/** Group by the area of the board it touches, else by its kind. @param {Action[]} actions @returns {[string, Action[]][]} */
function grouped(actions) {
  const board = layout.value;
  const areaOf = new Map(board?.slots.map((slot) => [slot.id, slot.area]));
  const labels = new Map(board?.areas.map((area) => [area.id, area.label]));
  const groups = new Map();
  for (const action of actions) {
    const areas = [...new Set(action.slots.map((slot) => areaOf.get(slot)))];
    const area = areas.length === 1 ? labels.get(areas[0] ?? "") : undefined;
    const name = area ?? (actions.length > FEW ? action.kind : "");
    groups.set(name, [...(groups.get(name) ?? []), action]);
  }
  return [...groups];
}

/** The choices that are open: many of them by kind, two taps each. @param {{actions: Action[]}} props */
export function Choices({ actions }) {
  if (actions.length <= MANY)
    return html`<${ActionButtons} actions=${actions} strong=${actions.length <= 3} />`;
  return html`${grouped(actions).map(([name, some]) =>
    some.length === 1
      ? html`<${ActionButtons} key=${name} actions=${some} />`
      : html`<details class="sorted" key=${name}>
          <summary><span>${name}</span> <span class="soft">${some.length}</span></summary>
          <${ActionButtons} actions=${some} />
        </details>`,
  )}`;
}

function Manual() {
  const [sought, seek] = useState("");
  const table = snapshot.value;
  if (!table) return null;
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = table.actions.filter((action) =>
    words.every((word) => `${action.label} ${action.text}`.toLowerCase().includes(word)),
  );
  return html`
    ${table.due && html`<button type="button" class="primary wide" onClick=${openRollEntry}>${t("Enter the roll")}</button>`}
    ${
      table.actions.length > FEW &&
      html`<label class="field"><span>${t("Search {n} legal actions", { n: table.actions.length })}</span>
      <input
        type="search"
        value=${sought}
        onInput=${(/** @type {any} */ event) => seek(event.target.value)}
        autocomplete="off"
      /></label>`
    }
    ${grouped(found).map(
      ([name, actions]) => html`<section key=${name}>
        ${name && html`<h3>${name}</h3>`}
        <${ActionButtons} actions=${actions} />
      </section>`,
    )}
    ${!found.length && html`<p class="soft">${sought ? t("Nothing legal fits these words.") : table.due ? "" : t("Nothing to do by hand now.")}</p>`}
    <${Notation} />
  `;
}

/** Anything in the game's notation; what the rules refuse can be overruled. */
function Notation() {
  const [text, setText] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) void request({ type: "Act", text: text.trim() });
  };
  return html`<details class="more-box">
    <summary>${t("More: anything in notation")}</summary>
    <form onSubmit=${submit}>
      <label class="field"><span>${t("One action, as in the history")}</span>
        <input
          type="text"
          value=${text}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)}
          autocapitalize="off"
          autocomplete="off"
          autocorrect="off"
          spellcheck="false"
          placeholder=${snapshot.value?.actions[0]?.text ?? ""}
        /></label>
      <button type="submit" class="primary wide" disabled=${!text.trim() || busy.value}>${t("Do it")}</button>
      <p class="soft">${t("If the rules forbid it, you see which, and can overrule them.")}</p>
    </form>
  </details>`;
}
