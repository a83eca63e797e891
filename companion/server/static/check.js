// @ts-check
/** The table check: what lies there and what people hold, beside what was booked. */
import { useEffect, useState } from "preact/hooks";
import { busy } from "./commands.js";
import { openDialog, request } from "./dialogs.js";
import { Icon, html } from "./dom.js";
import { snapshot } from "./link.js";
import { Mark, nameOf } from "./marks.js";
import { commas, many, t } from "./words.js";

/** @typedef {import("./types.js").CheckedArea} CheckedArea */
/** @typedef {{player: string, id: string, label: string, amount: number}} Held */

/** Numbers that people can count and set, as the table has them now. @returns {Held[]} */
const held = () =>
  (snapshot.value?.view.panels ?? []).flatMap((panel) =>
    panel.quantities
      .filter((one) => one.adjustable)
      .map(({ id, label, amount }) => ({ player: panel.player, id, label, amount })),
  );

const pieces = (/** @type {string[]} */ words) => (words.length ? commas(words) : t("nothing"));

/** @param {{area: CheckedArea}} props */
const Odd = ({ area }) => html`<li class="odd">
  <p class="odd-head"><${Icon} name="alert" /> <span>${area.label}</span></p>
  <dl class="laying-out">
    <dt>${t("Booked")}</dt><dd>${pieces(area.expected)}</dd>
    <dt>${t("Seen")}</dt><dd>${pieces(area.seen)}</dd>
  </dl>
</li>`;

/** Places by what the camera last saw. @param {{areas: CheckedArea[] | null}} props */
function Places({ areas }) {
  if (!areas) return html`<p class="soft">${t("Looking…")}</p>`;
  if (!areas.length) return html`<p class="soft">${t("The camera has not seen the table.")}</p>`;
  const odd = areas.filter((area) => !area.agrees);
  if (!odd.length)
    return html`<p class="all-well"><${Icon} name="check" /> <span>${many(areas.length, "All {n} place lies as booked.", "All {n} places lie as booked.")}</span></p>`;
  return html`<ul class="odds" role="list">${odd.map((area) => html`<${Odd} key=${area.area} area=${area} />`)}</ul>
    <p class="soft">${many(areas.length - odd.length, "{n} other place lies as booked. Put the pieces right, or the line under “What happened”.", "{n} other places lie as booked. Put the pieces right, or the line under “What happened”.")}</p>`;
}

/** @param {{one: Held, amount: number, onSet: (amount: number) => void}} props */
const Count = ({ one, amount, onSet }) => html`<div class="stepper" role="group" aria-label=${t("{thing} of {who}", { thing: one.label, who: nameOf(one.player) })}>
  <span class="stepper-label">${one.label}</span>
  <button type="button" class="round" disabled=${amount < 1} aria-label=${t("One {thing} less for {who}", { thing: one.label, who: nameOf(one.player) })} onClick=${() => onSet(amount - 1)}>−</button>
  <output class=${amount === one.amount ? "" : "counted"} aria-live="polite">${amount}</output>
  <button type="button" class="round" aria-label=${t("One {thing} more for {who}", { thing: one.label, who: nameOf(one.player) })} onClick=${() => onSet(amount + 1)}>+</button>
</div>`;

function Check() {
  const [areas, setAreas] = useState(/** @type {CheckedArea[] | null} */ (null));
  const [counted, setCounted] = useState(/** @type {Record<string, number>} */ ({}));
  const revision = snapshot.value?.revision;
  useEffect(() => {
    let late = false;
    void fetch("/api/v1/check", { cache: "no-store" })
      .then((answer) => (answer.ok ? answer.json() : { areas: [] }))
      .catch(() => ({ areas: [] }))
      .then((sheet) => late || setAreas(sheet.areas));
    return () => {
      late = true;
    };
  }, [revision]);
  const all = held();
  const keyOf = (/** @type {Held} */ one) => `${one.player}:${one.id}`;
  const amountOf = (/** @type {Held} */ one) => counted[keyOf(one)] ?? one.amount;
  const others = all.filter((one) => amountOf(one) !== one.amount).length;
  const players = [...new Set(all.map((one) => one.player))];
  const send = () =>
    request({ type: "Check", counted: all.map((one) => [one.player, one.id, amountOf(one)]) });
  return html`
    <${Places} areas=${areas} />
    ${players.map(
      (player) => html`<section class="counts" key=${player} aria-label=${nameOf(player)}>
        <h3><${Mark} player=${player} size=${20} /> ${nameOf(player)}</h3>
        ${all
          .filter((one) => one.player === player)
          .map(
            (one) => html`<${Count}
              key=${one.id}
              one=${one}
              amount=${amountOf(one)}
              onSet=${(/** @type {number} */ amount) => setCounted({ ...counted, [keyOf(one)]: amount })}
            />`,
          )}
      </section>`,
    )}
    <div class="stack check-foot">
      <button type="button" class="strong wide" disabled=${busy.value} onClick=${send}>
        ${others ? many(others, "Set {n} number", "Set {n} numbers") : players.length ? t("All is so") : t("Done")}
      </button>
    </div>
  `;
}

/** One tap opens it, the next confirms what it shows or sets what was counted otherwise. */
export const openCheck = () =>
  openDialog({ title: t("Table check"), body: () => html`<${Check} />`, full: true });
