const expansions: { readonly [letter: string]: string } = {
  "ß": "ss",
  "æ": "ae",
  "œ": "oe",
  "ø": "o",
  "đ": "d",
  "ð": "d",
  "ł": "l",
  "þ": "th",
  "ħ": "h",
  "ı": "i"
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
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæœøđðłþħı]/g, (letter) => expansions[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim()
