// @ts-check
/** What the camera is doing, and what it sees, only while somebody looks. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { isHost } from "./access.js";
import { post } from "./asking.js";
import { AdviceList, Preview, Settings } from "./camera_parts.js";
import { openDialog, openPin } from "./dialogs.js";
import { Icon, classes, html, withCode } from "./dom.js";
import { layout, say, snapshot } from "./link.js";
import { t } from "./words.js";

const WORDS = /** @type {Record<string, string>} */ ({
  off: t("Camera off: enter moves by hand"),
  starting: t("Camera starting…"),
  running: t("Camera reads the table"),
  moving: t("Camera waits: something moves"),
  lost: t("Camera lost: enter moves by hand"),
});

const trouble = () => ["off", "lost"].includes(snapshot.value?.camera.state ?? "off");

/** Said at the top only when it is lost: then play goes on by hand. @param {{tall?: boolean, top?: boolean}} props */
export function CameraLine({ tall, top }) {
  const camera = snapshot.value?.camera;
  if (!camera || (top !== undefined && top !== (camera.state === "lost"))) return null;
  return html`<p class=${classes("camera-line", trouble() && "trouble", tall && "tall", top && "card")}>
    <${Icon} name="camera" /> <span>${withCode(camera.message || WORDS[camera.state] || camera.state)}</span>
  </p>`;
}

/** @typedef {import("./camera_parts.js").CameraNow} CameraNow */

/** Set the camera; it starts again. @param {{mains_hz?: number, lens_position?: number}} wanted */
async function setCamera(wanted) {
  if (!isHost.value) {
    openPin(() => setCamera(wanted));
    return;
  }
  try {
    const answer = await post("/api/v1/camera", wanted);
    say(
      answer.ok
        ? t("The camera starts again as you set it.")
        : t("This camera cannot be set here."),
    );
  } catch {
    say(t("The table does not answer. Try again."));
  }
}

/** The same as it changes. */
function SettingsNow() {
  const [now, show] = useState(/** @type {CameraNow | null} */ (null));
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return;
      const answer = await fetch("/api/v1/camera", { cache: "no-store" }).catch(() => null);
      show(answer?.ok ? await answer.json() : null);
    };
    ask();
    const timer = window.setInterval(ask, 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<${Settings} now=${now} set=${setCamera} />`;
}

const Advice = () => html`<${AdviceList} advice=${snapshot.value?.camera.advice ?? []} set=${setCamera} />`;

/** The same at the top, as long as nothing has been played; later it stands beside the picture. */
export const BeforePlay = () =>
  snapshot.value?.camera.advice.length && !snapshot.value.history.length
    ? html`<section class="card" aria-labelledby="before-play">
        <h2 id="before-play">${t("Before you begin")}</h2>
        <${Advice} />
      </section>`
    : null;

/** That pieces are not read, as somebody has put it off here; once mended it is said again. */
const putOff = signal(false);

/** Said in the middle of play too: who sees nothing wrong would wait for the camera. */
export function NotRead() {
  const camera = snapshot.value?.camera;
  const advice = (camera?.advice ?? []).filter((one) => one.about === "bare");
  const mended = camera?.state === "running" && !advice.length;
  useEffect(() => {
    if (mended) putOff.value = false;
  }, [mended]);
  if (!advice.length || putOff.value || !snapshot.value?.history.length) return null;
  return html`<section class="card" aria-label=${t("Camera")}>
    <${AdviceList} advice=${advice} set=${setCamera} />
    <button type="button" onClick=${() => (putOff.value = true)}>${t("Not now")}</button>
  </section>`;
}

export const openCamera = () =>
  openDialog({
    title: t("Camera"),
    body: () =>
      html`<${CameraLine} tall /><${Advice} /><${Preview} /><${SettingsNow} /><p class="soft">${t("The game goes on without it: everything can be entered by hand.")}</p>
        <a class="button wide" href="/setup">${t("Set up the table")}</a>${layout.value?.has_models && html`<a class="button wide" href="/setup#bare">${t("Show the board without pieces")}</a>`}<a class="button wide" href="/board">${t("Teach your board")}</a><a class="button wide" href="/cards">${t("Teach your cards")}</a>`,
  });
