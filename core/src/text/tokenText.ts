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
  const prefixes = new Set<string>()
  for (const { language, text } of texts) {
    const rules = language === null ? null : stemLanguageOf(language)
    const words = searchWords(text)
    if (words.length === 0) continue
    for (const folded of words) {
      tokens.push(rules === null ? plainToken(folded) : stemToken(rules, stemOf(rules, folded)))
      prefixes.add(prefixToken(folded))
    }
    tokens.push(boundary)
  }
  return tokens.length === 0 ? "" : ` ${[...tokens, ...prefixes].join(" ")} `
}

/** The tokens of a line, each once, without boundaries: what an index of single tokens holds. */
export const tokensIn = (line: string): ReadonlySet<string> => {
  const tokens = new Set(line.split(" "))
  tokens.delete("")
  tokens.delete(boundary)
  return tokens
}
