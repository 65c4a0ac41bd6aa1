import { runSteps } from "../domain/runSteps.js"
import { streamSafe } from "../domain/text/cleanText.js"
import { textWords } from "../domain/text/textWords.js"
import { compoundsIn } from "./compoundsIn.js"
import { districtAt } from "./districts.js"
import { type StemLanguage, stemLanguageOf } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"

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

/**
 * Tokens are the units that stores index and compare: words with a type prefix. They contain letters and digits of any
 * script and one `:`. Stores can therefore split at spaces, without escaping or folding.
 *
 * | token | meaning |
 * | --- | --- |
 * | `fr:concert` | a stem, in a text of that language |
 * | `sfr:le` | the stem of a stop word, in a text of that language |
 * | `w:koncert` | a folded word, in a text whose language has no stems; a letter of a script without spaces |
 * | `p:concerts` | a folded word of any text except its stop words, for prefix search |
 * | `j:hiphop` | two words that follow each other in a title or keyword, or two letters of a script without spaces |
 * | `x:été` | an accented word of a title or keyword in lower case, to prefer what is spelled like the search |
 *
 * Within one language equal words have equal stems, so comparing stems and plain words covers equal folded forms too.
 */
export const stemToken = (language: StemLanguage, stem: string): string => `${language}:${stem}`

/** The token of a stop word; only searches for stop words use it. */
export const stopToken = (language: StemLanguage, stem: string): string => `s${language}:${stem}`

const plain = "w:"

/** The token of a word in a text whose language has no stems. */
export const plainToken = (folded: string): string => plain + folded

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

/** Separates two words of scripts without spaces, so that a word matches within one of them only. */
const space = "_"

/** Version of the tokenization rules; texts indexed under another version must be reindexed. */
export const token_rules = 7

/**
 * Maximum compared length of a word in code points; longer words with an equal prefix count as equal. Bounds the size
 * of index terms.
 */
export const word_chars_max = 64

/** The word truncated to `word_chars_max`. */
export const cutWord = (word: string): string => {
  if (word.length <= word_chars_max) return word
  // A code point has at most two units.
  return Array.from(word.slice(0, 2 * word_chars_max)).slice(0, word_chars_max).join("")
}

/**
 * The words of a text as search compares them: folded, in order, truncated to `word_chars_max`. A word of a script
 * without spaces is not truncated, since words are found anywhere within it.
 */
export const searchWords = (text: string): ReadonlyArray<string> =>
  textWords(text).map((word) => word.length <= word_chars_max || hasSpaceless(word) ? word : cutWord(word))

/** Whether a space in a text of these words stands between letters of scripts without spaces. */
const isSpaceBetween = (before: string, word: string): boolean =>
  hasSpaceless(before) && hasSpaceless(word) && isSpaceless(piecesOf(before).at(-1) ?? "") && isSpaceless(word)

const tokensOfWord = (word: string, tokenOf: (word: string) => string): ReadonlyArray<string> =>
  piecesOf(word).map((piece) => isSpaceless(piece) ? plainToken(piece) : tokenOf(cutWord(piece)))

/**
 * The tokens of words that follow each other in a text. `tokenOf` makes the token of a word of a script with spaces;
 * each letter of another script is one (`piecesOf`).
 */
export const tokensOfWords = (words: ReadonlyArray<string>, tokenOf: (word: string) => string): ReadonlyArray<string> =>
  words.flatMap((word, index) => {
    const tokens = tokensOfWord(word, tokenOf)
    return isSpaceBetween(words[index - 1] ?? "", word) ? [space, ...tokens] : tokens
  })

const pairs = (letters: ReadonlyArray<string>): ReadonlyArray<string> =>
  letters.slice(1).flatMap((letter, index) => {
    const before = letters[index] ?? ""
    return isSpaceless(before) && isSpaceless(letter) ? [joinedToken(before + letter)] : []
  })

/**
 * The run of tokens that a text has where it contains a folded word: two letters of a script without spaces are one
 * token, since that finds them sooner.
 */
export const runOfWord = (word: string, tokenOf: (word: string) => string): string => {
  const pieces = piecesOf(word)
  return (pieces.length === 2 ? pairs(pieces)[0] : undefined) ?? tokensOfWord(word, tokenOf).join(" ")
}

/**
 * Tokens that a line has if it has a run of them. Letters of scripts without spaces count in twos, which fewer lines
 * have.
 *
 * @example
 * tokensOfRun("fr:dj w:音 w:楽 w:祭") // ["fr:dj", "j:音楽", "j:楽祭"]
 */
export const tokensOfRun = (run: string): ReadonlyArray<string> => {
  const tokens = run.split(" ")
  const letters = tokens.map((token) => token.startsWith(plain) ? token.slice(plain.length) : token)
  const isPaired = (index: number): boolean => pairs(letters.slice(Math.max(index - 1, 0), index + 2)).length > 0
  return [...new Set([...tokens.filter((token, index) => token !== space && !isPaired(index)), ...pairs(letters)])]
}

const writtenWords = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The accented words of a text, without duplicates: in lower case, each with its folded form.
 *
 * @example
 * accentedWords("Le marché de Noël") // [{ written: "marché", folded: "marche" }, { written: "noël", folded: "noel" }]
 */
export const accentedWords = (text: string): ReadonlyArray<{ readonly written: string; readonly folded: string }> => {
  const written = new Set(streamSafe(text).normalize("NFC").toLowerCase().match(writtenWords) ?? [])
  return [...written].flatMap((one) => {
    const [folded = one, ...others] = textWords(one)
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

/** Number of words after which `tokenSteps` ends a step. */
const step_words = 256

/** The steps of `tokenText`, some per text. */
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
    const isStop = (word: string): boolean =>
      rules !== null && stopLanguagesOf(word).some((one) => one === rules || stopLanguages.includes(one))
    const tokenOf = (word: string): string =>
      rules === null ? plainToken(word) : (isStop(word) ? stopToken : stemToken)(rules, stemOf(rules, word))
    const words = searchWords(text)
    if (words.length === 0) continue
    let before = ""
    let joinable: string | null = null
    for (const [index, word] of words.entries()) {
      if (isSpaceBetween(before, word)) tokens.push(space)
      for (const token of tokensOfWord(word, tokenOf)) tokens.push(token)
      const pieces = piecesOf(word)
      for (let start = 0; start < pieces.length; start += step_words) {
        for (const pair of pairs(pieces.slice(start, start + step_words + 1))) others.add(pair)
        if (pieces.length > step_words) yield
      }
      for (const one of pieces.length === 1 ? [word] : [cutWord(word), ...pieces.filter((piece) => !isSpaceless(piece)).map(cutWord)]) {
        if (!isStop(one)) prefixes.add(one)
      }
      const joined = joinable === null || isStop(word) || !isShort ? null : joinWords(joinable, word)
      if (joined !== null) others.add(joinedToken(joined))
      joinable = isStop(word) ? null : word
      before = word
      if (index % step_words === step_words - 1) yield
    }
    tokens.push(boundary)
    yield
    if (isShort) { for (const { written } of accentedWords(text)) others.add(spelledToken(written)) }
    const districts = words.flatMap((_, index) => districtAt(words, index) ?? [])
    const whole = new Set([...compoundsIn(text, rules).map(({ joined }) => cutWord(joined)), ...districts])
    let stepped = 0
    for (const word of whole) {
      tokens.push(...tokensOfWord(word, rules === null ? plainToken : (one) => stemToken(rules, stemOf(rules, one))), boundary)
      prefixes.add(word)
      stepped += 1
      if (stepped % step_words === 0) yield
    }
    yield
  }
  if (tokens.length === 0) return ""
  for (const word of prefixes) tokens.push(prefixToken(word))
  for (const token of others) tokens.push(token)
  return ` ${tokens.join(" ")} `
}

const separators: ReadonlySet<string> = new Set(["", boundary, space])

/** The tokens of a line without separators, with repetitions, for indexes of single tokens. */
export const tokensIn = (line: string): ReadonlyArray<string> => line.split(" ").filter((token) => !separators.has(token))
