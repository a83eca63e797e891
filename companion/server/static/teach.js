// @ts-check
/** Teach the program a board of one's own: picture, corners, size, places, name. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { refreshPhone } from "./access.js";
import { Icon, classes, html } from "./dom.js";
import { HostGate } from "./pin.js";
import { asked } from "./teach_asked.js";
import { Points, loaded, straightened } from "./teach_picture.js";
import { Places } from "./teach_places.js";
import { aspect, groupsOf } from "./teach_shapes.js";
import { t } from "./words.js";

/** @typedef {import("./teach_shapes.js").Point} Point */
/** @typedef {import("./teach_shapes.js").Group} Group */
/** @typedef {{id: string, label: string, slots: import("./teach_shapes.js").Place[]}} Area */
/** @typedef {{code: string, text: string, serious: boolean}} Fault */
/** @typedef {{title: string, game: string, width_mm: number, height_mm: number, areas: Area[], tags: {id: number}[], faults: Fault[]}} Profile */
/** @typedef {{name: string, problem: string, title: string, game: string, slots: number, picture: boolean, faults: Fault[]}} Saved */
/** @typedef {{id: string, title: string, areas: Area[]}} Game */

const API = "/api/v1/boards";
const BOARD_PX = 1600; // wide enough that the art is recognised
const TAG_MM = 36;
const STEPS = [t("Picture"), t("Corners"), t("Size"), t("Places"), t("Save")];
const CORNERS = [
  t("Top left corner"),
  t("Top right corner"),
  t("Bottom right corner"),
  t("Bottom left corner"),
];

const ask = (/** @type {string} */ path, /** @type {RequestInit} */ how) => asked(`${API}${path}`, how);

const put = (/** @type {unknown} */ body) => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** @param {{choose: (canvas: HTMLCanvasElement) => void, take: (profile: Profile) => void, edit: (name: string) => void, say: (words: string) => void, taken: Profile | null}} props */
function Start({ choose, take, edit, say, taken }) {
  const [boards, setBoards] = useState(/** @type {Saved[]} */ ([]));
  const [asked, setAsked] = useState("");
  const list = () => ask("").then(setBoards, (error) => say(error.message));
  useEffect(() => {
    void list();
    void refreshPhone();
  }, []);
  const open = (/** @type {string} */ url) =>
    loaded(url).then(choose, (error) => say(error.message)).finally(() => URL.revokeObjectURL(url));
  const file = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).files?.[0];
  const picture = (/** @type {Event} */ event) => {
    const one = file(event);
    if (one) void open(URL.createObjectURL(one));
  };
  const camera = async () => {
    const answer = await fetch(`${API}/camera.jpg`).catch(() => null);
    if (answer?.ok) await open(URL.createObjectURL(await answer.blob()));
    else say(t("The camera shows nothing at the moment. Take a picture with the phone instead."));
  };
  const profile = async (/** @type {Event} */ event) => {
    const one = file(event);
    if (!one) return;
    const how = { ...put({ text: (await one.text()).slice(0, 60000) }), method: "POST" };
    await ask("/import", how).then(take, (error) => say(error.message));
  };
  const forget = (/** @type {string} */ name) => {
    if (asked !== name) return setAsked(name);
    return ask(`/${name}`, { method: "DELETE" }).then(list, (error) => say(error.message));
  };
  return html`
    <${HostGate} />
    <section class="card">
      <h2>${taken ? t("Now a picture of your own board, for “{title}”", { title: taken.title }) : t("A picture of your board")}</h2>
      <p class="soft">${t("The whole board, empty, from above, in even light. It stays on the table's machine.")}</p>
      <div class="stack">
        <label class="pick strong"><${Icon} name="camera" />${t("Take a picture")}<input type="file" accept="image/*" capture="environment" onChange=${picture} /></label>
        <label class="pick">${t("Choose a picture")}<input type="file" accept="image/*" onChange=${picture} /></label>
        <button type="button" class="wide" onClick=${camera}>${t("Use the table's camera")}</button>
      </div>
    </section>
    <section class="card">
      <h2>${t("Boards here")}</h2>
      <ul class="boards">
        ${boards.map(
          (one) => html`<li key=${one.name}>
          <p><b>${one.title || one.name}</b> <code>${one.name}</code></p>
          ${one.problem ? html`<p class="fault">${one.problem}</p>` : one.faults.map((fault) => html`<p class=${fault.serious ? "fault" : "soft"}>${fault.text}</p>`)}
          <div class="tools">
            ${!one.problem && html`<button type="button" onClick=${() => edit(one.name)}>${t("Change")}</button>`}
            ${!one.problem && html`<a class="button" href=${`${API}/${one.name}.toml`} download=${`${one.name}.toml`}>${t("Share as a file")}</a>`}
            <button type="button" onClick=${() => forget(one.name)}>${asked === one.name ? t("Forget it for good") : t("Forget")}</button>
          </div>
        </li>`,
        )}
      </ul>
      ${!boards.length && html`<p class="soft">${t("None yet.")}</p>`}
      <label class="pick">${t("Take in a shared board")}<input type="file" accept=".toml,text/plain,application/toml" onChange=${profile} /></label>
    </section>
  `;
}

/** @typedef {{width_mm: number, height_mm: number, tags: boolean}} Size */

/** @param {{board: HTMLCanvasElement, size: Size, change: (size: Size) => void}} props */
function SizeOf({ board, size, change }) {
  const [line, setLine] = useState(/** @type {Point[]} */ ([[board.width * 0.2, board.height / 2], [board.width * 0.8, board.height / 2]]));
  const [length, setLength] = useState(0);
  const ratio = board.width / board.height;
  const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const number = (/** @type {Event} */ event) =>
    Number(/** @type {HTMLInputElement} */ (event.target).value.replace(",", ".")) || 0;
  const measured = (/** @type {Point[]} */ [a, b], /** @type {number} */ mm) => {
    const width = (mm / Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]))) * board.width;
    if (mm > 0) change({ ...size, width_mm: round(width), height_mm: round(width / ratio) });
  };
  return html`
    <section class="card">
      <h2>${t("How large is it?")}</h2>
      <div class="fields">
        <label>${t("Width, mm")} <input inputmode="decimal" value=${size.width_mm || ""} placeholder=${size.height_mm ? t("about {n}", { n: Math.round(size.height_mm * ratio) }) : ""} onChange=${(/** @type {Event} */ event) => change({ ...size, width_mm: number(event) })} /></label>
        <label>${t("Height, mm")} <input inputmode="decimal" value=${size.height_mm || ""} placeholder=${size.width_mm ? t("about {n}", { n: Math.round(size.width_mm / ratio) }) : ""} onChange=${(/** @type {Event} */ event) => change({ ...size, height_mm: number(event) })} /></label>
      </div>
      <p class="soft">${t("One of them is enough; with both the places are more exact.")}</p>
      <label class="check"><input type="checkbox" checked=${size.tags} onChange=${(/** @type {Event} */ event) => change({ ...size, tags: /** @type {HTMLInputElement} */ (event.target).checked })} />
        <span>${t("Tags 0, 1, 2, 3 lie in the four corners, clockwise from top left ({n} mm)", { n: TAG_MM })}</span></label>
    </section>
    <details class="card">
      <summary>${t("Or measure any length on it")}</summary>
      <p class="soft">${t("Drag 1 and 2 to its ends.")}</p>
      <${Points} of=${board} points=${line} labels=${[t("One end"), t("Other end")]} closed=${false} move=${(/** @type {number} */ at, /** @type {Point} */ to) => {
        const moved = line.map((point, n) => (n === at ? to : point));
        setLine(moved);
        measured(moved, length);
      }} />
      <div class="fields"><label>${t("From 1 to 2, mm")} <input inputmode="decimal" onChange=${(/** @type {Event} */ event) => {
        setLength(number(event));
        measured(line, number(event));
      }} /></label></div>
    </details>
  `;
}

/** @param {{name: string, rename: (name: string) => void, save: () => void, saved: Fault[] | null, game: string}} props */
const Save = ({ name, rename, save, saved, game }) => html`<section class="card">
  <h2>${saved ? t("Saved") : t("A name for it")}</h2>
  ${
    saved
      ? html`<ul class="faults">${saved.map((fault) => html`<li>${fault.text}</li>`)}</ul>
        <p>${t("Play on it, at the table's machine:")}</p>
        <p><code>companion play --game ${game} --board ${name} --camera usb:0</code></p>
        <div class="stack"><a class="button wide" href=${`${API}/${name}.toml`} download=${`${name}.toml`}>${t("Share as a file")}</a>
        <a class="button wide" href="/board">${t("All boards")}</a><a class="button wide" href="/">${t("To the table")}</a></div>`
      : html`<div class="fields"><label>${t("Name")} <input value=${name} maxlength="40" autocapitalize="none" onInput=${(/** @type {Event} */ event) => rename(/** @type {HTMLInputElement} */ (event.target).value)} /></label></div>
        <p class="soft">${t("A short word: small letters, digits, - and _.")}</p>
        <button type="button" class="strong wide" disabled=${!name} onClick=${save}>${t("Save")}</button>`
  }
</section>`;

function Teach() {
  const [step, setStep] = useState(0);
  const [words, say] = useState("");
  const [games, setGames] = useState(/** @type {Game[]} */ ([]));
  const [game, setGame] = useState("");
  const [own, setOwn] = useState(/** @type {Group[]} */ ([]));
  const [source, setSource] = useState(/** @type {HTMLCanvasElement | null} */ (null));
  const [corners, setCorners] = useState(/** @type {Point[]} */ ([]));
  const [board, setBoard] = useState(/** @type {HTMLCanvasElement | null} */ (null));
  const [size, setSize] = useState(/** @type {Size} */ ({ width_mm: 0, height_mm: 0, tags: false }));
  const [done, setDone] = useState(/** @type {Group[]} */ ([]));
  const [taken, setTaken] = useState(/** @type {Profile | null} */ (null));
  const [name, setName] = useState("my-board");
  const [saved, setSaved] = useState(/** @type {Fault[] | null} */ (null));

  useEffect(() => {
    void ask("/games").then(
      (/** @type {Game[]} */ all) => {
        setGames(all);
        setGame((now) => now || all[0]?.id || "");
      },
      (error) => say(error.message),
    );
  }, []);
  const go = (/** @type {number} */ to) => {
    say("");
    setStep(to);
    window.scrollTo(0, 0);
  };
  const todo = [...groupsOf(games.find((one) => one.id === game)?.areas ?? []), ...own];

  /** Places of a profile as groups; those the game does not know are its owner's. */
  const take = (/** @type {Profile} */ profile) => {
    const here = groupsOf(profile.areas);
    const known = groupsOf(games.find((one) => one.id === profile.game)?.areas ?? []);
    const group = (/** @type {Group} */ one) => known.find((each) => each.key === one.key || (each.area === one.area && each.kind === one.kind && each.slots.some((slot) => slot.id === one.slots[0].id)));
    setDone(here.map((one) => ({ ...one, key: group(one)?.key ?? `own/${one.key}` })));
    setOwn(here.filter((one) => !group(one)).map((one) => ({ ...one, key: `own/${one.key}` })));
    if (profile.game) setGame(profile.game);
    setSize({ width_mm: profile.width_mm, height_mm: profile.height_mm, tags: profile.tags.length > 0 });
    setTaken(profile);
    say(profile.faults.map((fault) => fault.text).join(" "));
  };
  const edit = async (/** @type {string} */ called) => {
    try {
      take(await ask(`/${called}`));
      setName(called);
      const answer = await fetch(`${API}/${called}.jpg`);
      if (!answer.ok) return;
      setBoard(await loaded(URL.createObjectURL(await answer.blob())));
      go(3);
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  };
  const choose = (/** @type {HTMLCanvasElement} */ canvas) => {
    const [w, h] = [canvas.width, canvas.height];
    setSource(canvas);
    setCorners([[w * 0.1, h * 0.1], [w * 0.9, h * 0.1], [w * 0.9, h * 0.9], [w * 0.1, h * 0.9]]);
    go(1);
  };
  /** From above, `ratio` times as wide as high. */
  const straighten = (/** @type {number} */ ratio) => {
    if (!source) return;
    const [w, h] = ratio > 1 ? [BOARD_PX, BOARD_PX / ratio] : [BOARD_PX * ratio, BOARD_PX];
    try {
      setBoard(straightened(source, corners, Math.round(w), Math.round(h)));
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  };
  const next = () => {
    if (step === 1 && source) straighten(aspect(corners, source.width, source.height));
    if (step === 2 && board) {
      const ratio = board.width / board.height;
      const width_mm = size.width_mm || Math.round(size.height_mm * ratio);
      const height_mm = size.height_mm || Math.round(size.width_mm / ratio);
      if (!(width_mm >= 50 && height_mm >= 50 && width_mm <= 3000 && height_mm <= 3000))
        return say(t("Give the board's width or height in millimetres, from 50 to 3000."));
      setSize({ ...size, width_mm, height_mm });
      straighten(width_mm / height_mm);
    }
    return go(step + 1);
  };
  const save = async () => {
    say("");
    const areas = new Map(/** @type {[string, Area][]} */ ([]));
    for (const group of done) {
      const area = areas.get(group.area) ?? { id: group.area, label: group.label, slots: [] };
      areas.set(group.area, { ...area, slots: [...area.slots, ...group.slots] });
    }
    const { width_mm, height_mm, tags } = size;
    const [far, near] = [TAG_MM / 2, [width_mm - TAG_MM / 2, height_mm - TAG_MM / 2]];
    const at = [[far, far], [near[0], far], [near[0], near[1]], [far, near[1]]];
    const laid_tags = tags ? at.map(([x_mm, y_mm], id) => ({ id, x_mm, y_mm, size_mm: TAG_MM })) : [];
    const profile = { title: taken?.title || name, game, width_mm, height_mm, areas: [...areas.values()], tags: laid_tags };
    try {
      const answer = await ask(`/${encodeURIComponent(name)}`, put(profile));
      const jpeg = await new Promise((found) => board?.toBlob(found, "image/jpeg", 0.9));
      await ask(`/${name}.jpg`, { method: "PUT", headers: { "content-type": "image/jpeg" }, body: jpeg });
      setSaved(answer.faults);
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  };
  return html`
    <header class="top">
      <div class="top-words"><p class="title">${t("Teach your board")}</p><p class="link">${t("{step}: step {n} of {all}", { step: STEPS[step], n: step + 1, all: STEPS.length })}</p></div>
      <a class="seat-chip" href="/">${t("Table")}</a>
    </header>
    <main class="page teach">
      ${words && html`<p class="card fault" role="alert">${words}</p>`}
      ${step === 0 && html`<${Start} choose=${choose} take=${take} edit=${edit} say=${say} taken=${taken} />`}
      ${
        step === 1 &&
        source &&
        html`<p class="asked">${t("Drag 1 to 4 onto the board's corners, clockwise from top left")}</p>
        <${Points} of=${source} points=${corners} labels=${CORNERS} closed move=${(/** @type {number} */ at, /** @type {Point} */ to) => setCorners(corners.map((point, n) => (n === at ? to : point)))} />`
      }
      ${step === 2 && board && html`<${SizeOf} board=${board} size=${size} change=${setSize} />`}
      ${
        step === 3 &&
        board &&
        html`${games.length > 1 && html`<div class="fields"><label>${t("Game")} <select onChange=${(/** @type {Event} */ event) => (setGame(/** @type {HTMLSelectElement} */ (event.target).value), setDone([]))}>
          ${games.map((one) => html`<option value=${one.id} selected=${one.id === game}>${one.title}</option>`)}</select></label></div>`}
        <${Places} key=${game} of=${board} ...${size} todo=${todo} done=${done} change=${setDone} add=${(/** @type {Group} */ group) => setOwn([...own, group])} />`
      }
      ${step === 4 && html`<${Save} name=${name} rename=${setName} save=${save} saved=${saved} game=${game} />`}
      ${
        step > 0 &&
        !saved &&
        html`<div class=${classes("ways", step === 4 && "alone")}>
        <button type="button" onClick=${() => go(step === 3 && !source ? 0 : step - 1)}>${t("Back")}</button>
        ${step < 4 && html`<button type="button" class="strong" disabled=${step === 3 && !done.length} onClick=${next}>${t("Next")}</button>`}
      </div>`
      }
    </main>
  `;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Teach} />`, root);
