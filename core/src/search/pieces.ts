/** Scripts that are written without spaces between words. */
const scripts =
  `Han Hiragana Katakana Bopomofo Yi Nushu Tangut Khitan_Small_Script Thai Lao Khmer Myanmar Tibetan Javanese Balinese Buginese
  Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Ahom Cham`

const letter = scripts.split(/\s+/).map((script) => `\\p{Script_Extensions=${script}}`).join("")
const spaceless = new RegExp(`^[${letter}]`, "u")
const pieces = new RegExp(`[${letter}]|[^${letter}]+`, "gu")

/** Words that have no letter of such a script: all their letters are below U+0E00, where the first of them begins. */
const spaced = /^[\0-\u0dff]*$/

/** Whether a piece is a letter of a script that is written without spaces. */
export const isSpaceless = (piece: string): boolean => !spaced.test(piece) && spaceless.test(piece)

/**
 * The pieces of a folded word: each letter of a script that is written without spaces, and what stands between such
 * letters. A word of other scripts is one piece.
 *
 * @example
 * piecesOf("第12回dj") // ["第", "12", "回", "dj"]
 */
export const piecesOf = (word: string): ReadonlyArray<string> => spaced.test(word) ? [word] : word.match(pieces) ?? []

/** Whether a word has a letter of a script that is written without spaces. */
export const hasSpaceless = (word: string): boolean => !spaced.test(word) && piecesOf(word).some(isSpaceless)
