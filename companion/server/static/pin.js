// @ts-check
/** The host's PIN, asked for where it is needed. */
import { useState } from "preact/hooks";
import { becomeHost, isHost, phone } from "./access.js";
import { html } from "./dom.js";
import { t } from "./words.js";

/** @param {{onDone?: () => void}} props */
export function PinForm({ onDone = () => undefined }) {
  const [pin, setPin] = useState("");
  const [wrong, setWrong] = useState("");
  const [asking, setAsking] = useState(false);
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setAsking(true);
    const problem = await becomeHost(pin);
    setAsking(false);
    setWrong(problem);
    setPin("");
    if (!problem) onDone();
  };
  return html`<form class="pin" onSubmit=${enter}>
    <label for="pin">${t("The host's PIN")}</label>
    <div class="pin-row">
      <input
        id="pin"
        inputmode="numeric"
        autocomplete="off"
        maxlength="12"
        required
        aria-describedby="pin-wrong"
        value=${pin}
        onInput=${(/** @type {Event} */ event) => setPin(/** @type {HTMLInputElement} */ (event.target).value)}
      />
      <button class="strong" disabled=${asking || !pin}>${t("Enter|a PIN")}</button>
    </div>
    <p id="pin-wrong" class="pin-wrong" role="alert">${wrong}</p>
    <p class="soft">${t("It is shown where the program was started. Nobody knows it? Run “companion pin” there.")}</p>
  </form>`;
}

/** On a page that only the host can use: says so, and asks. */
export const HostGate = () =>
  phone.value && !isHost.value
    ? html`<section class="card gate" aria-labelledby="gate-title">
        <h2 id="gate-title">${t("This is for the host")}</h2>
        <p>${t("Looking is free. To save something here, enter the PIN first.")}</p>
        <${PinForm} />
      </section>`
    : null;
