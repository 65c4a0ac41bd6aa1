import type { SearchDocument } from "@agenda-engine/core/record/SearchDocument"
import type { SearchField } from "@agenda-engine/core/text/SearchDocument"
import { stemLanguages } from "@agenda-engine/core/text/StemLanguage"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../Cell.js"
import type { SearchLines } from "../searchTerms.js"
import type { Cells } from "../upsert.js"

/** The columns of `agenda_searched_event` that hold lines of tokens. */
export const lineColumns = {
  title: "title",
  keywords: "keywords",
  place: "place",
  description: "description",
  longDescription: "long_description"
} as const satisfies { readonly [F in SearchField]: string }

/** Languages as one number: a bit for each, in the order of `stemLanguages`. */
export const languageBits = (languages: ReadonlyArray<string>): number =>
  stemLanguages.reduce((bits, language, place) => languages.includes(language) ? bits | (1 << place) : bits, 0)

const languagesIn = (bits: number): ReadonlyArray<string> => stemLanguages.filter((_, place) => (bits & (1 << place)) !== 0)

/** What is searched for an event, whose it is, and who may find it. */
export interface SearchRow {
  readonly eventUid: number
  readonly agendaUid: number
  readonly locationUid: number | null
  readonly isPublished: boolean
  readonly document: SearchDocument
  /** The words of its location as one line of tokens (`text/placeText`). */
  readonly placeLine: string
}

/** The lines of a row. */
export const linesOf = ({ document: { description, keywords, longDescription, title }, placeLine }: SearchRow): SearchLines => ({
  title,
  keywords,
  place: placeLine,
  description,
  longDescription
})

/** A row of `agenda_searched_event`. */
export const searchCells = ({ agendaUid, document, eventUid, isPublished, locationUid, placeLine }: SearchRow): Cells => ({
  event_uid: eventUid,
  agenda_uid: agendaUid,
  location_uid: locationUid,
  languages: languageBits(document.languages),
  title: document.title,
  keywords: document.keywords,
  place: placeLine,
  description: document.description,
  long_description: document.longDescription,
  published: isPublished ? 1 : 0
})

/** The row that `searchCells` stored. */
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
  placeLine: Cell.text(row, "place")
})
