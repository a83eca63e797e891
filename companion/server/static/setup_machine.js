// @ts-check
/** The machine itself, looked over before the evening: only what is not well asks for anything. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon, classes, html, withCode } from "./dom.js";
import { API, ask } from "./setup_state.js";
import { many, t } from "./words.js";

/** @typedef {{about: string, level: "good" | "warning" | "problem", words: string, remedy: string}} Looked */

const LONG_MS = 30000;
const NAMES = /** @type {Record<string, string>} */ ({
  phones: t("Network"),
  data: t("Saving"),
  clock: t("Clock"),
  disk: t("Disk"),
  memory: t("Memory"),
  warmth: t("Warmth"),
  power: t("Power"),
});

/** `null` until the machine has been looked over. */
const looked = signal(/** @type {Looked[] | null} */ (null));

async function look() {
  looked.value = null;
  looked.value = await ask(`${API}/machine`, undefined, { within_ms: LONG_MS, quiet: true });
}

const wrong = () => (looked.value ?? []).filter((one) => one.level !== "good");

/** Looks it over when a step first asks. */
export const useLook = () =>
  useEffect(() => {
    if (!looked.value) void look();
  }, []);

/** All in a few words. */
export const machineWords = () =>
  !looked.value ? t("Looking…") : wrong().length ? "" : t("all is well");

/** What is not well in a few words. */
export const machineTrouble = () =>
  wrong().length ? many(wrong().length, "{n} thing to look at", "{n} things to look at") : "";

/** @param {{one: Looked}} props */
const Row = ({ one }) => html`<li class=${classes("row looked", one.level !== "good" && "wrong")}>
  <${Icon} name=${one.level === "good" ? "check" : "alert"} />
  <span class="looked-words">
    <b>${NAMES[one.about] ?? one.about}</b> ${withCode(one.words)}
    ${one.remedy && html`<span class="soft">${withCode(one.remedy)}</span>`}
  </span>
</li>`;

export function Machine() {
  useLook();
  return html`
    <h1>${t("Is this machine well?")}</h1>
    <p role="status" class="soft">${looked.value ? machineTrouble() || t("All is well.") : t("Looking…")}</p>
    <ul class="list" role="list">${(looked.value ?? []).map((one) => html`<${Row} key=${one.about} one=${one} />`)}</ul>
    <button type="button" class="wide" disabled=${!looked.value} onClick=${look}>${t("Look again")}</button>
    <p class="soft">${t("What the camera needs is said at its step. On the machine itself, companion doctor looks at everything.")}</p>
  `;
}
