// @ts-check
/** What this phone may do: the seat it has, and whether it is the host's. */
import { computed, signal } from "@preact/signals";
import { ask, post, problemOf } from "./asking.js";
import { t } from "./words.js";

/** @typedef {{seat: string | null, host: boolean, pin: "none" | "asked", taken: string[], address: string, elsewhere: string[]}} Phone */

/** As the table knows it; `null` until it has said so. */
export const phone = signal(/** @type {Phone | null} */ (null));
/** Chosen on this phone: it just looks on. */
const watching = signal(kept("seat") === "");

/** `undefined`: not yet chosen; `null`: just watching. */
export const seat = computed(
  () => phone.value?.seat ?? (watching.value || !phone.value ? null : undefined),
);
/** Whether this phone may do everything. */
export const isHost = computed(() => phone.value?.host ?? false);

/** Private browsing may keep nothing. @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // asked again next time
  }
}

const unheard = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
  part.toString(16).padStart(8, "0"),
).join("");

/** A secret of this phone: its seat is its own even when an answer got lost. */
function ownName() {
  const name = kept("phone") ?? unheard;
  keep("phone", name);
  return name;
}

/** Ask what this phone may do. @returns {Promise<void>} */
export async function refreshPhone() {
  try {
    const answer = await ask("/api/v1/phone", { cache: "no-store" });
    if (answer.ok) phone.value = await answer.json();
  } catch {
    // the next connection asks again
  }
}

/** @param {string} path @param {unknown} body @param {string} [method] @returns {Promise<{wrong: string, pin?: string | null}>} */
async function changed(path, body, method = "POST") {
  try {
    const answer = await post(path, body, method);
    if (!answer.ok) return { wrong: (await problemOf(answer)) || t("That did not work") };
    const told = await answer.json();
    await refreshPhone();
    return { wrong: "", pin: told.pin };
  } catch {
    return { wrong: t("The table does not answer. Try again.") };
  }
}

/** @param {string} path @param {unknown} body @param {string} [method] */
const change = async (path, body, method) => (await changed(path, body, method)).wrong;

/** Digits, `new` or `none`. Says what the PIN is now, or what went wrong. @param {string} wanted */
export async function changePin(wanted) {
  const { wrong, pin } = await changed("/api/v1/host/pin", { pin: wanted }, "PUT");
  if (wrong) return wrong;
  return pin
    ? t("The PIN is now {pin}. Other phones are no longer the host's.", { pin })
    : t("Every phone here may do everything: there is no PIN.");
}

/** Sit down, or just watch. Returns what went wrong, if anything. @param {string | null} player */
export async function sit(player) {
  const before = watching.value;
  watching.value = player === null;
  const wrong = await change("/api/v1/seat", { seat: player, phone: ownName() });
  if (wrong) watching.value = before;
  else keep("seat", player ?? "");
  return wrong;
}

/** Each returns what went wrong, if anything. */
export const becomeHost = (/** @type {string} */ pin) => change("/api/v1/host", { pin });
export const stepDown = () => change("/api/v1/host", {}, "DELETE");
export const freeSeat = (/** @type {string} */ player) =>
  change(`/api/v1/seats/${encodeURIComponent(player)}`, {}, "DELETE");

const HOST_LINK = /^#host=(\d+)$/;

/** The page was opened by the host's link: its PIN goes to the table, and out of the address. */
export async function followHostLink() {
  const pin = HOST_LINK.exec(location.hash)?.[1];
  if (!pin) return "";
  history.replaceState(null, "", location.pathname + location.search);
  return (await becomeHost(pin)) || t("This phone is the host's now.");
}
