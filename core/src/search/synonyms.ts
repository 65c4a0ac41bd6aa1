import { textWords } from "../domain/text/textWords.js"
import { stemLanguages } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { cutWord } from "./tokenText.js"

/** Groups of words that mean the same, as an agenda's settings list them. */
export type Synonyms = ReadonlyArray<ReadonlyArray<string>>

/** A group with its folded words, and the stems of these by language. */
interface Group {
  readonly words: ReadonlyArray<string>
  readonly stems: ReadonlySet<string>
}

const stemsOf = (folded: string): ReadonlyArray<string> => stemLanguages.map((language) => `${language}:${stemOf(language, folded)}`)

/**
 * A function from a folded word to the folded words that a search takes for it: the others of its groups. A word is of
 * a group if it is a form of one of its words, so that `expos` is of `expo = exposition`.
 *
 * @example
 * readSynonyms([["expo", "exposition"]])("expos") // ["expo", "exposition"]
 */
export const readSynonyms = (synonyms: Synonyms): (folded: string) => ReadonlyArray<string> => {
  const groups = synonyms.map((group): Group => {
    const words = group.flatMap((word) => textWords(word).map(cutWord).slice(0, 1))
    return { words, stems: new Set(words.flatMap(stemsOf)) }
  })
  return (folded) => {
    const stems = stemsOf(folded)
    const others = groups.filter((group) => stems.some((stem) => group.stems.has(stem))).flatMap(({ words }) => words)
    return [...new Set(others)].filter((word) => word !== folded)
  }
}
