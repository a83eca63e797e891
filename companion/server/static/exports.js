// @ts-check
/** A game for other programs: BG Stats, files, and the picture of its points. */
import { useEffect, useState } from "preact/hooks";
import { openDialog } from "./dialogs.js";
import { html } from "./dom.js";
import { say, snapshot } from "./link.js";
import { t } from "./words.js";

const SHARP = 2; // pixels of the picture to one of the drawing

/** @param {string} game */
const api = (game) => `/api/v1/games/${encodeURIComponent(game)}`;

/** The points as a picture, drawn by this phone: it has letters for every name. @param {string} game @returns {Promise<Blob>} */
async function pngOf(game) {
  const answer = await fetch(`${api(game)}/plot.svg`, { cache: "no-store" });
  if (!answer.ok) throw new Error("no plot");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARP;
  canvas.height = image.naturalHeight * SHARP;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Hand a file to other apps where the phone can, else keep it. @param {Blob} blob @param {string} name */
async function give(blob, name) {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] });
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {string} game */
const savePng = (game) =>
  pngOf(game)
    .then((blob) => give(blob, `${game}.png`))
    .catch((error) => error.name !== "AbortError" && say(t("The picture could not be made.")));

/** @param {{game: string, href: string, children: unknown}} props */
const Keep = ({ href, children }) => html`<a class="button" href=${href} download>${children}</a>`;

/** What a game can be kept as. @param {{game: string, version?: number, replay?: boolean}} props */
export function Exports({ game, version = 0, replay = true }) {
  const [links, setLinks] = useState(/** @type {{app: string, web: string} | null} */ (null));
  useEffect(() => {
    fetch(`${api(game)}/bgstats`, { cache: "no-store" })
      .then((answer) => (answer.ok ? answer.json() : null))
      .then(setLinks, () => setLinks(null));
  }, [game, version]);
  const points = snapshot.value?.seats.some((one) => one.score !== 0);
  return html`<div class="exports">
    ${points && html`<img class="plot" src=${`${api(game)}/plot.svg?at=${version}`} alt=${t("Points over the game")} width="720" height="420" />`}
    ${links && html`<a class="button strong" href=${links.app}>${t("Post to BG Stats")}</a>`}
    ${links && html`<a class="quiet-link" href=${links.web} target="_blank" rel="noopener">${t("BG Stats does not open? By its web page")}</a>`}
    ${
      links &&
      html`<details class="more-box">
        <summary>${t("On another phone: scan")}</summary>
        <img class="qr" src=${`${api(game)}/bgstats.svg?at=${version}`} alt=${t("QR code that opens BG Stats")} loading="lazy" />
      </details>`
    }
    <div class="keep">
      <${Keep} href=${`${api(game)}/export?format=csv`}>${t("Table (CSV)")}<//>
      <${Keep} href=${`${api(game)}/export?format=json`}>${t("All of it (JSON)")}<//>
      ${points && html`<button type="button" onClick=${() => savePng(game)}>${t("Picture (PNG)")}</button>`}
      ${points && html`<${Keep} href=${`${api(game)}/export?format=svg`}>${t("Drawing (SVG)")}<//>`}
      <${Keep} href=${`${api(game)}/file`}>${t("Game file")}<//>
      <${Keep} href=${`${api(game)}/file?pictures=true`}>${t("With pictures")}<//>
    </div>
    ${replay && html`<a class="button" href=${`/replay?game=${encodeURIComponent(game)}`}>${t("Go through it again")}</a>`}
  </div>`;
}

/** The game in play. @param {number} version */
export const openExports = (version) =>
  openDialog({
    title: t("Keep this game"),
    body: () => html`<${Exports} game="current" version=${version} />`,
  });
