import { countWork } from "@agenda-engine/conformance/testing/countWork"
import type { longTexts } from "@agenda-engine/conformance/testing/longTexts"
import { describe, expect, it } from "@effect/vitest"
import { defaultLimits } from "../../src/domain/Limits.js"
import { cleanText } from "../../src/domain/text/cleanText.js"
import { foldTerm } from "../../src/domain/text/foldTerm.js"
import { foldText } from "../../src/domain/text/foldText.js"
import { readWords } from "../../src/query/agenda/planAgendaQuery.js"
import { readSearch } from "../../src/search/readSearch.js"
import { searchDocument, searchPlace } from "../../src/search/SearchDocument.js"
import { suggest } from "../../src/search/suggest.js"
import { readSynonyms } from "../../src/search/synonyms.js"
import { wordKeys } from "../../src/search/wordKeys.js"

const none = { title: {}, keywords: {}, description: {}, longDescription: {} }

/** What reads a text of a request, or a text to be stored. */
const readers: { readonly [name: string]: (text: string) => unknown } = {
  "a search of events": (text) => readSearch([text]),
  "two searches of events": (text) => readSearch([text, `${text} a`], [["a", text]]),
  "a quoted search": (text) => readSearch([`"${text}" ${text}`]),
  "a search of agendas or locations": (text) => readWords(text, defaultLimits),
  "suggestions": (text) =>
    suggest(text, [{ titles: [text.slice(0, 140)], keywords: ["a"], places: [], descriptions: [text.slice(0, 200)] }], 8),
  "a filter": (text) => [foldText(text), foldTerm(text)],
  "a stored text": cleanText,
  "synonyms": (text) => readSynonyms([[text, "a"]])(text),
  "the texts of an event": (text) => searchDocument({ ...none, title: { fr: text }, description: { ja: text } }),
  "a keyword": (text) => wordKeys([{ language: "fr", text }, { language: null, text }]),
  "a location": (text) => searchPlace({ name: text, adminLevel4: text, address: text, postalCode: text, countryCode: "FR" })
}

/** Tests that each reader does twice the work for twice the text. */
export const countReaders = (texts: typeof longTexts, length: number): void =>
  describe.each(Object.entries(readers))("%s", (_name, read) => {
    it.each(texts)(`of ${length} characters takes twice the work of half of it: %s`, (_kind, textOf) => {
      const half = countWork(() => read(textOf(length / 2)))
      const whole = countWork(() => read(textOf(length)))
      expect(whole.rereading).toEqual([])
      expect(whole.visited).toBeLessThan(2.5 * half.visited + 10_000)
    })
  })
