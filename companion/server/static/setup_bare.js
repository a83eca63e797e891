// @ts-check
/** How the board looks without pieces: what stands on cards is told by what it hides of them. */
import { useState } from "preact/hooks";
import { AdviceList, Preview } from "./camera_parts.js";
import { Icon, classes, html, withCode } from "./dom.js";
import { say } from "./link.js";
import { Blind, setCamera } from "./setup_camera.js";
import { API, ask, setup, take } from "./setup_state.js";
import { t } from "./words.js";

const LONG_MS = 70000;

/** What keeps the camera from learning it now; empty when nothing does. */
function missing() {
  const camera = setup.value?.camera;
  if (camera?.state === "moving") return t("Something moves, or a hand is over the board. Wait until it is still.");
  if (camera?.state !== "running") return camera?.message || t("Waiting for a picture…");
  if (!camera.found) return t("Looking for the board…");
  if (!camera.found.found) return camera.message || t("The board is not found yet.");
  return "";
}

/** Whether it can be learnt now. */
const Verdict = () => {
  const wrong = missing();
  return html`<div class=${classes("card verdict", wrong ? "bad" : "good")} role="status">
    <${Icon} name=${wrong ? "alert" : "check"} /> <span>${withCode(wrong || t("The board is found, and nothing moves."))}</span></div>`;
};

/** Its own words, which tell of more than this step asks for, are left out. */
const Advice = () => html`<${AdviceList} advice=${(setup.value?.camera.advice ?? []).filter((one) => one.about !== "bare")} set=${setCamera} />`;

/**
 * A button by which it is learnt as it lies there now.
 * @param {{empty: boolean, name: string, learnt: string}} props
 */
function Show({ empty, name, learnt }) {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const press = async () => {
    setBusy(true);
    setDone(false);
    say(""); // what was wrong before would hide what is well now
    const answer = await ask(`${API}/bare`, { empty }, { within_ms: LONG_MS });
    setBusy(false);
    setDone(Boolean(answer));
    take(answer);
  };
  return html`<button type="button" class=${classes("wide", !empty && "strong")} disabled=${busy || missing() !== ""} onClick=${press}>${busy ? t("Looking…") : name}</button>
    <div role="status">${done && html`<p class="card verdict good"><${Icon} name="check" /> <span>${learnt}</span></p>`}</div>`;
}

/** Before its cards are laid: what is seen where one is taken up. */
const ShowEmpty = () => html`
  <p>${t("Before you lay its cards, the empty board can be shown, too: then pieces are read where a card is taken up.")}</p>
  <${Show} empty=${true} name=${setup.value?.bare.empty ? t("Show the empty board again") : t("The board is empty")} learnt=${t("Learnt. Lay the cards now.")} />`;

export function BareStep() {
  const blind = setup.value?.plan.camera === "none";
  return html`
    <h1>${t("Show the board without pieces")}</h1>
    <p><b>${t("Lay the board and its cards as they are played, and take every piece off. Then take the hand away and tap.")}</b></p>
    ${blind ? html`<${Blind} />` : html`<${Verdict} /><${Preview} /><${Advice} />
            <${Show} empty=${false} name=${t("The board is bare")} learnt=${t("Learnt. Put the pieces in their places now.")} />
            ${setup.value?.bare.cards && html`<${ShowEmpty} />`}`}
    <p class="soft">${t("Pieces that stand or lie on cards are read only where the camera has seen the cards bare. Skip it, and you enter them by hand. Show it again when other cards lie there, or the light is another.")}</p>
    ${setup.value?.playing && html`<p class="soft">${t("While you play, the page remembers where every piece stands: put them back as it shows.")}</p>`}
  `;
}
