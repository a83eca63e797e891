// @ts-check
/** Teach the program one's own cards: photos of one or of several, which card each is, doubts. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { refreshPhone } from "./access.js";
import { Icon, html } from "./dom.js";
import { HostGate } from "./pin.js";
import { asked } from "./teach_asked.js";
import { Shown as Face, loaded } from "./teach_picture.js";
import { commas, t } from "./words.js";

/** @typedef {{id: string, name: string, taught: boolean}} Card */
/** @typedef {{game: string, title: string, kind: string, cards: Card[]}} Deck */
/** @typedef {{picture: HTMLCanvasElement, like: string | null, blurred: boolean, name: string}} Shown */
/** @typedef {{cards: {jpeg: string, like: string | null, blurred: boolean}[]}} Found */

const API = "/api/v1/cards";
const QUALITY = 0.92;

const ask = (/** @type {string} */ path, /** @type {RequestInit} */ how) => asked(`${API}${path}`, how);

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const jpegOf = (canvas) =>
  new Promise((found, lost) => {
    const none = new Error(t("The browser has no memory left for the picture."));
    canvas.toBlob((blob) => (blob ? found(blob) : lost(none)), "image/jpeg", QUALITY);
  });

const sent = (/** @type {string} */ method, /** @type {Blob} */ body) => ({
  method,
  headers: { "content-type": "image/jpeg" },
  body,
});

/** Turned by half. @param {HTMLCanvasElement} from */
function turned(from) {
  const to = document.createElement("canvas");
  [to.width, to.height] = [from.width, from.height];
  const pen = to.getContext("2d");
  pen?.rotate(Math.PI);
  pen?.drawImage(from, -from.width, -from.height);
  return to;
}

/** @param {{deck: Deck, retake: string, take: (found: Found) => Promise<void>, say: (words: string) => void}} props */
function Photo({ deck, retake, take, say }) {
  const [busy, setBusy] = useState(false);
  const look = async (/** @type {string} */ url) => {
    setBusy(true);
    say("");
    try {
      const photo = await jpegOf(await loaded(url));
      await take(await ask(`/${deck.game}/${deck.kind}/shown`, sent("POST", photo)));
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    } finally {
      URL.revokeObjectURL(url);
      setBusy(false);
    }
  };
  const picture = (/** @type {Event} */ event) => {
    const one = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (one) void look(URL.createObjectURL(one));
  };
  const camera = async () => {
    const answer = await fetch("/api/v1/boards/camera.jpg").catch(() => null);
    if (answer?.ok) await look(URL.createObjectURL(await answer.blob()));
    else say(t("The camera shows nothing at the moment. Take a picture with the phone instead."));
  };
  const again = deck.cards.find((one) => one.id === retake);
  return html`<section class="card">
    <h2>${again ? t("A better picture of “{card}”", { card: again.name }) : t("A picture of your cards")}</h2>
    <p class="soft">${t("One card, or up to nine that do not touch, from above, on a table of another colour. Pictures stay on the table's machine.")}</p>
    ${
      busy
        ? html`<p role="status">${t("Looking for cards…")}</p>`
        : html`<div class="stack">
      <label class="pick strong"><${Icon} name="camera" />${t("Take a picture")}<input type="file" accept="image/*" capture="environment" onChange=${picture} /></label>
      <label class="pick">${t("Choose a picture")}<input type="file" accept="image/*" onChange=${picture} /></label>
      <button type="button" class="wide" onClick=${camera}>${t("Use the table's camera")}</button>
    </div>`
    }
  </section>`;
}

/** What is to be thought about before a shown card is kept. @param {Deck} deck @param {Shown} one */
function doubts(deck, one) {
  const like = one.like && deck.cards.find((card) => card.id === one.like);
  const chosen = deck.cards.find((card) => card.id === one.name);
  return [
    like && one.like !== one.name && t("It looks like “{card}”, which is taught: shown twice?", { card: like.name }),
    chosen?.taught && t("The picture of this card will be replaced."),
    one.blurred && t("It is blurred: take the picture nearer, or in more light."),
  ].filter(Boolean);
}

/** @param {{deck: Deck, shown: Shown[], change: (shown: Shown[]) => void, keep: () => void}} props */
function Review({ deck, shown, change, keep }) {
  const put = (/** @type {number} */ at, /** @type {Partial<Shown>} */ more) =>
    change(shown.map((one, n) => (n === at ? { ...one, ...more } : one)));
  const named = shown.filter((one) => one.name);
  const twice = named.some((one, n) => named.findIndex((other) => other.name === one.name) < n);
  return html`<section class="card">
    <h2>${t("Which cards are these?")}</h2>
    <ul class="shown">
      ${shown.map(
        (one, n) => html`<li key=${n}>
        <${Face} of=${one.picture} label=${t("Card {n}", { n: n + 1 })} />
        <select aria-label=${t("Which card is {n}?", { n: n + 1 })} onChange=${(/** @type {Event} */ event) => put(n, { name: /** @type {HTMLSelectElement} */ (event.target).value })}>
          <option value="" selected=${!one.name}>${t("Leave out")}</option>
          ${deck.cards.map((card) => html`<option key=${card.id} value=${card.id} selected=${card.id === one.name}>${card.taught ? `✓ ${card.name}` : card.name}</option>`)}
        </select>
        ${doubts(deck, one).map((words) => html`<p class="fault">${words}</p>`)}
        <button type="button" onClick=${() => put(n, { picture: turned(one.picture) })}>${t("Turn it")}</button>
      </li>`,
      )}
    </ul>
    ${twice && html`<p class="fault" role="alert">${t("Two of these are said to be the same card.")}</p>`}
    <div class="ways">
      <button type="button" onClick=${() => change([])}>${t("Back")}</button>
      <button type="button" class="strong" disabled=${!named.length || twice} onClick=${keep}>${t("Keep {n}", { n: named.length })}</button>
    </div>
  </section>`;
}

/** @param {{deck: Deck, stamp: number, retake: (name: string) => void, forget: (name: string) => void}} props */
function Taught({ deck, stamp, retake, forget }) {
  const [asked, setAsked] = useState("");
  const known = deck.cards.filter((card) => card.taught);
  const missing = deck.cards.filter((card) => !card.taught);
  const part = deck.cards.length ? known.length / deck.cards.length : 0;
  return html`<section class="card">
    <h2>${t("{n} of {all} taught", { n: known.length, all: deck.cards.length })}</h2>
    <div class="progress" role="progressbar" aria-label=${t("Cards taught")} aria-valuemin="0" aria-valuemax=${deck.cards.length} aria-valuenow=${known.length}><span style=${`width: ${part * 100}%`}></span></div>
    ${missing.length > 0 && html`<details><summary>${t("Still missing: {n}", { n: missing.length })}</summary><p>${commas(missing.map((card) => card.name))}</p></details>`}
    <ul class="taught">
      ${known.map(
        (card) => html`<li key=${card.id}>
        <img src=${`${API}/${deck.game}/${deck.kind}/${card.id}.jpg?${stamp}`} alt=${card.name} loading="lazy" width="176" height="126" />
        <p>${card.name}</p>
        <button type="button" onClick=${() => retake(card.id)}>${t("Show it again")}</button>
        <button type="button" onClick=${() => (asked === card.id ? forget(card.id) : setAsked(card.id))}>${asked === card.id ? t("Forget it for good") : t("Forget")}</button>
      </li>`,
      )}
    </ul>
  </section>`;
}

/** Names for shown cards: the one that is shown again, or the next that are missing. @param {Deck} deck @param {Found["cards"]} cards @param {string} retake @returns {string[]} */
function proposed(deck, cards, retake) {
  if (retake && cards.length === 1) return [retake];
  const missing = deck.cards.filter((card) => !card.taught).map((card) => card.id);
  return cards.map((card) => (card.like ? "" : missing.shift() ?? ""));
}

function Cards() {
  const [decks, setDecks] = useState(/** @type {Deck[] | null} */ (null));
  const [which, choose] = useState(0);
  const [shown, setShown] = useState(/** @type {Shown[]} */ ([]));
  const [alike, setAlike] = useState(/** @type {[string, string][]} */ ([]));
  const [retake, setRetake] = useState("");
  const [words, say] = useState("");
  const [stamp, setStamp] = useState(0);
  const list = () => ask("").then(setDecks, (error) => say(error.message));
  useEffect(() => {
    void list();
    void refreshPhone();
  }, []);
  const deck = decks?.[which];
  const taught = deck?.cards.filter((card) => card.taught).length ?? 0;
  useEffect(() => {
    setAlike([]);
    if (!deck || taught < 2) return;
    let old = false;
    // An owner who gave no PIN is asked for it when something is kept: nothing needs to be said here.
    ask(`/${deck.game}/${deck.kind}/alike`, {}).then((found) => old || setAlike(found.alike), () => {});
    return () => {
      old = true;
    };
  }, [deck?.game, deck?.kind, taught, stamp]);
  const take = async (/** @type {Found} */ found) => {
    if (!deck) return;
    if (!found.cards.length)
      return say(t("No whole card is seen. Lay them apart, on a table of another colour, and show all of each."));
    const pictures = await Promise.all(found.cards.map((card) => loaded(`data:image/jpeg;base64,${card.jpeg}`)));
    const names = proposed(deck, found.cards, retake);
    setShown(pictures.map((picture, n) => ({ picture, like: found.cards[n].like, blurred: found.cards[n].blurred, name: names[n] })));
  };
  const keep = async () => {
    if (!deck) return;
    try {
      for (const one of shown.filter((card) => card.name))
        await ask(`/${deck.game}/${deck.kind}/${one.name}.jpg`, sent("PUT", await jpegOf(one.picture)));
      setShown([]);
      setRetake("");
      window.scrollTo(0, 0);
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
    setStamp(Date.now());
    await list();
  };
  const forget = (/** @type {string} */ name) =>
    deck && ask(`/${deck.game}/${deck.kind}/${name}`, { method: "DELETE" }).then(list, (error) => say(error.message));
  const again = (/** @type {string} */ name) => {
    setRetake(name);
    window.scrollTo(0, 0);
  };
  const other = (/** @type {Event} */ event) => {
    choose(Number(/** @type {HTMLSelectElement} */ (event.target).value));
    setShown([]);
    setRetake("");
  };
  const called = (/** @type {string} */ name) => deck?.cards.find((card) => card.id === name)?.name ?? name;
  return html`
    <header class="top">
      <div class="top-words"><p class="title">${t("Teach your cards")}</p><p class="link">${deck?.title ?? ""}</p></div>
      <a class="seat-chip" href="/">${t("Table")}</a>
    </header>
    <main class="page teach">
      ${words && html`<p class="card fault" role="alert">${words}</p>`}
      <${HostGate} />
      ${
        decks &&
        decks.length > 1 &&
        html`<div class="fields"><label>${t("Cards of")} <select onChange=${other}>
        ${decks.map((one, n) => html`<option value=${n} selected=${n === which}>${one.title} · ${one.kind}</option>`)}</select></label></div>`
      }
      ${decks && !deck && html`<p class="card">${t("No game here has cards that a camera tells.")}</p>`}
      ${
        deck &&
        (shown.length
          ? html`<${Review} deck=${deck} shown=${shown} change=${setShown} keep=${keep} />`
          : html`
        <${Photo} deck=${deck} retake=${retake} take=${take} say=${say} />
        ${alike.map(([one, two]) => html`<p class="card fault">${t("“{card}” and “{other}” look alike: were they the same card? Show one of them again.", { card: called(one), other: called(two) })}</p>`)}
        <${Taught} deck=${deck} stamp=${stamp} retake=${again} forget=${forget} />`)
      }
    </main>
  `;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Cards} />`, root);
