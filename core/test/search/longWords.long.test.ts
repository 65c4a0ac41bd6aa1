import { countWork, rereads } from "@agenda-engine/conformance/testing/countWork"
import { longTexts } from "@agenda-engine/conformance/testing/longTexts"
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

describe.each(Object.entries(readers))("%s", (_name, read) => {
  it.each(longTexts)("of 30 000 characters takes twice the work of 15 000: %s", (_kind, textOf) => {
    const half = countWork(() => read(textOf(15_000)))
    const whole = countWork(() => read(textOf(30_000)))
    expect(whole.rereading).toEqual([])
    expect(whole.visited).toBeLessThan(2.5 * half.visited + 10_000)
  })
})

describe("rereads", () => {
  it.each([/[a-z]+(?:-[a-z]+)+/g, /[a-z]+$/, /\s+$/, /a*b/, /(?:a|b)+c/, /x{2,}y/])("%s reads again from each letter", (expression) => {
    expect(rereads(expression)).toBe(true)
  })

  it.each([/[a-z]+/g, /[a-z]+(?:-[a-z]+)*/g, /^\s+$/, /(?<![a-z])[a-z]+-/, /[ab]{2}c/, /\p{L}+|\p{N}+/u])("%s reads once", (expression) => {
    expect(rereads(expression)).toBe(false)
  })
})
