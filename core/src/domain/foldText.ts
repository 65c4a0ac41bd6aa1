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

/**
 * A text as it is compared whole: case, accents and letter forms folded, runs of white space made one space, none at the ends
 * (wire.md §6). Folding what is folded changes nothing.
 *
 * @example
 * foldText("  Œuvre   d'ÉTÉ ") // "oeuvre d'ete"
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[æœøđðłþħς]/g, (letter) => expansions[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim()
