import { memoize } from "../domain/memoize.js"
import type { SearchPlace } from "../record/SearchDocument.js"
import { tokenText } from "./tokenText.js"

const lines_max = 4_096

const lineOf = memoize(lines_max, (key) => {
  const [tags = "", ...texts] = key.split("\n")
  const languages = tags === "" ? [] : tags.split(" ")
  const read: ReadonlyArray<string | null> = languages.length === 0 ? [null] : languages
  return tokenText(read.flatMap((language) => texts.map((text) => ({ language, text }))), languages)
})

/**
 * The words of a location as a token line, for an event with texts in these languages (`SearchDocument.languages`).
 * Words are analysed in each language, or folded when there is none. A stop word of one of the languages counts as one
 * in all.
 *
 * @example
 * placeText("theatre de la ville\nsete", ["fr"])
 * // " fr:theatr sfr:de sfr:la fr:vill | fr:set | p:theatre p:ville p:sete "
 */
export const placeText = (place: SearchPlace, languages: ReadonlyArray<string>): string => lineOf(`${languages.join(" ")}\n${place}`)
