// @ts-check
/** This phone: where it sits, what it may do, its language; and how others join. */
import { useState } from "preact/hooks";
import {
  changePin,
  freeSeat,
  isHost,
  phone,
  refreshPhone,
  seat,
  sit,
  stepDown,
} from "./access.js";
import { awake, mayRest, stayAwake } from "./awake.js";
import { closeDialog, openDialog, sheetInView } from "./dialogs.js";
import { Icon, classes, html } from "./dom.js";
import { Invite } from "./invite.js";
import { connect, say, seatId, snapshot } from "./link.js";
import { Mark, nameOf } from "./marks.js";
import { PinForm } from "./pin.js";
import { setSounds, sounds } from "./sound.js";
import { LANGUAGES, language, speak, t } from "./words.js";

/** @param {string | null} player */
async function take(player) {
  const here = sheetInView();
  const wrong = await sit(player);
  if (wrong) {
    say(wrong);
    return;
  }
  connect();
  if (sheetInView() === here) closeDialog();
}

/** @param {string} player */
const takenByOther = (player) =>
  player !== seatId.value && (phone.value?.taken.includes(player) ?? false);

export const SeatChoice = () => html`<div class="seat-choice">
  ${snapshot.value?.seats.map(
    (
      one,
    ) => html`<button type="button" class=${classes("wide seat-pick", one.player === seatId.value && "chosen")} onClick=${() => take(one.player)}>
      <${Mark} player=${one.player} size=${26} /> <span class="seat-who"><span>${one.name}</span>${takenByOther(one.player) && html`<small>${t("taken|a seat")}</small>`}</span>
    </button>`,
  )}
  <button type="button" class=${classes("wide seat-pick", seat.value === null && "chosen")} onClick=${() => take(null)}>${t("Just watching")}</button>
</div>`;

/** Asked once, without standing in the way. */
export const Welcome = () =>
  snapshot.value && seat.value === undefined
    ? html`<section class="card welcome" aria-labelledby="welcome-title">
        <h2 id="welcome-title">${t("Where do you sit?")}</h2>
        <${SeatChoice} />
      </section>`
    : null;

/** What it may do, in a sentence. */
function mayDo() {
  if (phone.value?.pin === "none") return t("Every phone here may do everything: there is no PIN.");
  if (isHost.value) return t("This is the host's phone: it may set up and put right everything.");
  if (seatId.value)
    return t("This phone plays for {who}, and for seats that no phone has. The host may put right what is others'.", { who: nameOf(seatId.value) });
  return t("This phone just looks on. Take a seat to play along.");
}

const Rights = () => html`<h3>${t("What this phone may do")}</h3>
  <p>${mayDo()}</p>
  ${!isHost.value && phone.value && html`<details class="more-box"><summary>${t("Make it the host's")}</summary><${PinForm} /></details>`}
  ${isHost.value && phone.value?.pin === "asked" && html`<${HostTools} />`}
  ${phone.value?.pin === "none" && html`<button type="button" class="wide" onClick=${() => tell(changePin("new"))}>${t("Ask for a PIN from now on")}</button>`}`;

/** @param {Promise<string>} changing */
const tell = async (changing) => say((await changing) || t("Done."));

/** What the host does about other phones. */
function HostTools() {
  const [pin, setPin] = useState("");
  const others = snapshot.value?.seats.filter((one) => takenByOther(one.player)) ?? [];
  return html`<details class="more-box">
    <summary>${t("Other phones, and the PIN")}</summary>
    <div class="stack">
    ${others.map(
      (one) => html`<button key=${one.player} type="button" class="wide" onClick=${() => tell(freeSeat(one.player))}>
        ${t("Free the seat of {who}, for another phone", { who: one.name })}
      </button>`,
    )}
    <div class="pin-row">
      <label class="unseen" for="new-pin">${t("New PIN")}</label>
      <input id="new-pin" inputmode="numeric" autocomplete="off" maxlength="12" placeholder=${t("New PIN")} value=${pin} onInput=${(/** @type {Event} */ event) => setPin(/** @type {HTMLInputElement} */ (event.target).value)} />
      <button type="button" disabled=${!pin} onClick=${() => tell(changePin(pin))}>${t("Change it")}</button>
    </div>
    <button type="button" class="wide" onClick=${() => tell(changePin("none"))}>${t("No PIN: every phone may do everything")}</button>
    <button type="button" class="wide" onClick=${() => tell(stepDown())}>${t("No longer the host's phone")}</button>
    </div>
  </details>`;
}

export function openPhone() {
  void refreshPhone();
  openDialog({
    title: t("This phone"),
    body: () => html`<${SeatChoice} /><${Rights} /><${Comforts} /><a class="button" href="/setup">${t("Set up the table")}</a><h3>${t("Others join here")}</h3><${Invite} /><${Languages} />`,
  });
}

/** Sounds, and a phone that stays on. */
const Comforts = () => html`<div class="comforts">
    <button type="button" aria-pressed=${String(sounds.value)} onClick=${() => setSounds(!sounds.value)}>
      <${Icon} name=${sounds.value ? "sound" : "silent"} /> ${t("Sounds")}
    </button>
    ${
      awake.value !== "cannot" &&
      html`<button type="button" aria-pressed=${String(awake.value === "on")} onClick=${() => (awake.value === "on" ? mayRest() : stayAwake())}>
      <${Icon} name="awake" /> ${t("Stay on")}
    </button>`
    }
    <a class="button" href="/table"><${Icon} name="screen" /> ${t("Table screen")}</a>
  </div>
  ${awake.value === "cannot" && html`<p class="soft">${t("This browser does not let the page keep the phone on: set it in the phone's settings.")}</p>`}`;

/** Read on in another language. */
const Languages = () => html`<h3 id="languages">${t("Language")}</h3>
  <div class="languages" role="group" aria-labelledby="languages">
    ${Object.entries(LANGUAGES).map(
      ([tag, name]) => html`<button
        type="button"
        lang=${tag}
        class=${classes(tag === language && "chosen")}
        aria-pressed=${String(tag === language)}
        onClick=${() => speak(tag)}
      >
        ${name}
      </button>`,
    )}
  </div>`;

/** Where this phone sits; tap to change. */
export const SeatChip =
  () => html`<button type="button" class="seat-chip" aria-label=${t("Seat: {who}. Change", { who: seatId.value ? nameOf(seatId.value) : t("watching") })} onClick=${openPhone}>
  ${
    seatId.value
      ? html`<${Mark} player=${seatId.value} size=${20} /><span>${nameOf(seatId.value)}</span>`
      : html`<${Icon} name="people" /><span>${seat.value === null ? t("watching") : t("seat?")}</span>`
  }
</button>`;
