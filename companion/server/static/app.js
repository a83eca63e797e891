// @ts-check
/** The page: one screen for what matters now, for any game. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { Hand, Quick, dice, hasBoard, openActions } from "./actions.js";
import { Board } from "./board.js";
import { BeforePlay, CameraLine, NotRead, openCamera } from "./camera.js";
import { Charts } from "./charts.js";
import { Dialogs, Toast } from "./dialogs.js";
import { Icon, classes, clock, html } from "./dom.js";
import { History } from "./history.js";
import { asOf, snapshot, start, state, wake } from "./link.js";
import "./sound.js";
import { Notices } from "./notices.js";
import { Points } from "./points.js";
import { DueRoll, Headline, PendingChoice, Questions, Rolled, Violations } from "./now.js";
import { SeatChip, Welcome } from "./phone.js";
import { Result, Seats, Shelves, Strip } from "./seats.js";
import { openUndo } from "./undo.js";
import { t } from "./words.js";

function LinkState() {
  const live = state.value === "live";
  return html`<div class="link-line">
    <p class=${classes("link", state.value)} role="status">
      <span class="link-dot" aria-hidden="true"></span>
      <span>${live ? t("live") : state.value === "connecting" ? t("connecting…") : t("reconnecting…")}</span>
      ${!live && asOf.value > 0 && html`<span class="as-of"> ${t("as of {time}", { time: clock(asOf.value) })}</span>`}
    </p>
    ${!live && html`<button type="button" class="link-again" onClick=${wake}>${t("Try now")}</button>`}
  </div>`;
}

const Top = () => html`<header class="top">
  <div class="top-words">
    <p class="title">${snapshot.value?.title ?? t("Tabletop Companion")}</p>
    <${LinkState} />
  </div>
  <${SeatChip} />
</header>`;

const Bar = () => html`<nav class="bar" aria-label=${t("By hand")}>
  <button type="button" onClick=${openActions}><${Icon} name="hand" /><span>${t("Enter by hand")}</span></button>
  <button type="button" disabled=${!snapshot.value?.history.length} onClick=${() => openUndo()}><${Icon} name="undo" /><span>${t("Undo")}</span></button>
  <button type="button" onClick=${openCamera}><${Icon} name="camera" /><span>${t("Camera")}</span></button>
</nav>`;

function Page() {
  const table = snapshot.value;
  if (!table) return html`<${Top} /><main class="boot"><p>${t("Opening the table…")}</p></main>`;
  return html`
    <${Top} />
    <main class=${classes("page", state.value !== "live" && "stale")}>
      <div class="column first">
        <${Violations} />
        ${table.seats.length > 0 && html`<${Strip} />`}
        <${Notices} />
        <${Headline} />
        <${CameraLine} top />
        <${BeforePlay} />
        <${NotRead} />
        <${Result} />
        <${Questions} />
        <${PendingChoice} />
        <${DueRoll} />
        <${Hand} />
        ${!dice.value.length && html`<${Rolled} big />`}
        <${Welcome} />
        <${Board} />
        <${Quick} />
        ${!hasBoard.value && html`<${Charts} />`}
      </div>
      <div class="column second">
        <${Seats} />
        <${Points} />
        <${Shelves} />
        ${dice.value.length > 0 && html`<${Rolled} />`}
        ${hasBoard.value && html`<${Charts} />`}
        <${History} />
        <${CameraLine} top=${false} />
      </div>
    </main>
    <${Bar} />
    <${Toast} />
    <${Dialogs} />
  `;
}

effect(() => {
  const table = snapshot.value;
  if (table) document.title = `${table.view.headline} · ${table.title}`;
});

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Page} />`, root);
start();
