// @ts-check
/** How others come to the table: a code to scan, and the same in words. */
import { useState } from "preact/hooks";
import { phone } from "./access.js";
import { html } from "./dom.js";
import { t } from "./words.js";

/** @param {{size?: number}} props */
export function Invite({ size = 200 }) {
  const [there, setThere] = useState(true);
  const address = phone.value?.address ?? location.origin;
  const others = phone.value?.elsewhere ?? [];
  const onThis = /^http:\/\/(127\.|localhost)/.test(address);
  return html`<div class="invite">
    ${
      there &&
      !onThis &&
      html`<img
        class="qr"
        src=${`/join.svg?of=${encodeURIComponent(address)}`}
        width=${size}
        height=${size}
        alt=${t("QR code of the page's address")}
        onError=${() => setThere(false)}
      />`
    }
    ${onThis ? html`<p>${t("This machine is in no network, so no phone can join yet.")}</p>` : html`<p class="address">${address}</p>`}
    ${others.length > 0 && html`<p class="soft">${t("If a phone does not find it:")} ${others.map((one) => html`<span class="address-more">${one} </span>`)}</p>`}
    <p class="soft">${t("The phone must be in the same network. If it says there is no internet there, stay in it.")}</p>
  </div>`;
}
