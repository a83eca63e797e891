// @ts-check
/** Everything that was chosen at a glance, and the button that begins. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon, html, withCode } from "./dom.js";
import { machineTrouble, machineWords, useLook } from "./setup_machine.js";
import { begin, gameNow, games, setup } from "./setup_state.js";
import { COLOURS, commas, many, t } from "./words.js";

export const CAMERA_WORDS = /** @type {Record<string, string>} */ ({
  off: t("The camera is off."),
  starting: t("The camera is being started."),
  running: t("The camera reads the table."),
  moving: t("The camera waits: something moves."),
  lost: t("The camera is lost."),
});

/** What people call a camera, from its source as on the command line. @param {string} source */
export function cameraName(source) {
  const [kind, , rest] = source.split(/(:)(.*)/);
  if (source === "none") return t("No camera");
  if (kind === "picamera") return t("The Raspberry Pi's camera");
  if (kind === "sim") return t("A simulated table");
  if (kind !== "usb") return t("Pictures from {name}", { name: source.split("/").pop() ?? source });
  if (/^\d+$/.test(rest)) return t("USB camera {n}", { n: rest });
  const model = rest.split("/").pop()?.replace(/^usb-/, "").replace(/-video-index\d+$/, "") ?? rest;
  return t("USB camera {n}", { n: model.split("_").slice(0, 4).join(" ") });
}

const plan = () => setup.value?.plan;
const colourOf = (/** @type {string} */ colour) => COLOURS[colour] ?? colour;

export const gameWords = () => gameNow()?.title ?? t("not chosen: dice of any game");
export const playersWords = () =>
  commas((plan()?.seats ?? []).map(([colour, name]) => (name ? t("{name} {colour}", { name, colour: colourOf(colour) }) : colourOf(colour)))) || t("two players");
export const cameraWords = () => cameraName(plan()?.camera ?? "none");

export function boardWords() {
  const game = gameNow();
  const board = plan()?.board ?? "";
  const found = setup.value?.camera.found;
  if (game && !game.board) return t("none needed");
  const name = board === "none" ? t("none: only dice are read") : board || t("the printed mat");
  if (!found || board === "none") return name;
  if (!found.found) return t("{board}, not found yet", { board: name });
  return found.tags ? t("{board}, found: {n} of {all} tags", { board: name, n: found.seen, all: found.tags }) : t("{board}, found", { board: name });
}

export function coloursWords() {
  const learnt = setup.value?.colours.learnt ?? [];
  return learnt.length ? t("shown: {colours}", { colours: commas(learnt.map(colourOf)) }) : t("by their plain names");
}

export const bareWords = () => (setup.value?.bare.shown ? t("shown") : t("not shown yet"));

export function optionsWords() {
  const count = Object.keys(plan()?.options ?? {}).length;
  return count ? many(count, "{n} answer is your own", "{n} answers are your own") : t("as recommended");
}

/** @param {{to: string, name: string, value: string, wrong?: string}} props */
const Row = ({ to, name, value, wrong }) => html`<li><a href=${to} class="row">
  <span class="row-name">${name}</span>
  <span class="row-value">${value}${wrong && html`<span class="row-wrong"><${Icon} name="alert" /> ${withCode(wrong)}</span>`}</span>
  <span class="unseen">${t("Change")}</span><${Icon} name="chevron" />
</a></li>`;

/** Whether to end the game in play has been asked. */
const asked = signal(false);

/** Under the thumb on every phone. A game in play is ended only when that has been said. */
export function Begin() {
  const playing = setup.value?.playing;
  const press = () => (playing && !asked.value ? (asked.value = true) : void begin());
  return html`<button type="button" class="strong begin" disabled=${!games.value.length} onClick=${press}><${Icon} name="play" />${!playing ? t("Begin the game") : asked.value ? t("Yes, begin a new game") : t("Begin a new game")}</button>`;
}

export function Ready() {
  useLook();
  useEffect(() => {
    asked.value = false;
  }, []);
  const camera = setup.value?.camera;
  const own = Object.entries(plan()?.options ?? {});
  const seen = plan()?.camera !== "none";
  const wrong = seen && camera && ["lost", "off"].includes(camera.state) ? camera.message || CAMERA_WORDS[camera.state] : "";
  const unseen = seen && gameNow()?.board && plan()?.board !== "none" && camera?.found?.found === false;
  return html`
    <h1>${t("Ready?")}</h1>
    <ul class="list" role="list">
      <${Row} to="#game" name=${t("Game")} value=${gameWords()} />
      <${Row} to="#players" name=${t("Players")} value=${playersWords()} />
      <${Row} to="#camera" name=${t("Camera")} value=${cameraWords()} wrong=${wrong} />
      ${gameNow()?.board !== false && html`<${Row} to="#board" name=${t("Board")} value=${boardWords()} wrong=${unseen ? t("It goes by hand until it is found.") : ""} />`}
      ${setup.value?.bare.needed && html`<${Row} to="#bare" name=${t("Board without pieces")} value=${bareWords()} wrong=${seen && !setup.value.bare.shown ? t("Some pieces go by hand until it is shown.") : ""} />`}
      <${Row} to="#colours" name=${t("Colours")} value=${coloursWords()} />
      <${Row} to="#options" name=${t("Options")} value=${optionsWords()} />
      <${Row} to="#machine" name=${t("This machine")} value=${machineWords()} wrong=${machineTrouble()} />
    </ul>
    ${
      own.length > 0 &&
      html`<ul class="own-options">${own.map(([name, value]) => {
        const option = gameNow()?.options.find((one) => one.name === name);
        return html`<li key=${name}>${option?.asks ?? name} <b>${option?.values.find((one) => one.value === value)?.text ?? value}</b></li>`;
      })}</ul>`
    }
    ${plan()?.camera === "none" && html`<p class="soft">${t("Without a camera everything is entered on the phones.")}</p>`}
    ${asked.value && html`<p class="card verdict" role="alert"><${Icon} name="alert" /> <span>${t("The game in play ends here and stays saved; you can go on with it another time.")}</span></p>`}
  `;
}
