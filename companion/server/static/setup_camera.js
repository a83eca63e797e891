// @ts-check
/** What looks at the table, what it looks for, and whose dice are whose. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { AdviceList, Preview, Settings } from "./camera_parts.js";
import { Icon, classes, html, withCode } from "./dom.js";
import { say } from "./link.js";
import { Swatch } from "./marks.js";
import { CameraPicture, MatPicture } from "./setup_pictures.js";
import { CAMERA_WORDS, cameraName } from "./setup_ready.js";
import { API, ask, change, gameNow, setup, take } from "./setup_state.js";
import { COLOURS, commas, t } from "./words.js";

const LONG_MS = 70000;
const cameras = signal(/** @type {string[] | null} */ (null));
const looking = signal(false);

async function look() {
  looking.value = true;
  cameras.value = (await ask(`${API}/cameras`, undefined, { within_ms: LONG_MS })) ?? cameras.value;
  looking.value = false;
}

/** Set the camera; it starts again. */
export const setCamera = async (/** @type {object} */ wanted) => {
  const answer = await ask("/api/v1/camera", wanted);
  if (answer) say(t("The camera starts again as you set it."));
};

/** One way of several. @param {{value: string, now: string | undefined, name: string, more?: string, choose: (value: string) => void}} props */
const Choice = ({ value, now, name, more, choose }) => html`<button type="button" class=${classes("choice", value === now && "chosen")} aria-pressed=${String(value === now)} onClick=${() => choose(value)}>
  <span class="choice-words"><span class="choice-name">${name}</span>${more && html`<span class="soft">${more}</span>`}</span>
  ${value === now && html`<${Icon} name="check" />`}
</button>`;

/** How the camera is, in words; worse things first. */
function Verdict() {
  const camera = setup.value?.camera;
  if (!camera) return null;
  const { advice, message, state } = camera;
  const bad = state === "lost" || (state === "off" && setup.value?.plan.camera !== "none");
  const good = state === "running" && !advice.length && !message;
  return html`<div class=${classes("card verdict", good && "good", bad && "bad")} role="status">
    <${Icon} name=${good ? "check" : bad ? "alert" : "camera"} />
    <span>${message || (good ? t("The picture is good enough to play.") : CAMERA_WORDS[state])}${bad && html` <span class="soft">${t("It is tried again by itself; until then moves are entered by hand.")}</span>`}</span>
  </div>`;
}

export function CameraStep() {
  useEffect(() => {
    if (cameras.value === null) void look();
  }, []);
  const plan = setup.value?.plan;
  const camera = setup.value?.camera;
  const seen = plan?.camera !== "none";
  const known = cameras.value ?? [];
  const all = seen && plan && !known.includes(plan.camera) ? [...known, plan.camera] : known;
  const choose = (/** @type {string} */ value) => change({ camera: value });
  return html`
    <h1>${t("Which camera looks at the table?")}</h1>
    ${!seen && html`<${CameraPicture} />`}
    ${seen && html`<${Verdict} /><${Preview} />`}
    ${seen && camera && html`<${AdviceList} advice=${camera.advice} set=${setCamera} />`}
    <div class="choices" role="group" aria-label=${t("Camera")}>
      ${all.map((one) => html`<${Choice} key=${one} value=${one} now=${plan?.camera} name=${cameraName(one)} choose=${choose} />`)}
      <${Choice} value="none" now=${plan?.camera} name=${t("No camera")} more=${t("Everything is entered on the phones; a camera can come later.")} choose=${choose} />
    </div>
    <p role="status" class="soft">${looking.value ? t("Looking for cameras…") : cameras.value?.length === 0 ? t("No camera is found. Plug one in, or check the ribbon of the Pi's own at both ends.") : ""}</p>
    <button type="button" class="wide" disabled=${looking.value} onClick=${look}>${t("Look for cameras again")}</button>
    ${
      camera?.now &&
      html`<details class="card"><summary>${t("Lamps, focus, red and blue")}</summary>
        <${Settings} now=${camera.now} set=${setCamera} />
        <${RedCard} />
      </details>
      <details class="card"><summary>${t("Where camera and lamps go")}</summary><${CameraPicture} />
        <p>${t("Over the middle, straight down, so high that all of the board and a hand's breadth of table are in the picture. Fix it: a tap on the table must not move it.")}</p>
        <p>${t("Light from two sides or from the ceiling, spread out. One lamp beside the camera makes glare.")}</p></details>
      <details class="card"><summary>${t("A wide lens that bends the picture")}</summary>
        <p>${t("The board is found without this. Where places at the edges are read wrongly, measure the lens once: print the chart, glue it on something stiff, and show it to the camera while this runs on the machine:")}</p>
        <p><code>companion calibrate --camera ${plan?.camera}</code></p>
        <a class="button" href=${`${API}/mat.pdf?game=chart`} download>${t("The chart (PDF)")}</a></details>`
    }
  `;
}

/** Some cameras give red for blue. */
function RedCard() {
  const [told, tell] = useState("");
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const answer = await ask(`${API}/red-card`, {}, { within_ms: LONG_MS });
    setBusy(false);
    if (!answer) return;
    tell(
      answer.seen === "red"
        ? t("Red is red.")
        : answer.seen === "blue"
          ? t("This camera gave red for blue. From now on it is put right.")
          : t("No red card is seen: hold one in the middle of the picture, lit."),
    );
  };
  return html`<p>${t("Hold something red in the middle of the picture.")}</p>
    <button type="button" class="wide" disabled=${busy} onClick=${press}>${t("This is red")}</button>
    <p role="status">${told}</p>`;
}

/** Nobody looks: the way to a camera. */
export const Blind = () => html`<div class="card verdict"><${Icon} name="camera" /> <span>${t("There is no camera to see it. Choose one, or go on: everything can be entered by hand.")}</span></div>
  <a class="button wide" href="#camera">${t("Choose a camera")}</a>`;

/** @typedef {{name: string, title: string, game: string, problem: string}} Board */

export function BoardStep() {
  const [boards, setBoards] = useState(/** @type {Board[]} */ ([]));
  useEffect(() => void ask("/api/v1/boards").then((all) => setBoards(all ?? [])), []);
  const game = gameNow();
  const plan = setup.value?.plan;
  const blind = plan?.camera === "none";
  if (!game || !game.board)
    return html`<h1>${t("What lies on the table?")}</h1>
      <p>${game ? t("This game needs no board: dice are read wherever they come to rest in the picture.") : t("First say what is played.")}</p>
      ${!game && html`<a class="button wide strong" href="#game">${t("Choose a game")}</a>`}`;
  const choose = (/** @type {string} */ value) => change({ board: value });
  const mine = boards.filter((one) => !one.problem && one.game === game.id);
  const [wide, high] = game.size_mm.map((mm) => Math.round(mm / 10));
  return html`
    <h1>${t("What lies on the table?")}</h1>
    ${plan?.board === "" && html`<${MatPicture} />`}
    <div class="choices" role="group" aria-label=${t("Board")}>
      <${Choice} value="" now=${plan?.board} name=${t("The printed mat")} more=${t("of our own design, {wide} x {high} cm; it takes the board's place", { wide, high })} choose=${choose} />
      ${mine.map((one) => html`<${Choice} key=${one.name} value=${one.name} now=${plan?.board} name=${one.title || one.name} more=${t("the board you taught")} choose=${choose} />`)}
      <${Choice} value="none" now=${plan?.board} name=${t("The game's own board, dice only")} more=${t("The camera reads what is rolled; placements are entered on the phones.")} choose=${choose} />
    </div>
    ${!blind && plan?.board !== "none" && html`<${Found} />`}
    ${blind && html`<${Blind} />`}
    ${
      plan?.board === "" &&
      html`<details class="card"><summary>${t("Print the mat")}</summary>
        <p>${t("Print at 100 %, never fitted to the page, on matt paper. Then measure the line of 100 mm on it.")}</p>
        <div class="papers">${["a4", "a3", "a2"].map((paper) => html`<a key=${paper} class="button" href=${`${API}/mat.pdf?game=${game.id}&paper=${paper}`} download>${paper.toUpperCase()}</a>`)}</div></details>`
    }
    <a class="button wide" href="/board">${t("Teach your board")}</a>
    <a class="button wide" href="/cards">${t("Teach your cards")}</a>
  `;
}

/** Whether the camera has found the board. */
function Found() {
  const camera = setup.value?.camera;
  const found = camera?.found;
  const words = !found
    ? t("Looking for the board…")
    : !found.found
      ? camera.message || t("The board is not found yet.")
      : found.tags
        ? t("Found: {n} of {all} squares are seen.", { n: found.seen, all: found.tags })
        : t("The board is found.");
  return html`<div class=${classes("card verdict", found?.found && "good", found && !found.found && "bad")} role="status">
      <${Icon} name=${found?.found ? "check" : found ? "alert" : "camera"} /> <span>${withCode(words)}${found?.found && camera?.message && html` <span class="soft">${withCode(camera.message)}</span>`}</span></div>
    <${Preview} />`;
}

export function ColoursStep() {
  const [busy, setBusy] = useState("");
  const [told, tell] = useState("");
  const [failed, fail] = useState("");
  const plan = setup.value?.plan;
  const { shown, learnt } = setup.value?.colours ?? { shown: [], learnt: [] };
  const seats = plan?.seats ?? [];
  const nameOf = (/** @type {string} */ colour) => seats.find(([one]) => one === colour)?.[1] || COLOURS[colour] || colour;
  const show = async (/** @type {string} */ colour) => {
    setBusy(colour);
    tell("");
    fail("");
    const answer = await ask(`${API}/colours`, { colour }, { within_ms: LONG_MS });
    setBusy("");
    take(answer);
    if (!answer) return;
    if (!answer.seen) fail(colour);
    else tell(/** @type {string[][]} */ (answer.alike).map(([one, other]) => t("{one} and {other} look alike in this light.", { one: nameOf(one), other: nameOf(other) })).join(" "));
  };
  const forget = async () => take(await ask(`${API}/colours`, undefined, { method: "DELETE" }));
  const left = seats.filter(([colour]) => !shown.includes(colour));
  return html`
    <h1>${t("Whose dice are whose?")}</h1>
    <p class="soft">${t("Dice of plain colours are told apart as they are. Odd ones are surer when they have been shown once, in the light you play in.")}</p>
    ${
      plan?.camera === "none"
        ? html`<${Blind} />`
        : html`<${Preview} />
        <p><b>${t("Lay the dice of one player alone before the camera, take the hand away, then tap whose they are.")}</b></p>
        <ul class="list" role="list">
          ${seats.map(
            ([colour, name], at) => html`<li key=${colour}><button type="button" class="row" disabled=${busy !== ""} onClick=${() => show(colour)}>
            <${Swatch} colour=${colour} at=${at} />
            <span class="row-name">${name || COLOURS[colour] || colour}</span>
            <span class="row-value">${busy === colour ? t("Looking…") : failed === colour ? html`<span class="row-wrong"><${Icon} name="alert" /> ${t("no die is seen")}</span>` : shown.includes(colour) || (!shown.length && learnt.includes(colour)) ? html`<${Icon} name="check" /> ${t("shown")}` : t("show now")}</span>
          </button></li>`,
          )}
        </ul>
        <p role="status" class=${told ? "card verdict bad" : "soft"}>${told || (shown.length > 0 && left.length > 0 ? t("Still to be shown: {names}. Then they are used.", { names: commas(left.map(([colour]) => nameOf(colour))) }) : "")}</p>`
    }
    ${(learnt.length > 0 || shown.length > 0) && html`<button type="button" class="wide" onClick=${forget}>${t("Forget the colours")}</button>`}
  `;
}
