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

const western = /^[\0-\u007f\u00a0\u00ab\u00bb\u00c0-\u00ff\u0152\u0153\u2012-\u2015\u2018-\u201e\u20ac]*$/

/** Whether a text is made of what most are: ASCII, letters of Western Europe in lower case and capitals, signs that fold to themselves. */
export const isWestern = (text: string): boolean => western.test(text)

const folded = new Map(Array.from("àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœ", (letter) => [letter, foldAny(letter)]))

const foldWestern = (text: string): string => text.toLowerCase().replace(/[ß-öø-ÿœ]/g, (letter) => folded.get(letter) ?? letter)

/** A text with case, accents and letter forms folded (wire.md §6). The letters of a Western text become those from a to z. */
export const foldLetters = (text: string): string => isWestern(text) ? foldWestern(text) : foldAny(text)
