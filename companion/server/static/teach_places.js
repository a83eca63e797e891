// @ts-check
/** Laying the places of a game on the straightened board: a tap on the first and the last of each group. */
import { useRef, useState } from "preact/hooks";
import { classes, html } from "./dom.js";
import { Loupe, Shown, arrow, under } from "./teach_picture.js";
import { again, changed, grid, grown, laid, shifted, snapped, tapsFor, wrong } from "./teach_shapes.js";
import { commas, t } from "./words.js";

/** @typedef {import("./teach_shapes.js").Point} Point */
/** @typedef {import("./teach_shapes.js").Group} Group */

/** What to tap next. @param {Group} group @param {number} taps */
function asked(group, taps) {
  const [place, n] = [group.label, group.slots.length];
  if (group.kind !== "die")
    return taps
      ? t("{place}: tap its bottom right corner", { place })
      : t("{place}: tap its top left corner", { place });
  if (tapsFor(group) === 1) return t("{place}: tap the middle of its place", { place });
  return taps
    ? t("{place}: tap the middle of its last place of {n}", { place, n })
    : t("{place}: tap the middle of its first place of {n}", { place, n });
}

/**
 * @param {{of: HTMLCanvasElement, width_mm: number, height_mm: number, todo: Group[], done: Group[],
 *   change: (done: Group[]) => void, add: (group: Group) => void}} props
 */
export function Places({ of, width_mm, height_mm, todo, done, change, add }) {
  const stage = useRef(/** @type {HTMLDivElement | null} */ (null));
  const first = todo.find((one) => !done.some((other) => other.key === one.key));
  const [chosen, choose] = useState(/** @type {string | null} */ (first?.key ?? null));
  const [taps, setTaps] = useState(/** @type {Point[]} */ ([]));
  const [cursor, setCursor] = useState(/** @type {Point} */ ([width_mm / 2, height_mm / 2]));
  const [pressed, press] = useState(/** @type {{from: Point, only: string, before: Group} | "tap" | null} */ (null));
  const [byKey, setByKey] = useState(false);
  const [single, setSingle] = useState(false);
  const active = done.find((one) => one.key === chosen);
  const next = active ? undefined : todo.find((one) => one.key === chosen);
  const bad = wrong(done, width_mm, height_mm);
  const px = of.width / width_mm;

  const put = (/** @type {Group} */ group) => {
    const others = done.filter((one) => one.key !== group.key);
    change([...others, group]);
    return [...others, group];
  };
  const goOn = (/** @type {Group[]} */ now) => {
    setTaps([]);
    const later = todo.slice(todo.findIndex((one) => one.key === chosen) + 1);
    choose(later.find((one) => !now.some((other) => other.key === one.key))?.key ?? null);
  };
  const edit = (/** @type {Group} */ group) => put(group);
  const pick = (/** @type {string} */ key) => {
    choose(key);
    setTaps([]);
    setSingle(false);
  };
  const tap = (/** @type {Point} */ point) => {
    if (!next) return;
    const all = [...taps, next.kind === "die" ? snapped(point, done) : point];
    if (all.length < tapsFor(next)) {
      setTaps(all);
      return;
    }
    const far = all.length < 2 || Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) > 5;
    if (far) goOn(put(laid(next, all)));
    else setTaps([all[0]]);
  };

  const where = (/** @type {PointerEvent} */ event) => {
    const [x, y] = under(event, /** @type {Element} */ (stage.current), of);
    return /** @type {Point} */ ([x / px, y / px]);
  };
  const start = (/** @type {PointerEvent} */ event) => {
    if (!event.isPrimary || !stage.current) return;
    const at = where(event);
    setByKey(false);
    setCursor(at);
    stage.current.setPointerCapture(event.pointerId);
    if (next) {
      press("tap");
      return;
    }
    const reach = 12 / (stage.current.getBoundingClientRect().width / width_mm);
    const hit = done
      .flatMap((group) => group.slots.map((slot) => ({ group, slot })))
      .filter(({ slot }) => Math.abs(slot.x_mm - at[0]) < slot.w_mm / 2 + reach && Math.abs(slot.y_mm - at[1]) < slot.h_mm / 2 + reach)
      .sort((a, b) => a.slot.w_mm - b.slot.w_mm || Math.hypot(a.slot.x_mm - at[0], a.slot.y_mm - at[1]) - Math.hypot(b.slot.x_mm - at[0], b.slot.y_mm - at[1]))[0];
    if (!hit) return;
    if (hit.group.key !== chosen) pick(hit.group.key);
    press({ from: at, only: single && hit.group.key === chosen ? hit.slot.id : "", before: hit.group });
  };
  const drag = (/** @type {PointerEvent} */ event) => {
    if (!pressed) return;
    const at = where(event);
    setCursor(at);
    if (pressed !== "tap")
      put(shifted(pressed.before, at[0] - pressed.from[0], at[1] - pressed.from[1], pressed.only));
  };
  const end = () => {
    if (pressed === "tap") tap(cursor);
    press(null);
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const step = arrow(event, 10);
    if (step) {
      event.preventDefault();
      setByKey(true);
      if (active) put(shifted(active, step[0], step[1]));
      else
        setCursor([
          Math.min(Math.max(cursor[0] + step[0], 0), width_mm),
          Math.min(Math.max(cursor[1] + step[1], 0), height_mm),
        ]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      setByKey(true);
      tap(cursor);
    }
  };
  const seen = pressed || (byKey && next) ? /** @type {Point} */ ([cursor[0] * px, cursor[1] * px]) : null;
  const repeat = next && again(next, done);
  const words = next
    ? asked(next, taps.length)
    : active
      ? t("{place}: drag it, or use the arrow keys", { place: active.label })
      : t("That was the last. Tap a place to change it, or pick one below.");

  return html`
    <p class="asked" role="status">${words}</p>
    <div class="stage" ref=${stage} tabindex="0" role="application" aria-label=${t("The board. {words}. Arrow keys move by 1 mm, with Shift by 10; Enter taps.", { words })}
      onPointerDown=${start} onPointerMove=${drag} onPointerUp=${end} onPointerCancel=${() => press(null)} onKeyDown=${keys}>
      <${Shown} of=${of} label=${t("Your board from above")} />
      <svg class="stage-lines" viewBox=${`0 0 ${width_mm} ${height_mm}`} aria-hidden="true">
        ${done.map((group) => group.slots.map((slot, at) => html`<${Box} key=${slot.id} slot=${slot} number=${group.slots.length > 1 ? at + 1 : 0} chosen=${group.key === chosen} bad=${bad.has(slot.id)} />`))}
        ${taps.map(([x, y]) => html`<path class="tapped" d=${`M${x - 9} ${y}H${x + 9}M${x} ${y - 9}V${y + 9}`} />`)}
        ${byKey && next && html`<path class="tapped" d=${`M${cursor[0] - 14} ${cursor[1]}H${cursor[0] + 14}M${cursor[0]} ${cursor[1] - 14}V${cursor[1] + 14}`} />`}
      </svg>
      <${Loupe} of=${of} at=${seen} />
    </div>
    ${bad.size > 0 && html`<p class="fault" role="alert">${t("{places}: on another place or over the edge. Tap it and move it.", { places: commas([...bad].slice(0, 4)) })}</p>`}
    ${
      active &&
      html`<div class="tools" role="group" aria-label=${t("Change {place}", { place: active.label })}>
        <button type="button" onClick=${() => edit(changed(active, -90, 1))}>${t("Turn left")}</button>
        <button type="button" onClick=${() => edit(changed(active, 90, 1))}>${t("Turn right")}</button>
        <button type="button" onClick=${() => edit(changed(active, 5, 1))}>${t("Tilt")}</button>
        <button type="button" onClick=${() => edit(changed(active, 0, 1.04))}>${t("Wider")}</button>
        <button type="button" onClick=${() => edit(changed(active, 0, 1 / 1.04))}>${t("Closer")}</button>
        <button type="button" onClick=${() => edit(grown(active, 1))}>${t("Larger")}</button>
        <button type="button" onClick=${() => edit(grown(active, -1))}>${t("Smaller")}</button>
        <button type="button" aria-pressed=${single} onClick=${() => setSingle(!single)}>${t("One by one")}</button>
        <button type="button" onClick=${() => change(done.filter((one) => one.key !== active.key))}>${t("Take away")}</button>
        <button type="button" class="strong" onClick=${() => goOn(done)}>${t("Done")}</button>
      </div>`
    }
    ${
      next &&
      html`<div class="tools">
        ${repeat && html`<button type="button" onClick=${() => goOn(put(repeat))}>${t("Same again")}</button>`}
        ${taps.length > 0 && html`<button type="button" onClick=${() => setTaps([])}>${t("Not there")}</button>`}
        <button type="button" onClick=${() => goOn(done)}>${t("Skip")}</button>
      </div>`
    }
    <details class="card">
      <summary>${t("All places: {n} of {all} laid", { n: done.length, all: todo.length })}</summary>
      <ul class="chips">
        ${todo.map((group) => {
          const there = done.some((one) => one.key === group.key);
          return html`<li><button type="button" aria-pressed=${group.key === chosen} onClick=${() => (pick(group.key), window.scrollTo(0, 0))}>
            ${there ? "✓ " : ""}${group.label}${group.slots.length > 1 ? ` · ${group.slots.length}` : ""}
          </button></li>`;
        })}
      </ul>
      <${Own} add=${(/** @type {Group} */ group) => (add(group), pick(group.key), window.scrollTo(0, 0))} taken=${todo.map((one) => one.key)} />
    </details>
  `;
}

/** @param {{slot: import("./teach_shapes.js").Place, number: number, chosen: boolean, bad: boolean}} props */
const Box = ({ slot, number, chosen, bad }) => html`<g class=${classes("box", chosen && "chosen", bad && "bad")}>
  <rect x=${slot.x_mm - slot.w_mm / 2} y=${slot.y_mm - slot.h_mm / 2} width=${slot.w_mm} height=${slot.h_mm} rx="2" />
  ${number > 0 && html`<text x=${slot.x_mm} y=${slot.y_mm + 4} text-anchor="middle" font-size="11">${number}</text>`}
  ${bad && html`<path d=${`M${slot.x_mm - slot.w_mm / 2} ${slot.y_mm - slot.h_mm / 2}l${slot.w_mm} ${slot.h_mm}`} />`}
</g>`;

/** Places that no game has. @param {{add: (group: Group) => void, taken: string[]}} props */
function Own({ add, taken }) {
  const [name, setName] = useState("");
  const [across, setAcross] = useState(4);
  const [down, setDown] = useState(1);
  const plain = name.trim().toLowerCase().replace(/[^a-z0-9_]+/g, "_");
  const count = (/** @type {Event} */ event) =>
    Math.min(12, Math.max(1, Number(/** @type {HTMLInputElement} */ (event.target).value) || 1));
  const free = plain && !taken.includes(`own/${plain}`);
  return html`<fieldset class="own">
    <legend>${t("Places of your own: a row, a grid or a single one")}</legend>
    <label>${t("Name")} <input value=${name} maxlength="30" onInput=${(/** @type {Event} */ event) => setName(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <label>${t("Across")} <input type="number" min="1" max="12" value=${across} onChange=${(/** @type {Event} */ event) => setAcross(count(event))} /></label>
    <label>${t("Down")} <input type="number" min="1" max="12" value=${down} onChange=${(/** @type {Event} */ event) => setDown(count(event))} /></label>
    <button type="button" disabled=${!free} onClick=${() => (add(grid(plain, across, down)), setName(""))}>${t("Add")}</button>
  </fieldset>`;
}
