const expansions: { readonly [letter: string]: string } = {
  "æ": "ae",
  "œ": "oe",
  "ø": "o",
  "đ": "d",
  "ð": "d",
  "ł": "l",
  "þ": "th",
  "ħ": "h",
  "ς": "σ"
}

const foldAny = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[æœøđðłþħς]/g, (letter) => expansions[letter] ?? letter)

/** What most texts are made of: ASCII, letters of Western Europe in lower case and capitals, signs that fold to themselves. */
const isWestern = /^[\0-\u007f\u00a0\u00ab\u00bb\u00c0-\u00ff\u0152\u0153\u2012-\u2015\u2018-\u201e\u20ac]*$/

const folded = new Map(Array.from("àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœ", (letter) => [letter, foldAny(letter)]))

const foldWestern = (text: string): string => text.toLowerCase().replace(/[ß-öø-ÿœ]/g, (letter) => folded.get(letter) ?? letter)

/**
 * A text as it is compared whole: case, accents and letter forms folded, runs of white space made one space, none at the ends
 * (wire.md §6). Folding what is folded changes nothing.
 *
 * @example
 * foldText("  Œuvre   d'ÉTÉ ") // "oeuvre d'ete"
 */
export const foldText = (text: string): string => (isWestern.test(text) ? foldWestern(text) : foldAny(text)).replace(/\s+/g, " ").trim()
