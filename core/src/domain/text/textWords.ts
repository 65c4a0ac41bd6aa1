import { foldLetters, foldWords } from "./foldText.js"

/**
 * Signs that change no word: format characters such as soft hyphens and joiners, signs of transliterations, geresh and
 * gershayim, Arabic and N'Ko letters that only lengthen a word, Hangul fillers.
 */
const ignored = /[\p{Cf}\u02b9\u02ba\u02be\u02bf\u05f3\u05f4\u0640\u07fa\u115f\u1160\u3164\uffa0]+/gu

const apostrophes = /[`´ʻ-ʽˈˮ՚ߴߵ‘’‛′‵Ꞌꞌ＇]/gu

/** Letters with dots between them. Each part has one or two letters. */
const dotted = /(?<![\p{L}\p{N}.])\p{L}{1,2}(?:\.\p{L}{1,2})+(?!\.?[\p{L}\p{N}])/gu

/** Single letters, each with a dot and a space behind it. */
const spaced = /(?<![\p{L}\p{N}.])\p{L}\.(?: \p{L}\.)+/gu

const singleLetter = /(?:^|\.)\p{L}(?:\.|$)/u

/** Without the dots of abbreviations: some part of one is a single letter. */
const withoutDots = (folded: string): string =>
  folded.includes(".")
    ? folded
      .replace(spaced, (written) => written.replaceAll(/[ .]/g, ""))
      .replace(dotted, (written) => singleLetter.test(written) ? written.replaceAll(".", "") : written)
    : folded

/**
 * A text as search splits it into words: folded letters, without signs that change no word and without the dots of
 * abbreviations. All apostrophes are `'`.
 *
 * @example
 * spelledText("La M.J.C. de lʼÎle") // "la mjc. de l'ile"
 */
export const spelledText = (text: string): string => withoutDots(foldLetters(text.replace(ignored, "").replace(apostrophes, "'")))

/**
 * The words of a text as search compares them (`spelledText`), in order: runs of letters and digits of any script.
 *
 * @example
 * textWords("La M.J.C. de Sète (34)") // ["la", "mjc", "de", "sete", "34"]
 */
export const textWords = (text: string): ReadonlyArray<string> => foldWords(spelledText(text))
