// @ts-check
/** One sheet at a time, and what to do when the table refuses. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { busy, send } from "./commands.js";
import { Icon, html } from "./dom.js";
import { cited } from "./flags.js";
import { say, toast } from "./link.js";
import { SeatChoice } from "./phone.js";
import { PinForm } from "./pin.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Request} Request */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {{title: string, body: () => unknown, full?: boolean, key?: number}} Sheet */

const sheet = signal(/** @type {Sheet | null} */ (null));
const TAP_MS = 50;
let opened = 0;

/** @param {Sheet} next */
export function openDialog(next) {
  opened += 1;
  sheet.value = { ...next, key: opened };
}

/** Which sheet is open, if any: what takes a while closes no other one. */
export const sheetInView = () => sheet.value?.key;

export function closeDialog() {
  sheet.value = null;
}

/**
 * Send a request. True when it was carried out; a refusal opens the reasons and the ways on.
 * @param {Request} asked @param {{keepOpen?: boolean}} [how]
 * @returns {Promise<boolean>}
 */
export async function request(asked, how = {}) {
  const before = sheetInView();
  const reply = await send(asked);
  if (reply.status === "refused") refuse(asked, reply.kind, reply.problems);
  else if (reply.status !== "busy" && !how.keepOpen && sheetInView() === before) closeDialog();
  return reply.status === "done";
}

const TITLES = /** @type {Record<string, string>} */ ({
  illegal: t("The rules do not allow this"),
  confirm: t("Please confirm"),
  invalid: t("That did not work"),
  storage: t("It could not be saved"),
  seat: t("This phone may not do that"),
  host: t("This is for the host"),
});

/** The ways on after a refusal. @param {Request} asked @param {string} kind @returns {{label: string, request: Request}[]} */
function waysOn(asked, kind) {
  if (kind === "illegal" && (asked.type === "Act" || asked.type === "Overrule"))
    return [{ label: t("Overrule: do it anyway"), request: { type: "Overrule", text: asked.text } }];
  if (kind !== "confirm") return [];
  if (asked.type === "Undo")
    return [{ label: t("Undo all the same"), request: { ...asked, past_roll: true } }];
  if (asked.type === "CorrectDie" || asked.type === "Amend")
    return [
      { label: t("Keep later moves anyway"), request: { ...asked, keep: true } },
      { label: t("Undo from there"), request: { ...asked, keep: false } },
    ];
  return [];
}

/** @param {Request} asked @param {string} kind @param {Problem[]} problems */
function refuse(asked, kind, problems) {
  const ways = waysOn(asked, kind);
  openDialog({
    title: TITLES[kind] ?? TITLES.invalid,
    body: () => html`
      <${Problems} problems=${problems} />
      ${kind === "host" && html`<${PinForm} onDone=${() => again(asked)} />`}
      ${kind === "seat" && html`<${SeatChoice} />`}
      <div class="stack">
        ${ways.map(
          (
            way,
          ) => html`<button type="button" class="strong wide" disabled=${busy.value} onClick=${() => request(way.request)}>
            ${way.label}
          </button>`,
        )}
        <button type="button" class="wide" onClick=${closeDialog}>${ways.length ? t("Cancel") : t("Close")}</button>
      </div>
    `,
  });
}

/** What was refused, now that it is allowed. @param {Request} asked */
function again(asked) {
  if (busy.value) setTimeout(again, TAP_MS, asked);
  else void request(asked);
}

/** Ask for the host's PIN, then go on. @param {() => void} then */
export const openPin = (then) =>
  openDialog({
    title: TITLES.host,
    body: () => html`<${PinForm} onDone=${() => {
      closeDialog();
      then();
    }} />`,
  });

/** @param {{problems: Problem[]}} props */
const Problems = ({ problems }) => html`<ul class="problems">
  ${problems.map(
    (problem) => html`<li>
      <p>${problem.text || problem.code}</p>
      ${problem.source && html`<p class="source">${cited(problem.source)}</p>`}
    </li>`,
  )}
</ul>`;

/** Ask before something weighty. @param {{title: string, words: unknown, yes: string, request: Request}} question */
export function confirmDialog(question) {
  openDialog({
    title: question.title,
    body: () => html`
      <div>${question.words}</div>
      <div class="stack">
        <button type="button" class="strong wide" disabled=${busy.value} onClick=${() => request(question.request)}>
          ${question.yes}
        </button>
        <button type="button" class="wide" onClick=${closeDialog}>${t("Cancel")}</button>
      </div>
    `,
  });
}

/** Where sheets appear. */
export function Dialogs() {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const now = sheet.value;
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    if (now && !box.open) box.showModal();
    if (!now && box.open) box.close();
    box.scrollTop = 0;
  }, [now?.key]);
  const outside = (/** @type {MouseEvent} */ event) =>
    event.target === ref.current && closeDialog();
  return html`<dialog ref=${ref} class=${now?.full ? "full" : ""} aria-labelledby="sheet-title" onClose=${closeDialog} onClick=${outside}>
    ${
      now &&
      html`<div class="sheet" key=${now.key}>
      <div class="sheet-head">
        <h2 id="sheet-title">${now.title}</h2>
        <button type="button" class="icon-button" aria-label=${t("Close")} onClick=${closeDialog}><${Icon} name="close" /></button>
      </div>
      <div class="sheet-body"><${Body} draw=${now.body} /></div>
      <${Message} />
    </div>`
    }
  </dialog>`;
}

/** Draws a sheet's content, again with every change of the table. @param {{draw: () => unknown}} props */
const Body = ({ draw }) => draw();

/** Short messages; a sheet lies over the page, so they are shown on it while it is open. */
export const Toast = () => (sheet.value ? null : html`<${Message} />`);

const Message = () => html`<div class="toast-place" role="status">
  ${
    toast.value &&
    html`<div class="toast">
    <span>${toast.value}</span>
    <button type="button" class="icon-button" aria-label=${t("Dismiss")} onClick=${() => say("")}>
      <${Icon} name="close" />
    </button>
  </div>`
  }
</div>`;
