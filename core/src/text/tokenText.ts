import { runSteps } from "../domain/runSteps.js"
import { boundary, plainToken, prefixToken, stemToken, stopToken } from "./SearchToken.js"
import { searchWords } from "./searchWords.js"
import { stemLanguageOf } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"

/** A text with its language tag; null when unknown. */
export interface LanguageText {
  readonly language: string | null
  readonly text: string
}

/**
 * Converts texts to one line of space-separated tokens with a space at both ends; "" when there are no words. The line
 * contains the words of each text in order, each text followed by a boundary. After them come the prefix tokens of all
 * distinct words except stop words. A line contains a token or run if it contains it between spaces. It contains a word
 * with a prefix if it contains the prefix token after a space.
 *
 * A word counts as a stop word if it is one in the language of the text or in one of `stopLanguages`.
 *
 * @example
 * tokenText([{ language: "fr", text: "Les concerts" }, { language: "br", text: "Fest" }])
 * // " sfr:le fr:concert | w:fest | p:concerts p:fest "
 */
export const tokenText = (texts: ReadonlyArray<LanguageText>, stopLanguages: ReadonlyArray<string> = []): string =>
  runSteps(tokenSteps(texts, stopLanguages))

/** The steps of `tokenText`, one per text. */
export function* tokenSteps(texts: ReadonlyArray<LanguageText>, stopLanguages: ReadonlyArray<string> = []): Generator<void, string> {
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
    yield
  }
  if (tokens.length === 0) return ""
  for (const word of prefixes) tokens.push(prefixToken(word))
  return ` ${tokens.join(" ")} `
}

/** The tokens of a line without boundaries, with repetitions, for indexes of single tokens. */
export const tokensIn = (line: string): ReadonlyArray<string> => line.split(" ").filter((token) => token !== "" && token !== boundary)
