// @ts-check
/** Set the table up, one question a screen. Every step can be skipped, and done again later. */
import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { BareStep } from "./setup_bare.js";
import { BoardStep, CameraStep, ColoursStep } from "./setup_camera.js";
import { Evenings, Laying } from "./setup_evenings.js";
import { Machine } from "./setup_machine.js";
import { Begin, Ready, bareWords, boardWords, cameraWords, coloursWords, gameWords, optionsWords, playersWords } from "./setup_ready.js";
import { heard, opening, setup, start } from "./setup_state.js";
import { GameStep, OptionsStep, PlayersStep } from "./setup_table.js";
import { Icon, classes, html } from "./dom.js";
import { HostGate } from "./pin.js";
import { say, toast } from "./link.js";
import { LANGUAGES, language, speak, t } from "./words.js";

/** @typedef {{id: string, name: string, body: () => unknown, value: () => string, done: () => boolean}} Step */

const named = (/** @type {[string, string][]} */ seats) => seats.some(([, name]) => name);
const plan = () => /** @type {import("./setup_state.js").Plan} */ (setup.value?.plan);

/** In the order in which they are asked; what is not chosen is skipped. @type {Step[]} */
const ALL = [
  { id: "language", name: t("Language"), body: () => html`<${Language} />`, value: () => LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (language)], done: () => true },
  { id: "game", name: t("Game"), body: () => html`<${GameStep} next=${() => go(1)} />`, value: gameWords, done: () => plan().game !== "" },
  { id: "players", name: t("Players"), body: () => html`<${PlayersStep} />`, value: playersWords, done: () => named(plan().seats) },
  { id: "camera", name: t("Camera"), body: () => html`<${CameraStep} />`, value: cameraWords, done: () => plan().camera !== "none" },
  { id: "board", name: t("Board"), body: () => html`<${BoardStep} />`, value: boardWords, done: () => setup.value?.camera.found?.found === true },
  { id: "bare", name: t("Board without pieces"), body: () => html`<${BareStep} />`, value: bareWords, done: () => setup.value?.bare.shown === true },
  { id: "colours", name: t("Colours"), body: () => html`<${ColoursStep} />`, value: coloursWords, done: () => setup.value?.colours.learnt.length !== 0 },
  { id: "options", name: t("Options"), body: () => html`<${OptionsStep} />`, value: optionsWords, done: () => true },
  { id: "ready", name: t("Ready"), body: () => html`<${Ready} />`, value: () => "", done: () => true },
];
/** Those that the game and its board need. */
const STEPS = () => ALL.filter((step) => step.id !== "bare" || setup.value?.bare.needed);
const OTHERS = /** @type {Record<string, () => unknown>} */ ({
  steps: () => html`<${AllSteps} />`,
  evenings: () => html`<${Evenings} />`,
  lay: () => html`<${Laying} />`,
  machine: () => html`<${Machine} />`,
});

const shown = signal(here());
const offered = (/** @type {string} */ id) => id in OTHERS || STEPS().some((step) => step.id === id);

/** The step in the address; the first, or all of them at a table where people play. */
function here() {
  const wanted = location.hash.slice(1);
  return ALL.some((step) => step.id === wanted) || wanted in OTHERS ? wanted : "";
}

const screen = () => (offered(shown.value) ? shown.value : setup.value?.playing ? "steps" : STEPS()[0].id);
const number = () => STEPS().findIndex((step) => step.id === screen());

/** @param {number} by */
function go(by) {
  const step = STEPS()[number() + by];
  if (step) location.hash = step.id;
}

addEventListener("hashchange", () => {
  shown.value = here();
  say("");
  window.scrollTo(0, 0);
});

const Language = () => html`
  <h1>${t("Which language?")}</h1>
  <div class="choices" role="group" aria-label=${t("Language")}>
    ${Object.entries(LANGUAGES).map(
      ([tag, name]) => html`<button key=${tag} type="button" lang=${tag} class=${classes("choice", tag === language && "chosen")} aria-pressed=${String(tag === language)} onClick=${() => tag !== language && speak(tag)}>
        <span class="choice-name">${name}</span>${tag === language && html`<${Icon} name="check" />`}
      </button>`,
    )}
  </div>
  <p class="soft">${t("Each phone has its own. This one can be changed under the seat at any time.")}</p>
  ${setup.value?.has_saved && html`<a class="button wide" href="#evenings"><${Icon} name="play" />${t("Go on with an evening")}</a>`}
`;

const AllSteps = () => html`
  <h1>${t("What do you want to set up?")}</h1>
  <ul class="list" role="list">
    ${STEPS().slice(0, -1).map(
      (step) => html`<li key=${step.id}><a href=${`#${step.id}`} class="row"><span class="row-name">${step.name}</span><span class="row-value">${step.value()}</span><${Icon} name="chevron" /></a></li>`,
    )}
  </ul>
  <a class="button wide strong" href="#ready">${t("Look it over and begin")}</a>
  ${setup.value?.has_saved && html`<a class="button wide" href="#evenings">${t("Go on with an evening")}</a>`}
  <a class="button wide" href="#machine">${t("Is this machine well?")}</a>
`;

/** How far one is: a bar in as many parts as there are steps. @param {{at: number}} props */
const Progress = ({ at }) => html`<div class="progress" aria-hidden="true">
  ${STEPS().map((step, n) => html`<span key=${step.id} class=${classes(n < at && "past", n === at && "here")}></span>`)}
</div>`;

const Top = () => {
  const at = number();
  return html`<header class="top">
    <div class="top-words">
      <p class="title">${t("Set up the table")}</p>
      <p class="link" role="status">${!heard.value ? t("The table does not answer. Trying again…") : at < 0 ? "" : t("{step}: step {n} of {all}", { step: STEPS()[at].name, n: at + 1, all: STEPS().length })}</p>
    </div>
    ${setup.value?.playing ? html`<a class="seat-chip" href="/">${t("Table")}</a>` : ""}
    ${screen() !== "steps" && html`<a class="seat-chip" href="#steps">${t("All steps")}</a>`}
  </header>`;
};

/** Back, and on: said so when nothing was chosen. */
const Ways = () => {
  const at = number();
  const step = STEPS()[at];
  const back = html`<button type="button" onClick=${() => history.back()}>${t("Back")}</button>`;
  if (!step) return html`<nav class="ways" aria-label=${t("Steps")}>${back}</nav>`;
  if (step.id === "ready") return html`<nav class="ways" aria-label=${t("Steps")}>${back}<${Begin} /></nav>`;
  const skip = !step.done();
  return html`<nav class="ways" aria-label=${t("Steps")}>
    <button type="button" disabled=${at === 0} onClick=${() => go(-1)}>${t("Back")}</button>
    <button type="button" class=${skip ? "" : "strong"} onClick=${() => go(1)}>${skip ? t("Skip") : t("Next")}<${Icon} name="chevron" /></button>
  </nav>`;
};

const Message = () => html`<div class="toast-place" role="status">
  ${
    toast.value &&
    html`<div class="toast"><span>${toast.value}</span>
      <button type="button" class="icon-button" aria-label=${t("Dismiss")} onClick=${() => say("")}><${Icon} name="close" /></button></div>`
  }
</div>`;

function Page() {
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  const now = setup.value && screen();
  useEffect(() => {
    // A new question is read out, and the keyboard goes on from it.
    if (now && !first.current) main.current?.focus({ preventScroll: true });
    if (now) first.current = false;
  }, [now]);
  if (opening.value) return html`<main class="boot page"><p role="status">${t("Opening the table…")}</p></main>`;
  if (!now) return html`<${Top} /><main class="boot"><p>${t("Opening…")}</p></main>`;
  const at = number();
  return html`<${Top} />
    ${at >= 0 && html`<${Progress} at=${at} />`}
    <main class="page setup" ref=${main} tabindex="-1" key=${now}><${HostGate} />${setup.value?.trouble && html`<p class="card verdict bad"><${Icon} name="alert" /> <span>${setup.value.trouble}</span></p>`}${at >= 0 ? STEPS()[at].body() : OTHERS[now]()}</main>
    <${Ways} />
    <${Message} />`;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Page} />`, root);
start();
