import { accessibilityKinds, type Event, type TextField, textFields } from "../../domain/event/Event.js"
import { type AdditionalField, isCompared } from "../../domain/field/AdditionalField.js"
import { dayOf, type FieldValue, fieldValueOf, isTextByLanguage } from "../../domain/field/FieldValue.js"
import { runSteps } from "../../domain/runSteps.js"
import { foldTerm } from "../../domain/text/foldTerm.js"
import { languageRange } from "../../domain/text/languageTag.js"
import type { AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import { epochDayOf } from "../../domain/time/CivilDate.js"
import { type Dimension, dimensionOf, type EventIndex, type EventTerm } from "../../record/EventRecord.js"
import { searchDocumentSteps } from "../../search/SearchDocument.js"
import { wordKeys } from "../../search/wordKeys.js"
import { isTicketed } from "../availability/aggregateAt.js"
import { availabilityIntervals } from "../availability/availabilityIntervals.js"
import { aggregatePricing } from "../availability/pricing.js"
import { isSearched, searchedTexts } from "./searchedTexts.js"

type Indexed = Pick<
  Event,
  | TextField
  | "keywords"
  | "accessibility"
  | "age"
  | "fields"
  | "offers"
  | "timings"
>

const terms = (dimension: Dimension, spellings: ReadonlyArray<string>): ReadonlyArray<EventTerm> => {
  const byValue = new Map<string, EventTerm>()
  for (const spelling of spellings) {
    const value = foldTerm(spelling)
    if (value !== "" && !byValue.has(value)) byValue.set(value, { dimension, value, spelling })
  }
  return [...byValue.values()]
}

/** The languages of the texts of an event, sorted. */
const languagesOf = (event: Indexed): ReadonlyArray<string> => {
  const written = textFields.flatMap((field) =>
    Object.entries(event[field]).flatMap(([language, words]) => words.trim() === "" ? [] : [language])
  )
  const listed = Object.entries(event.keywords).flatMap(([language, words]) => words.length === 0 ? [] : [language])
  return [...new Set([...written, ...listed])].toSorted()
}

/**
 * The terms of language tags: each tag, plus the language ranges that contain it (RFC 4647 §3.3.1), so that `pt`
 * matches `pt-BR`. Ranges are spelled `pt-*`, so that facets can exclude them.
 */
const languageTerms = (tags: ReadonlyArray<string>): ReadonlyArray<EventTerm> => {
  const own = terms("language", tags)
  const known = new Set(own.map(({ value }) => value))
  const ranges = tags.flatMap((tag) => {
    const parts = tag.split("-")
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("-"))
  })
  const wider = [...new Set(ranges)].flatMap((range) =>
    terms("language", [range]).map((term) => ({ ...term, spelling: languageRange(range) }))
  )
  return [...own, ...wider.filter(({ value }) => !known.has(value))]
}

/** The single term of a value that is compared exactly. */
const term = (dimension: Dimension, value: string): ReadonlyArray<EventTerm> => [{ dimension, value, spelling: value }]

/** The number by which filters compare a value: of a date, its days since 1970; null when it has none. */
const fieldNumber = ({ fieldType }: AdditionalField, value: FieldValue): number | null => {
  if (typeof value === "number") return value
  const day = fieldType === "date" && typeof value === "string" ? dayOf(value) : null
  return day === null ? null : epochDayOf(day)
}

/** The terms of an additional field. Numbers are indexed separately. */
const fieldTerms = (definition: AdditionalField, value: FieldValue): ReadonlyArray<EventTerm> => {
  const dimension = dimensionOf(definition)
  if (fieldNumber(definition, value) !== null) return []
  if (typeof value === "boolean") return term(dimension, value ? "true" : "false")
  if (Array.isArray(value)) return value.flatMap((id: number) => term(dimension, String(id)))
  if (!isCompared(definition)) return term(dimension, "")
  const compared = terms(dimension, typeof value === "string" ? [value] : Object.values(isTextByLanguage(value) ? value : {}))
  return compared.length > 0 ? compared : term(dimension, "")
}

/** The index values of an event, given the additional fields of its agenda and its availability rows. */
export const indexEvent = (event: Indexed, definitions: ReadonlyArray<AdditionalField>, rows: AvailabilityRows): EventIndex =>
  runSteps(indexSteps(event, definitions, rows))

/** The steps of `indexEvent`. */
export function* indexSteps(
  event: Indexed,
  definitions: ReadonlyArray<AdditionalField>,
  rows: AvailabilityRows
): Generator<void, EventIndex> {
  const values = definitions.flatMap((definition) => {
    const value = fieldValueOf(definition, event.fields)
    return value === undefined ? [] : [{ definition, value }]
  })
  const keywords = Object.values(event.keywords).flat()
  const keywordTerms = terms("keyword", keywords)
  yield
  const words = wordKeys(
    Object.entries(event.keywords).flatMap(([language, listed]) => listed.map((text) => ({ language, text })))
  )
  yield
  const search = yield* searchDocumentSteps(event, searchedTexts(definitions, event))
  yield
  const availability = availabilityIntervals({ slots: event.timings, rows, isOffered: event.offers.length > 0 })
  yield
  return {
    terms: [
      ...keywordTerms,
      ...languageTerms(languagesOf(event)),
      ...terms("accessibility", accessibilityKinds.filter((kind) => event.accessibility[kind])),
      ...(isTicketed({ offers: event.offers, rows }) ? term("pricing", aggregatePricing(event.offers)) : []),
      ...values.flatMap(({ definition, value }) => fieldTerms(definition, value))
    ],
    numbers: values.flatMap(({ definition, value }) => {
      const number = fieldNumber(definition, value)
      return number === null ? [] : [{ dimension: dimensionOf(definition), value: number }]
    }),
    age: event.age.min === null && event.age.max === null ? null : event.age,
    words,
    search,
    availability
  }
}

/**
 * Canonical text of the properties of field definitions that `indexEvent` uses. Two lists of definitions with equal
 * texts index every event identically.
 *
 * @example
 * indexedFields([{ field: "genre", fieldType: "text", … }]) // '[["field:genre","text",null]]'
 */
export const indexedFields = (definitions: ReadonlyArray<AdditionalField>): string =>
  JSON.stringify(
    definitions
      .toSorted((left, right) => dimensionOf(left) < dimensionOf(right) ? -1 : 1)
      .map((definition) => [
        dimensionOf(definition),
        definition.fieldType,
        definition.languages ?? null,
        ...(isSearched(definition) ? [definition.searchedAs, (definition.options ?? []).map(({ id, label }) => [id, label])] : [])
      ])
  )
