import type { SearchDocument } from "@agenda-engine/core/record/SearchDocument"
import type { SearchField } from "@agenda-engine/core/search/SearchDocument"
import { stemLanguages } from "@agenda-engine/core/search/StemLanguage"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"
import type { SearchLines } from "./searchTerms.js"

/** The columns of `eventTextTable` with token lines. */
export const lineColumns = {
  title: "title",
  keywords: "keywords",
  place: "location",
  description: "description",
  longDescription: "long_description",
  area: "area"
} as const satisfies { readonly [F in SearchField]: string }

/** Languages as a bit set, in the order of `stemLanguages`. */
export const languageBits = (languages: ReadonlyArray<string>): number =>
  stemLanguages.reduce((bits, language, index) => languages.includes(language) ? bits | (1 << index) : bits, 0)

const languagesIn = (bits: number): ReadonlyArray<string> => stemLanguages.filter((_, index) => (bits & (1 << index)) !== 0)

/** The searchable text of an event, with the columns that restrict who finds it. */
export interface SearchRow {
  readonly eventUid: number
  readonly agendaUid: number
  readonly locationUid: number | null
  readonly isPublished: boolean
  readonly document: SearchDocument
  /** The keys of its keywords (`EventIndex.words`), joined by spaces. */
  readonly keywordKeys: string
  /** The name and city of its location as one token line (`search/placeText`). */
  readonly placeLine: string
  /** The area of its location as one token line (`search/areaText`). */
  readonly areaLine: string
}

/** The token lines of a row. */
export const linesOf = ({ areaLine, document: { description, keywords, longDescription, title }, placeLine }: SearchRow): SearchLines => ({
  title,
  keywords,
  place: placeLine,
  description,
  longDescription,
  area: areaLine
})

/** The columns of `eventTextTable`. */
export const searchColumns = [
  "event_uid",
  "agenda_uid",
  "location_uid",
  "languages",
  ...Object.values(lineColumns),
  "published",
  "keyword_keys"
] as const

/** A row of `eventTextTable`. */
export const searchCells = ({ agendaUid, areaLine, document, eventUid, isPublished, keywordKeys, locationUid, placeLine }: SearchRow) => ({
  event_uid: eventUid,
  agenda_uid: agendaUid,
  location_uid: locationUid,
  languages: languageBits(document.languages),
  title: document.title,
  keywords: document.keywords,
  location: placeLine,
  description: document.description,
  long_description: document.longDescription,
  published: isPublished ? 1 : 0,
  area: areaLine,
  keyword_keys: keywordKeys
} satisfies { readonly [C in (typeof searchColumns)[number]]: Cells[string] })

/** Parses a row of `eventTextTable`. */
export const searchRowOf = (row: Row): SearchRow => ({
  eventUid: Cell.integer(row, "event_uid"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  locationUid: Cell.integerOrNull(row, "location_uid"),
  isPublished: Cell.integer(row, "published") === 1,
  document: {
    languages: languagesIn(Cell.integer(row, "languages")),
    title: Cell.text(row, "title"),
    keywords: Cell.text(row, "keywords"),
    description: Cell.text(row, "description"),
    longDescription: Cell.text(row, "long_description")
  },
  placeLine: Cell.text(row, "location"),
  areaLine: Cell.text(row, "area"),
  keywordKeys: Cell.text(row, "keyword_keys")
})
