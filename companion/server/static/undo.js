// @ts-check
/** Going back, with everything that would change told before. */
import { useEffect, useState } from "preact/hooks";
import { busy } from "./commands.js";
import { closeDialog, openDialog, request } from "./dialogs.js";
import { html } from "./dom.js";
import { snapshot } from "./link.js";
import { Mark, nameOf, wordsOf } from "./marks.js";
import { inARow, many, t } from "./words.js";

/** @typedef {import("./types.js").GoingBack} GoingBack */
/** @typedef {import("./types.js").HistoryLine} Line */

const SHOWN = 6;

/** @param {{lines: Line[], title: string}} props */
const Lines = ({ lines, title }) => {
  if (!lines.length) return null;
  const newest = [...lines].reverse().slice(0, SHOWN);
  return html`<h3>${title}</h3>
    <ul class="going" role="list">
      ${newest.map((line) => html`<li key=${line.entry}><${Mark} player=${line.player} size=${18} /> <span>${inARow(wordsOf(line))}</span></li>`)}
      ${lines.length > SHOWN && html`<li class="soft">${many(lines.length - SHOWN, "and {n} more", "and {n} more")}</li>`}
    </ul>`;
};

/** @param {{changes: GoingBack["changes"]}} props */
const Changes = ({ changes }) =>
  changes.length > 0 &&
  html`<h3>${t("Numbers that change")}</h3>
    <table class="changes">
      <tbody>
        ${changes.map(
          (one) => html`<tr>
            <th scope="row"><${Mark} player=${one.player} size=${18} /> ${nameOf(one.player)}: ${one.label}</th>
            <td>${one.now} → <b>${one.then}</b></td>
          </tr>`,
        )}
      </tbody>
    </table>`;

/** @param {{to?: number}} props */
function Preview({ to }) {
  const [told, tell] = useState(/** @type {GoingBack | null} */ (null));
  const [nothing, setNothing] = useState(false);
  const version = snapshot.value?.version;
  useEffect(() => {
    let late = false;
    fetch(`/api/v1/undo${to === undefined ? "" : `?to=${to}`}`, { cache: "no-store" })
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null)
      .then((answer) => {
        if (late) return;
        tell(answer);
        setNothing(!answer);
      });
    return () => {
      late = true;
    };
  }, [to, version]);
  if (nothing) return html`<p>${t("There is nothing to undo, or the table does not answer.")}</p>`;
  if (!told) return html`<p class="soft">${t("Looking…")}</p>`;
  const corrected = told.gone.some((line) => told.back.some((other) => other.entry === line.entry));
  const roll = told.gone.some((line) => line.faces.length > 0);
  const ready = told.version === version && !busy.value;
  const undo = () => request({ type: "Undo", to: told.to, past_roll: roll });
  return html`
    <${Lines} lines=${told.gone} title=${t("Taken back")} />
    <${Lines} lines=${told.back} title=${t("Again as it was")} />
    <${Changes} changes=${told.changes} />
    ${roll && !corrected && html`<p class="soft">${t("It is a roll. If a die was misread, tap the die instead and put it right.")}</p>`}
    <div class="stack">
      <button type="button" class="strong wide" disabled=${!ready} onClick=${undo}>${roll && !corrected ? t("Undo the roll") : t("Undo it")}</button>
      <button type="button" class="wide" onClick=${closeDialog}>${t("Cancel")}</button>
    </div>
  `;
}

/** Take back what came after entry `to`; without one, the newest entry. @param {number} [to] */
export const openUndo = (to) =>
  openDialog({ title: t("Undo?"), body: () => html`<${Preview} to=${to} />` });
