// @ts-check
/** What lies on the table against the rules. */
import { layout, snapshot } from "./link.js";
import { commas, t } from "./words.js";

/** @typedef {import("./types.js").Flag} Flag */

/** Flags of one placement, which may break several rules. @returns {Flag[][]} */
export function placements() {
  const found = new Map(/** @type {[string, Flag[]][]} */ ([]));
  for (const flag of snapshot.value?.flags ?? []) {
    const key = JSON.stringify([flag.pieces, flag.slots, flag.action, flag.remedy]);
    found.set(key, [...(found.get(key) ?? []), flag]);
  }
  return [...found.values()];
}

/** Which piece on which place. @param {Flag} flag */
export function headOf(flag) {
  const pieces = commas(flag.pieces);
  const place = placesOf(flag.slots);
  return pieces && place
    ? t("{pieces} on {place}", { pieces, place })
    : pieces || place || t("Attention");
}

/** Where the rules say so, without the name of the game that everybody sits at. @param {string} source */
export const cited = (source) => source.replace(`${snapshot.value?.game} `, "");

/** Names of the areas, or of the areas that slots lie in. @param {string[]} slots */
function placesOf(slots) {
  const board = layout.value;
  const names = slots.map((id) => {
    const area = board?.slots.find((slot) => slot.id === id)?.area ?? id;
    return board?.areas.find((one) => one.id === area)?.label ?? id;
  });
  return commas([...new Set(names)]);
}
