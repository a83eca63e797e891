// @ts-check
/** What is played, by whom and by which rules. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, classes, html } from "./dom.js";
import { Swatch } from "./marks.js";
import { change, gameNow, games, setup } from "./setup_state.js";
import { COLOURS, many, t } from "./words.js";

/** @typedef {[string, string]} Seat */

const players = (/** @type {import("./setup_state.js").Game} */ game) =>
  game.least === game.most
    ? many(game.most, "{n} player", "{n} players")
    : t("{least} to {most} players", { least: game.least, most: game.most });

/** @param {{next: () => void}} props */
export const GameStep = ({ next }) => html`
  <h1>${t("What do you play?")}</h1>
  <div class="choices" role="group" aria-label=${t("Game")}>
    ${games.value.map((game) => {
      const chosen = game.id === setup.value?.plan.game;
      return html`<button key=${game.id} type="button" class=${classes("choice", chosen && "chosen")} aria-pressed=${String(chosen)} onClick=${() => {
        if (!chosen) change({ game: game.id });
        next();
      }}>
        <span class="choice-words"><span class="choice-name">${game.title}</span>
        <span class="soft">${players(game)} · ${game.board ? t("on a board or a printed mat") : t("any dice, no board")}</span>
        ${game.note && html`<span class="soft">${game.note}</span>`}</span>
        ${chosen && html`<${Icon} name="check" />`}
      </button>`;
    })}
  </div>
  <p class="soft">${t("Not sure? Skip it: then the dice of any game are counted.")}</p>
`;

const seats = () => setup.value?.plan.seats ?? [];
const save = (/** @type {Seat[]} */ wanted) => change({ seats: wanted });

export function PlayersStep() {
  const game = gameNow();
  const [open, setOpen] = useState("");
  const [held, hold] = useState(/** @type {{colour: string, order: Seat[]} | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const focus = useRef("");
  const order = held?.order ?? seats();
  useEffect(() => {
    // A row that was moved takes the keyboard with it.
    if (focus.current) document.getElementById(focus.current)?.focus();
    focus.current = "";
  });
  if (!game)
    return html`<h1>${t("Who plays?")}</h1><p>${t("First say what is played: colours and seats depend on it.")}</p><a class="button wide strong" href="#game">${t("Choose a game")}</a>`;
  const free = game.colours.filter((colour) => !order.some(([one]) => one === colour));
  const move = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ way) => {
    const moved = seats().filter((_, n) => n !== from);
    moved.splice(to, 0, seats()[from]);
    const end = to === 0 || to === moved.length - 1;
    focus.current = `${end ? (way === "up" ? "down" : "up") : way}-${seats()[from][0]}`;
    save(moved);
  };
  /** Whoever had the colour gets the other one. @param {number} at @param {string} colour */
  const paint = (at, colour) => {
    const mine = seats()[at][0];
    setOpen("");
    focus.current = `colour-${colour}`;
    save(seats().map(([one, name], n) => [n === at ? colour : one === colour ? mine : one, name]));
  };
  const drag = (/** @type {PointerEvent} */ event) => {
    if (!held || !list.current) return;
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const over = rows.findIndex((box) => event.clientY < box.bottom);
    const to = over < 0 ? rows.length - 1 : over;
    const from = held.order.findIndex(([colour]) => colour === held.colour);
    if (to === from) return;
    const moved = held.order.filter((_, n) => n !== from);
    moved.splice(to, 0, held.order[from]);
    hold({ ...held, order: moved });
  };
  const drop = () => {
    const moved = held?.order.map(([colour]) => seats().find(([one]) => one === colour));
    // A name may have been typed to its end only as the line was taken hold of.
    if (moved?.some((seat, n) => seat && seat !== seats()[n])) save(/** @type {Seat[]} */ (moved.filter(Boolean)));
    hold(null);
  };
  return html`
    <h1>${t("Who plays?")}</h1>
    <p class="soft">${t("In the order in which you sit, the first player first. Drag a line, or move it with the arrows.")}</p>
    <ol class="seating" role="list" ref=${list}>
      ${order.map(
        ([colour, name], at) => html`<li key=${colour} class=${classes("seat-card", held?.colour === colour && "held")}>
          <div class="seat-line">
            <span class="grip-bar" aria-hidden="true"
              onPointerDown=${(/** @type {PointerEvent} */ event) => {
                /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
                hold({ colour, order: seats() });
              }}
              onPointerMove=${drag} onPointerUp=${drop} onPointerCancel=${() => hold(null)}><${Icon} name="grip" /></span>
            <button type="button" class="icon-button swatch" id=${`colour-${colour}`} aria-expanded=${String(open === colour)} aria-label=${t("Colour of player {n}: {colour}. Change", { n: at + 1, colour: COLOURS[colour] ?? colour })} onClick=${() => setOpen(open === colour ? "" : colour)}><${Swatch} colour=${colour} at=${at} /></button>
            <${Name} at=${at} name=${name} colour=${colour} />
          </div>
          ${
            open === colour &&
            html`<div class="swatches" role="group" aria-label=${t("Colour of player {n}", { n: at + 1 })}>
            ${game.colours.map((one) => html`<button key=${one} type="button" class=${classes("swatch-pick", one === colour && "chosen")} aria-pressed=${String(one === colour)} onClick=${() => paint(at, one)}><${Swatch} colour=${one} at=${at} size=${24} />${COLOURS[one] ?? one}</button>`)}
          </div>`
          }
          <div class="seat-tools">
            <span class="badge">${at === 0 ? t("First player") : ""}</span>
            <button type="button" class="icon-button" id=${`up-${colour}`} disabled=${at === 0} aria-label=${t("Player {n} one place up", { n: at + 1 })} onClick=${() => move(at, at - 1, "up")}><${Icon} name="up" /></button>
            <button type="button" class="icon-button" id=${`down-${colour}`} disabled=${at === order.length - 1} aria-label=${t("Player {n} one place down", { n: at + 1 })} onClick=${() => move(at, at + 1, "down")}><${Icon} name="down" /></button>
            <button type="button" class="icon-button" disabled=${order.length <= game.least} aria-label=${t("Take player {n} away", { n: at + 1 })} onClick=${() => save(seats().filter(([one]) => one !== colour))}><${Icon} name="close" /></button>
          </div>
        </li>`,
      )}
    </ol>
    ${order.length < game.most && html`<button type="button" class="wide" onClick=${() => save([...seats(), [free[0], ""]])}>${t("Add a player")}</button>`}
  `;
}

/** A name as it is typed; the table's own only while nobody types. @param {{at: number, name: string, colour: string}} props */
function Name({ at, name, colour }) {
  const [typed, type] = useState(/** @type {string | null} */ (null));
  const timer = useRef(0);
  const keep = (/** @type {string} */ text) => {
    clearTimeout(timer.current);
    timer.current = 0;
    const mine = seats().find(([one]) => one === colour);
    if (mine && mine[1] !== text.trim()) save(seats().map(([one, other]) => [one, one === colour ? text.trim() : other]));
  };
  return html`<input
    type="text"
    class="name"
    maxlength="40"
    autocomplete="off"
    autocapitalize="words"
    enterkeyhint="done"
    aria-label=${t("Name of player {n}", { n: at + 1 })}
    placeholder=${COLOURS[colour] ?? colour}
    value=${typed ?? name}
    onFocus=${() => type(name)}
    onInput=${(/** @type {Event} */ event) => {
      const text = /** @type {HTMLInputElement} */ (event.target).value;
      type(text);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => keep(text), 350);
    }}
    onBlur=${() => {
      if (typed !== null && timer.current) keep(typed);
      type(null);
    }}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && /** @type {HTMLElement} */ (event.target).blur()}
  />`;
}

export function OptionsStep() {
  const game = gameNow();
  const chosen = setup.value?.plan.options ?? {};
  const count = Object.keys(chosen).length;
  if (!game?.options.length)
    return html`<h1>${t("By which rules?")}</h1><p>${game ? t("There is nothing to choose in this game.") : t("First say what is played.")}</p>`;
  const pick = (/** @type {string} */ name, /** @type {string} */ value, /** @type {boolean} */ usual) => {
    const { [name]: _, ...others } = chosen;
    change({ options: usual ? others : { ...others, [name]: value } });
  };
  return html`
    <h1>${t("By which rules?")}</h1>
    <p class="soft">${t("Where a rulebook leaves something open, the table decides. What is recommended is chosen already.")}</p>
    <div class="card verdict ${count ? "" : "good"}"><${Icon} name=${count ? "hand" : "check"} /> <span>${count ? many(count, "{n} answer is your own", "{n} answers are your own") : t("All as recommended")}</span>
      ${count > 0 && html`<button type="button" onClick=${() => change({ options: {} })}>${t("All as recommended")}</button>`}</div>
    <div class="options">
      ${game.options.map((option) => {
        const value = chosen[option.name] ?? option.values[0].value;
        const now = option.values.find((one) => one.value === value) ?? option.values[0];
        return html`<details class="card option" key=${option.name}>
          <summary><span class="option-asks">${option.asks}</span><span class=${classes("option-now", value !== option.values[0].value && "own")}>${now.text}</span></summary>
          <div class="choices" role="group" aria-label=${option.asks}>
            ${option.values.map(
              (one, n) => html`<button key=${one.value} type="button" class=${classes("choice", one.value === value && "chosen")} aria-pressed=${String(one.value === value)} onClick=${() => pick(option.name, one.value, n === 0)}>
              <span class="choice-words"><span>${one.text}</span>${n === 0 && html`<span class="tag">${t("recommended")}</span>`}</span>
              ${one.value === value && html`<${Icon} name="check" />`}
            </button>`,
            )}
          </div>
        </details>`;
      })}
    </div>
  `;
}
