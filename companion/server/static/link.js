// @ts-check
/** The link to the table: one event stream, and the newest snapshot it brought. */
import { batch, computed, effect, signal } from "@preact/signals";
import { followHostLink, refreshPhone, seat } from "./access.js";
import { ask } from "./asking.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Layout} Layout */

const OPENING_MS = 5000; // a stream that has not opened by then is given up
const SILENCE_MS = 10000; // pings come every second
const CLOCK_JUMP_MS = 5000; // the phone slept
const PAUSES_MS = [300, 1000, 2000, 3000];

/** @type {import("@preact/signals").Signal<Snapshot | null>} */
export const snapshot = signal(/** @type {Snapshot | null} */ (null));
/** @type {import("@preact/signals").Signal<Layout | null>} */
export const layout = signal(/** @type {Layout | null} */ (null));
/** `connecting` before the first word, then `live` or `reconnecting`. */
export const state = signal("connecting");
/** When the table was last heard of, set as the link goes down (ms). */
export const asOf = signal(0);
/** A short message to the person, gone after a while. */
export const toast = signal("");
/** The seat of this phone, if it is one of this table. */
export const seatId = computed(() =>
  snapshot.value?.seats.some((one) => one.player === seat.value) ? (seat.value ?? null) : null,
);

/** @type {EventSource | null} */
let source = null;
let epoch = 0; // answers to an earlier connection are ignored
let adopted = false;
let drawing = false; // the layout is on its way
let opened = false;
let failures = 0;
let heard = 0;
let began = 0;
let ticked = Date.now();
let retry = 0;
let toastTimer = 0;
const reloaded = recall(() => sessionStorage.getItem("reloaded"));

/** Private browsing may keep nothing. @param {() => string | null} kept */
function recall(kept) {
  try {
    return kept() ?? undefined;
  } catch {
    return undefined;
  }
}

/** A screen for everybody: it sees what nobody in particular may see, whatever this browser has taken. */
let forAll = false;
const wanted = new URLSearchParams(location.search).get("language");

function query() {
  const asked = new URLSearchParams();
  if (forAll) asked.set("seat", "");
  if (wanted) asked.set("language", wanted);
  const text = String(asked);
  return text && `?${text}`;
}

/** @param {string} text */
export function say(text) {
  toast.value = text;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => (toast.value = ""), 6000);
}

/** Within a connection the table only moves on; a new connection may start anywhere. @param {Snapshot} next */
export function adopt(next) {
  const now = snapshot.value;
  if (adopted && now && next.revision < now.revision) return;
  adopted = true;
  batch(() => {
    if (now?.game !== next.game) layout.value = null;
    snapshot.value = next;
    settle();
  });
  if (!layout.value && !drawing) void fetchLayout();
}

function settle() {
  if (adopted && opened) {
    state.value = "live";
    failures = 0;
  }
}

function hear() {
  heard = Date.now();
}

/** Close what is open and start afresh. */
export function connect() {
  clearTimeout(retry);
  source?.close();
  source = null;
  epoch += 1;
  adopted = false;
  opened = false;
  began = Date.now();
  if (document.hidden) return;
  const mine = epoch;
  const stream = new EventSource(`/api/v1/events${query()}`);
  source = stream;
  stream.onopen = () => {
    if (mine !== epoch) return;
    hear();
    opened = true;
    if (state.value === "reconnecting") void reloadIfUpdated();
    settle();
  };
  stream.onerror = () => mine === epoch && lose();
  stream.addEventListener("ping", () => mine === epoch && hear());
  stream.addEventListener("snapshot", (event) => {
    if (mine !== epoch) return;
    hear();
    adopt(JSON.parse(event.data));
  });
  void fetchSnapshot(mine);
  void refreshPhone();
}

function lose() {
  source?.close();
  source = null;
  epoch += 1;
  if (state.value === "live") asOf.value = heard;
  if (state.value !== "connecting") state.value = "reconnecting";
  clearTimeout(retry);
  retry = window.setTimeout(connect, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
  failures += 1;
}

/** After an update the files of the old page are gone; the new page is one reload away. */
async function reloadIfUpdated() {
  const mine = document.querySelector("meta[name=version]")?.getAttribute("content");
  try {
    const { page } = await (await ask("/api/v1/health", { cache: "no-store" }, OPENING_MS)).json();
    if (!page || page === mine || page === reloaded) return;
    sessionStorage.setItem("reloaded", page); // once for a version, should the page be no newer
    location.reload();
  } catch {
    // the next connection asks again
  }
}

/** @param {number} mine */
async function fetchSnapshot(mine) {
  try {
    const answer = await ask(`/api/v1/snapshot${query()}`, { cache: "no-store" }, OPENING_MS);
    const next = await answer.json();
    if (answer.ok && mine === epoch) adopt(next);
    if (answer.status === 404) location.replace("/setup"); // there is no table yet
  } catch {
    // the stream brings one too, or fails and starts again
  }
}

async function fetchLayout() {
  drawing = true;
  try {
    const answer = await ask(`/api/v1/layout${query()}`, { cache: "no-store" }, OPENING_MS);
    if (answer.ok) layout.value = await answer.json();
  } catch {
    // the next snapshot tries again
  } finally {
    drawing = false;
  }
}

function watch() {
  const now = Date.now();
  const jumped = now - ticked > CLOCK_JUMP_MS;
  ticked = now;
  if (document.hidden) return;
  if (jumped) wake();
  else if (source && !opened && now - began > OPENING_MS) lose();
  else if (source && opened && now - heard > SILENCE_MS) lose();
}

/** The page is looked at again, or somebody asks for it: what it shows may be old. */
export function wake() {
  if (document.hidden) {
    source?.close();
    source = null;
    epoch += 1;
    return;
  }
  if (state.value === "live") {
    asOf.value = heard;
    state.value = "reconnecting";
  }
  connect();
}

/** Start following the table. @param {{screen?: boolean}} [how] a screen sits nowhere */
export function start({ screen = false } = {}) {
  forAll = screen;
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  setInterval(watch, 1000);
  connect();
  void followHostLink().then((words) => words && say(words));
  watchSeat();
}

/** A seat that goes to another phone is missed here at once. */
function watchSeat() {
  /** @type {string | null | undefined} */
  let had;
  effect(() => {
    if (had && seat.value === undefined) say(t("Another phone has your seat now."));
    had = seat.value;
  });
}
