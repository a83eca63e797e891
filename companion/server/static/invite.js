// @ts-check
/** How others come to the table: a code to scan, and the same in words. */
import { useEffect, useState } from "preact/hooks";
import { phone, refreshPhone } from "./access.js";
import { html } from "./dom.js";
import { t } from "./words.js";

const AGAIN_MS = 20000; // a machine may join a network, or change its address, while it runs

/** Whether only this machine itself finds the page there. @param {string} address */
export const isAlone = (address) => /^http:\/\/(127\.|localhost|\[::1\])/.test(address);

/** Instead of a code that leads nowhere. */
export const Alone = () => html`<p>
  <b>${t("This machine is in no network, so no phone can join yet.")}</b>
  <span>${t("Connect it to the network of the phones, or let it make a hotspot. Then the code is shown here.")}</span>
</p>`;

/** @param {{size?: number}} props */
export function Invite({ size = 200 }) {
  const [there, setThere] = useState(true);
  const address = phone.value?.address ?? location.origin;
  const others = phone.value?.elsewhere ?? [];
  useEffect(() => {
    const timer = setInterval(refreshPhone, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  if (isAlone(address)) return html`<div class="invite"><${Alone} /></div>`;
  return html`<div class="invite">
    ${
      there &&
      html`<img
        class="qr"
        src=${`/join.svg?of=${encodeURIComponent(address)}`}
        width=${size}
        height=${size}
        alt=${t("QR code of the page's address")}
        onError=${() => setThere(false)}
      />`
    }
    <p class="address">${address}</p>
    ${others.length > 0 && html`<p class="soft">${t("If a phone does not find it:")} ${others.map((one) => html`<span class="address-more">${one} </span>`)}</p>`}
    <p class="soft">${t("The phone must be in the same network. If it says there is no internet there, stay in it.")}</p>
  </div>`;
}
