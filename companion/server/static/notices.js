// @ts-check
/** What is wrong with the program itself: its disk, its clock, its camera. */
import { isHost } from "./access.js";
import { post } from "./asking.js";
import { openPin } from "./dialogs.js";
import { html, withCode } from "./dom.js";
import { say, snapshot } from "./link.js";
import { t } from "./words.js";

const CLOCK = "clock.wrong";

/** The time with its zone, as the table takes it. */
function here() {
  const now = new Date();
  const east = -now.getTimezoneOffset();
  const two = (/** @type {number} */ number) => String(Math.abs(Math.trunc(number))).padStart(2, "0");
  const local = new Date(now.getTime() + east * 60000).toISOString().slice(0, 19);
  return `${local}${east < 0 ? "-" : "+"}${two(east / 60)}:${two(east % 60)}`;
}

async function tellTime() {
  if (!isHost.value) {
    openPin(tellTime);
    return;
  }
  const answer = await post("/api/v1/clock", { now: here() }).catch(() => null);
  if (!answer?.ok) say(t("The clock could not be set."));
}

export const Notices = () => {
  const warnings = snapshot.value?.warnings ?? [];
  if (!warnings.length) return null;
  return html`<section class="card notices" aria-label=${t("About this machine")}>
    ${warnings.map(
      (one) => html`<p key=${one.code}>${withCode(one.text)}</p>
        ${one.code === CLOCK && html`<button type="button" class="wide" onClick=${tellTime}>${t("Use this phone's time")}</button>`}`,
    )}
    <a class="button" href="/recovery">${t("Recovery")}</a>
  </section>`;
};
