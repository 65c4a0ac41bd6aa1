import { runSteps } from "../domain/runSteps.js"
import { foldWords } from "../domain/text/foldText.js"
import { compoundsIn } from "./compoundsIn.js"
import { districtAt } from "./districts.js"
import { type StemLanguage, stemLanguageOf } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"

/**
 * Tokens are the units that stores index and compare: words with a type prefix. They contain letters and digits of any
 * script and one `:`. Stores can therefore split at spaces, without escaping or folding.
 *
 * | token | meaning |
 * | --- | --- |
 * | `fr:concert` | a stem, in a text of that language |
 * | `sfr:le` | the stem of a stop word, in a text of that language |
 * | `w:koncert` | a folded word, in a text whose language has no stems |
 * | `p:concerts` | a folded word of any text except its stop words, for prefix search |
 * | `j:hiphop` | two words that follow each other in a title or keyword, in one word |
 * | `x:été` | an accented word of a title or keyword in lower case, to prefer what is spelled like the search |
 *
 * Within one language equal words have equal stems, so comparing stems and plain words covers equal folded forms too.
 */
export const stemToken = (language: StemLanguage, stem: string): string => `${language}:${stem}`

/** The token of a stop word; only searches for stop words use it. */
export const stopToken = (language: StemLanguage, stem: string): string => `s${language}:${stem}`

/** The token of a word in a text whose language has no stems. */
export const plainToken = (folded: string): string => `w:${folded}`

/** The token for prefix search. */
export const prefixToken = (folded: string): string => `p:${folded}`

/** The token of an accented word as it is written, in lower case. */
export const spelledToken = (written: string): string => `x:${written}`

/** The token of two words that follow each other, in one word. */
export const joinedToken = (folded: string): string => `j:${folded}`

const letters = /^\p{L}{2,12}$/u

/**
 * Two words in one word; null for two that nobody writes so: one of them has a digit, or is very short or long.
 *
 * @example
 * joinWords("hip", "hop") // "hiphop"
 */
export const joinWords = (first: string, second: string): string | null =>
  letters.test(first) && letters.test(second) && first.length + second.length >= joined_letters_min ? first + second : null

/** Minimum length of two words in one word, in UTF-16 units. */
export const joined_letters_min = 5

/** Separates texts, so that no phrase matches across two texts. */
export const boundary = "|"

/** Version of the tokenization rules; texts indexed under another version must be reindexed. */
export const token_rules = 6

/**
 * Maximum compared length of a word in code points; longer words with an equal prefix count as equal. Bounds the size
 * of index terms.
 */
export const word_chars_max = 64

const cutWord = (word: string): string => word.length <= word_chars_max ? word : Array.from(word).slice(0, word_chars_max).join("")

/** The words of a text as search compares them: folded, in order, truncated to `word_chars_max`. */
export const searchWords = (text: string): ReadonlyArray<string> => foldWords(text).map(cutWord)

const writtenWords = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The accented words of a text, without duplicates: in lower case, each with its folded form.
 *
 * @example
 * accentedWords("Le marché de Noël") // [{ written: "marché", folded: "marche" }, { written: "noël", folded: "noel" }]
 */
export const accentedWords = (text: string): ReadonlyArray<{ readonly written: string; readonly folded: string }> => {
  const written = new Set(text.normalize("NFC").toLowerCase().match(writtenWords) ?? [])
  return [...written].flatMap((one) => {
    const [folded = one, ...others] = foldWords(one)
    return others.length > 0 || folded === one ? [] : [{ written: cutWord(one), folded: cutWord(folded) }]
  })
}

/** A text with its language tag; null when unknown. */
export interface LanguageText {
  readonly language: string | null
  readonly text: string
}

/**
 * Converts texts to one line of space-separated tokens with a space at both ends; "" when there are no words. The line
 * contains the words of each text in order, each text followed by a boundary, and then its compounds in one word
 * (`compoundsIn`) and its districts (`districtAt`), each followed by a boundary. After them come the prefix tokens of
 * all distinct words except stop words. With `isShort`, for titles and keywords, the tokens of the accented words and
 * of joined words follow. A line contains a token or run if it contains it between
 * spaces. It contains a word with a prefix if it contains the prefix token after a space.
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
export function* tokenSteps(
  texts: ReadonlyArray<LanguageText>,
  stopLanguages: ReadonlyArray<string> = [],
  isShort = false
): Generator<void, string> {
  const tokens: Array<string> = []
  const prefixes = new Set<string>()
  const others = new Set<string>()
  for (const { language, text } of texts) {
    const rules = language === null ? null : stemLanguageOf(language)
    const words = searchWords(text)
    if (words.length === 0) continue
    let before: string | null = null
    for (const word of words) {
      const isStop = rules !== null && stopLanguagesOf(word).some((one) => one === rules || stopLanguages.includes(one))
      if (rules === null) tokens.push(plainToken(word))
      else tokens.push(isStop ? stopToken(rules, stemOf(rules, word)) : stemToken(rules, stemOf(rules, word)))
      if (!isStop) prefixes.add(word)
      const joined = before === null || isStop || !isShort ? null : joinWords(before, word)
      if (joined !== null) others.add(joinedToken(joined))
      before = isStop ? null : word
    }
    tokens.push(boundary)
    if (isShort) { for (const { written } of accentedWords(text)) others.add(spelledToken(written)) }
    const districts = words.flatMap((_, index) => districtAt(words, index) ?? [])
    for (const word of [...compoundsIn(text, rules).map(({ joined }) => cutWord(joined)), ...districts]) {
      tokens.push(rules === null ? plainToken(word) : stemToken(rules, stemOf(rules, word)), boundary)
      prefixes.add(word)
    }
    yield
  }
  if (tokens.length === 0) return ""
  for (const word of prefixes) tokens.push(prefixToken(word))
  tokens.push(...others)
  return ` ${tokens.join(" ")} `
}

/** The tokens of a line without boundaries, with repetitions, for indexes of single tokens. */
export const tokensIn = (line: string): ReadonlyArray<string> => line.split(" ").filter((token) => token !== "" && token !== boundary)
