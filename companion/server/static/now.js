// @ts-check
/** What matters now: whose turn, what is wrong, what is asked, what was rolled. */
import { useState } from "preact/hooks";
import { ActionButtons, Choices, Concerned, byHand } from "./actions.js";
import { openCheck } from "./check.js";
import { busy } from "./commands.js";
import { closeDialog, confirmDialog, openDialog, request } from "./dialogs.js";
import { Crop, Die, DieButton, FacePad, RollEntry, openCorrection, openRollEntry } from "./dice.js";
import { Icon, classes, html } from "./dom.js";
import { cited, headOf, placements } from "./flags.js";
import { Source } from "./history.js";
import { seatId, snapshot } from "./link.js";
import { Mark, addressed, nameOf, paint, seatOf, shapePath } from "./marks.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Flag} Flag */
/** @typedef {import("./types.js").Question} Question */

const LOST = "table.lost"; // said once, instead of flagging everything

/** Whose turn, what is expected, what just happened. */
export function Headline() {
  const table = snapshot.value;
  if (!table) return null;
  const turn = seatOf(table.view.turn);
  const mine = turn && turn.player === seatId.value;
  return html`<section class=${classes("headline", mine && "mine")} style=${`--seat:${paint(turn?.colour)[0]}`} aria-label=${t("Now")}>
    ${turn && html`<svg class="headline-shape" viewBox="0 0 100 100" aria-hidden="true"><path d=${shapePath(turn.player)} /></svg>`}
    ${
      turn &&
      html`<p class="turn">
      <${Mark} player=${turn.player} size=${26} />
      <span>${turn.name}</span>
      ${mine && html`<span class="your-turn">${t("your turn")}</span>`}
    </p>`
    }
    <h1>${addressed(table.view.headline, table.view.turn)}</h1>
    <p class="announcement" aria-live="polite">${table.announcement}</p>
  </section>`;
}

/** @param {{flags: Flag[]}} props */
function Violation({ flags }) {
  const [flag] = flags;
  const insist = () =>
    confirmDialog({
      title: flags.length > 1 ? t("Overrule these rules?") : t("Overrule this rule?"),
      words: html`${flags.map((one) => html`<p>${one.text}</p>`)}<p class="soft">${t("The move counts as it lies, scoring goes on, and the history says so.")}</p>`,
      yes: t("Overrule"),
      request: { type: "Overrule", text: flag.action },
    });
  return html`<div class="violation">
    <p class="violation-head">
      <${Icon} name="alert" />
      <span>${headOf(flag)}</span>
    </p>
    ${flags.map(
      (one) => html`<p class="violation-rule">${one.text}</p>
        ${one.source && html`<p class="source">${cited(one.source)}</p>`}`,
    )}
    <div class="violation-foot">
      ${flag.remedy && html`<p class="remedy"><${Icon} name="undo" /> <span>${flag.remedy}</span></p>`}
      ${flag.action && html`<button type="button" class="quiet" onClick=${insist}>${t("Overrule")}</button>`}
      ${flag.code === LOST && html`<button type="button" class="quiet" onClick=${openCheck}>${t("Table check")}</button>`}
    </div>
  </div>`;
}

/** Gone by itself when the pieces lie right. The place stays, so that a new one is spoken. */
export const Violations = () => html`<div class="violations" role="alert" aria-live="assertive">
  ${placements().map((flags) => html`<${Violation} key=${flags[0].id} flags=${flags} />`)}
</div>`;

/** @param {{question: Question}} props */
function Asked({ question }) {
  const [faces, setFaces] = useState(
    question.dice.map((die) => /** @type {number | null} */ (die.value)),
  );
  const anyNumber = snapshot.value?.due?.dice === null;
  const put = (/** @type {number} */ index, /** @type {number | null} */ value) => {
    setFaces(faces.map((face, at) => (at === index ? value : face)));
    closeDialog();
  };
  const change = (/** @type {number} */ index) =>
    openDialog({
      title: t("What does it show?"),
      body: () => html`
        ${question.picture && html`<${Crop} picture=${question.picture} dice=${[question.dice[index]]} />`}
        <${FacePad}
          colour=${question.dice[index].colour}
          now=${faces[index] ?? undefined}
          onPick=${(/** @type {number} */ value) => put(index, value)}
        />
        ${anyNumber && html`<button type="button" class="wide" onClick=${() => put(index, null)}>${t("There is no die")}</button>`}
      `,
    });
  const answer = (/** @type {string} */ option) =>
    request({
      type: "Answer",
      question: question.id,
      option,
      faces: faces.filter((face) => face !== null),
    });
  return html`<section class="card ask" aria-label=${t("Question")}>
    <${Concerned} player=${question.player} answers=${[...question.options, ...question.dice]} prompt=${addressed(question.prompt, question.player)}>
      <h2 class="prompt">${question.player && html`<${Mark} player=${question.player} size=${22} />`} ${addressed(question.prompt, question.player)}</h2>
      ${
        question.dice.length > 0 &&
        html`<div class="dice-row" style=${`--n:${question.dice.length}`} role="group" aria-label=${t("Dice as read; tap to change")}>
          ${question.dice.map(
            (die, index) =>
              faces[index] !== null &&
              html`<${DieButton}
              value=${faces[index]}
              colour=${die.colour}
              unsure=${die.unsure && faces[index] === die.value}
              label=${t("Die {n}: {face}. Change", { n: index + 1, face: faces[index] ?? "" })}
              onTap=${() => change(index)}
            />`,
          )}
        </div>
        <p class="soft hint">${t("Tap a die that is wrong.")}</p>`
      }
      ${question.picture && html`<${Crop} picture=${question.picture} dice=${question.dice} />`}
      <div class=${classes("answers", question.options.some((option) => option.label.length > 20) && "long")}>
        ${question.options.map(
          (option, at) =>
            html`<button
              type="button"
              class=${at ? "" : "strong"}
              disabled=${busy.value}
              onClick=${() => answer(option.id)}
            >
              ${option.label}
            </button>`,
        )}
      </div>
    <//>
  </section>`;
}

export const Questions = () =>
  snapshot.value?.questions.map(
    (question) =>
      html`<${Asked} key=${`${question.id}:${question.dice.map((die) => die.value).join("")}`} question=${question} />`,
  );

/** A choice that somebody has to make before anything else. */
export function PendingChoice() {
  const choice = snapshot.value?.choice;
  if (!choice) return null;
  return html`<section class="card ask" aria-label=${t("Choice")}>
    <${Concerned} player=${choice.player} answers=${choice.choices} prompt=${addressed(choice.prompt, choice.player)}>
      <h2 class="prompt"><${Mark} player=${choice.player} size=${22} /> ${addressed(choice.prompt, choice.player)}</h2>
      <${Choices} key=${choice.prompt} actions=${choice.choices} />
    <//>
  </section>`;
}

/** The roll that is due: the camera reads it, or somebody taps it in. */
export function DueRoll() {
  const table = snapshot.value;
  const due = table?.due;
  if (!table || !due) return null;
  return html`<section class="card due" aria-label=${t("Roll")}>
    ${
      due.prompt !== table.view.headline &&
      html`<p class="prompt">
      <${Mark} player=${due.player} size=${22} /> ${addressed(due.prompt, due.player) || t("Roll")}
    </p>`
    }
    ${
      due.dice &&
      !byHand.value &&
      html`<div class="due-dice" aria-hidden="true">
      ${due.dice.map((colour) => html`<${Die} value=${null} colour=${colour} />`)}
    </div>`
    }
    ${
      byHand.value
        ? html`<${RollEntry} />`
        : html`<button type="button" class="wide" onClick=${openRollEntry}>
          <${Icon} name="hand" /> ${t("Enter the roll by hand")}
        </button>`
    }
  </section>`;
}

/** The newest roll, each die one tap from being put right. @param {{big?: boolean}} props */
export function Rolled({ big }) {
  const roll = snapshot.value?.roll;
  if (!roll) return null;
  const own = seatOf(roll.player)?.colour ?? null;
  const dice = roll.dice.map((die) => ({ ...die, colour: die.colour ?? own }));
  return html`<section class="card rolled" aria-labelledby="roll-title">
    <div class="rolled-head">
      <h2 id="roll-title"><${Mark} player=${roll.player} size=${20} /> ${t("{who} rolled", { who: nameOf(roll.player) })}</h2>
      <${Source} source=${roll.source} />
    </div>
    ${roll.picture && dice.some((die) => die.box) && html`<${Crop} picture=${roll.picture} dice=${dice} />`}
    <div class="dice-row" style=${`--n:${dice.length}`} role="group" aria-label=${t("Dice of the last roll")}>
      ${dice.map(
        (die, index) =>
          html`<${DieButton}
            value=${die.value}
            colour=${die.colour}
            unsure=${die.unsure}
            small=${!big}
            label=${t("Die {n} shows {face}. Correct it", { n: index + 1, face: die.value })}
            onTap=${() => openCorrection(roll.entry, index, die, roll.picture)}
          />`,
      )}
    </div>
  </section>`;
}
