import type { SearchDocument } from "@agenda-engine/core/record/SearchDocument"
import { vocabularyOf } from "@agenda-engine/core/search/vocabulary"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"

/**
 * Prefixes of the tokens that `agenda_word_count` counts. `vocabulary`: a word that misspelt words are corrected to.
 * `keyword`: a key that agenda search matches. `location`: the uid of a location.
 */
export const countedKinds = { vocabulary: "v:", keyword: "k:", location: "l:" } as const

/** What `agenda_word_count` counts of an event: nothing unless it is published. */
export interface CountedRow {
  readonly agendaUid: number
  readonly isPublished: boolean
  readonly locationUid: number | null
  readonly document: Pick<SearchDocument, "description" | "keywords" | "title">
  /** The keys of its keywords (`EventIndex.words`), joined by spaces. */
  readonly keywordKeys: string
}

/** The columns of `eventTextTable` that `countedRowOf` parses. */
export const countedColumns = ["agenda_uid", "location_uid", "published", "title", "keywords", "description", "keyword_keys"] as const

/** Parses these columns of a row of `eventTextTable`. */
export const countedRowOf = (row: Row): CountedRow => ({
  agendaUid: Cell.integer(row, "agenda_uid"),
  isPublished: Cell.integer(row, "published") === 1,
  locationUid: Cell.integerOrNull(row, "location_uid"),
  document: {
    title: Cell.text(row, "title"),
    keywords: Cell.text(row, "keywords"),
    description: Cell.text(row, "description")
  },
  keywordKeys: Cell.text(row, "keyword_keys")
})

/** The distinct tokens that an event has in `agenda_word_count`. */
export const countedTokens = ({ document, isPublished, keywordKeys, locationUid }: CountedRow): ReadonlyArray<string> =>
  isPublished
    ? [
      ...(keywordKeys === "" ? [] : keywordKeys.split(" ").map((key) => countedKinds.keyword + key)),
      ...vocabularyOf(document).map((word) => countedKinds.vocabulary + word),
      ...(locationUid === null ? [] : [`${countedKinds.location}${locationUid}`])
    ]
    : []
