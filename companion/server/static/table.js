// @ts-check
/** The table on a tablet or a TV, read from across the room. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hasBoard } from "./actions.js";
import { awake, stayAwake } from "./awake.js";
import { Drawing } from "./board.js";
import { Charts } from "./charts.js";
import { classes, html } from "./dom.js";
import { Dice, Over, Points, Stale, Turn, Wrong } from "./glance.js";
import { Alone, isAlone } from "./invite.js";
import { snapshot, start, state } from "./link.js";
import { t } from "./words.js";

const ADDRESS_MS = 20000; // a machine may change its address while it runs

/** Others join by the code or by the address in words. */
function Join() {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const ask = () =>
      fetch("/api/v1/health", { cache: "no-store" })
        .then((answer) => answer.json())
        .then((told) => setAddress(told.address))
        .catch(() => {}); // asked again soon
    void ask();
    const timer = setInterval(ask, ADDRESS_MS);
    return () => clearInterval(timer);
  }, []);
  const awakeWords = awake.value === "cannot" && html`<small>${t("This screen may go dark by itself: set it to stay on.")}</small>`;
  if (isAlone(address)) return html`<aside class="screen-join" aria-label=${t("Join with a phone")}><div><${Alone} />${awakeWords}</div></aside>`;
  return html`<aside class="screen-join" aria-label=${t("Join with a phone")}>
    <img src=${`/join.svg?of=${encodeURIComponent(address)}`} alt=${t("QR code of the page's address")} width="200" height="200" />
    <p>
      <b>${t("Join with a phone")}</b>
      <span>${address.replace(/^http:\/\/|\/$/g, "")}</span>
      ${awakeWords}
    </p>
  </aside>`;
}

function Screen() {
  const table = snapshot.value;
  if (!table)
    return html`<main class="boot"><p>${t("Opening the table…")}</p><${Stale} /><${Join} /></main>`;
  return html`<main class=${classes("screen", state.value !== "live" && "stale", hasBoard.value && "with-board")}>
    <div class="screen-now">
      <${Stale} />
      <${Wrong} />
      <${Over} />
      <${Turn} />
      <${Dice} />
    </div>
    <div class="screen-board">${hasBoard.value ? html`<${Drawing} still />` : html`<${Charts} />`}</div>
    <div class="screen-side">
      <${Points} wealth />
      <${Join} />
    </div>
  </main>`;
}

effect(() => {
  const table = snapshot.value;
  if (table) document.title = `${table.title} · ${t("Table screen")}`;
});

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Screen} />`, root);
start({ screen: true });
stayAwake();
