import { boundary, plainToken, prefixToken, stemToken, stopToken } from "./SearchToken.js"
import { searchWords } from "./searchWords.js"
import { stemLanguageOf } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"

/** A text and the tag of its language; null where none is known. */
export interface LanguageText {
  readonly language: string | null
  readonly text: string
}

/**
 * Texts as one line of tokens with a space at either end and one between any two, or "" where there is no word: the words of each text in
 * order, a boundary behind each, then every folded word that is no stop word once. Whether a token or a run of tokens occurs is whether the
 * line holds it between spaces; whether a word begins so, whether it holds the prefix token behind a space.
 *
 * A word is a stop word where it is one of the text's language, or of one of `stopLanguages`.
 *
 * @example
 * tokenText([{ language: "fr", text: "Les concerts" }, { language: "br", text: "Fest" }])
 * // " sfr:le fr:concert | w:fest | p:concerts p:fest "
 */
export const tokenText = (texts: ReadonlyArray<LanguageText>, stopLanguages: ReadonlyArray<string> = []): string => {
  const tokens: Array<string> = []
  const prefixes = new Set<string>()
  for (const { language, text } of texts) {
    const rules = language === null ? null : stemLanguageOf(language)
    const words = searchWords(text)
    if (words.length === 0) continue
    for (const word of words) {
      const isStop = rules !== null && stopLanguagesOf(word).some((one) => one === rules || stopLanguages.includes(one))
      if (rules === null) tokens.push(plainToken(word))
      else tokens.push(isStop ? stopToken(rules, stemOf(rules, word)) : stemToken(rules, stemOf(rules, word)))
      if (!isStop) prefixes.add(word)
    }
    tokens.push(boundary)
  }
  if (tokens.length === 0) return ""
  for (const word of prefixes) tokens.push(prefixToken(word))
  return ` ${tokens.join(" ")} `
}

/** The tokens of a line without boundaries, as often as they occur: what an index of single tokens holds. */
export const tokensIn = (line: string): ReadonlyArray<string> => line.split(" ").filter((token) => token !== "" && token !== boundary)
