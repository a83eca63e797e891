// @ts-check
/**
 * Words in the language of this phone. English stands in the code and is its own key; the page brings
 * the catalogue of another language. What follows a `|` is for translators.
 */

/** @type {Record<string, string>} */
const catalogue = JSON.parse(document.getElementById("words")?.textContent || "{}");
export const language = document.documentElement.lang || "en";
const YEAR_S = 365 * 24 * 3600;

/** Languages by tag, each in its own words. */
export const LANGUAGES = { en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文" };

/** @param {string} english */
const template = (english) => catalogue[english] ?? english.split("|")[0];

/** @param {string} text @param {Record<string, unknown>} parts */
const filled = (text, parts) => text.replace(/\{(\w+)\}/g, (_, name) => String(parts[name]));

/** @param {string} english @param {Record<string, string | number>} [parts] */
export const t = (english, parts = {}) => filled(template(english), parts);

/** About `{n}` things; catalogues list the plural. @param {number} n @param {string} one @param {string} more @param {Record<string, string | number>} [parts] */
export const many = (n, one, more, parts = {}) =>
  filled(catalogue[more] ?? (n === 1 ? one : more), { n, ...parts });

/** The same with markup in it: a list of children. @param {string} english @param {Record<string, unknown>} parts */
export const marked = (english, parts) =>
  template(english)
    .split(/\{(\w+)\}/)
    .map((piece, at) => (at % 2 ? parts[piece] : piece));

/** Sentences one after another. @param {string[]} sentences */
export const inARow = (sentences) => sentences.join(language === "en" ? " " : "");

/** One after another, as a list is written. @param {unknown[]} items */
export const commas = (items) => items.join(language === "en" ? ", " : "、");

/** What the colours of players are called. */
export const COLOURS = /** @type {Record<string, string>} */ ({
  red: t("red"),
  blue: t("blue"),
  green: t("green"),
  yellow: t("yellow"),
  orange: t("orange"),
  purple: t("purple"),
  pink: t("pink"),
  brown: t("brown"),
  white: t("white"),
  black: t("black"),
  grey: t("grey"),
});

/** Read on in another language, from now on. @param {string} tag */
export function speak(tag) {
  document.cookie = `language=${tag}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}
