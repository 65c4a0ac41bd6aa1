import { boundary, plainToken, prefixToken, stemToken } from "./SearchToken.js"
import { searchWords } from "./searchWords.js"
import { stemLanguageOf } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"

/** A text and the tag of its language; null where none is known. */
export interface LanguageText {
  readonly language: string | null
  readonly text: string
}

/**
 * Texts as one line of tokens with a space at either end and one between any two, or "" where there is no word: the words of each text in
 * order, a boundary behind each, then every folded word once. Whether a token or a run of tokens occurs is whether the line holds it
 * between spaces; whether a word begins so, whether it holds the prefix token behind a space.
 *
 * @example
 * tokenText([{ language: "fr", text: "Les concerts" }, { language: "br", text: "Fest" }])
 * // " fr:le fr:concert | w:fest | p:les p:concerts p:fest "
 */
export const tokenText = (texts: ReadonlyArray<LanguageText>): string => {
  const tokens: Array<string> = []
  const folded = new Set<string>()
  for (const { language, text } of texts) {
    const rules = language === null ? null : stemLanguageOf(language)
    const words = searchWords(text)
    if (words.length === 0) continue
    for (const word of words) {
      tokens.push(rules === null ? plainToken(word) : stemToken(rules, stemOf(rules, word)))
      folded.add(word)
    }
    tokens.push(boundary)
  }
  if (tokens.length === 0) return ""
  for (const word of folded) tokens.push(prefixToken(word))
  return ` ${tokens.join(" ")} `
}

/** The tokens of a line without boundaries, as often as they occur: what an index of single tokens holds. */
export const tokensIn = (line: string): ReadonlyArray<string> => line.split(" ").filter((token) => token !== "" && token !== boundary)
