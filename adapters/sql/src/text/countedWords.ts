import type { EventIndex } from "@agenda-engine/core/record/EventRecord"
import { vocabularyOf } from "@agenda-engine/core/search/vocabulary"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"

/**
 * Prefixes of the tokens that `agenda_word_count` counts. `vocabulary`: a word that misspelt words are corrected to.
 * `keyword`: a key that agenda search matches. `location`: the uid of a location.
 */
export const countedKinds = { vocabulary: "v:", keyword: "k:", location: "l:" } as const

/** The words of a published event as a line of tokens, sorted. */
export const countedLine = ({ search, words }: Pick<EventIndex, "search" | "words">): string =>
  [
    ...new Set([
      ...words.map((word) => countedKinds.keyword + word),
      ...vocabularyOf(search).map((word) => countedKinds.vocabulary + word)
    ])
  ].sort().join(" ")

/** What `agenda_word_count` counts of an event: nothing unless it is published. */
export interface CountedRow {
  readonly agendaUid: number
  readonly isPublished: boolean
  readonly locationUid: number | null
  /** The words as a line of tokens (`countedLine`). */
  readonly words: string
}

/** Parses these columns of a row of `eventTextTable`. */
export const countedRowOf = (row: Row): CountedRow => ({
  agendaUid: Cell.integer(row, "agenda_uid"),
  isPublished: Cell.integer(row, "published") === 1,
  locationUid: Cell.integerOrNull(row, "location_uid"),
  words: Cell.text(row, "words")
})

/** The distinct tokens that an event has in `agenda_word_count`. */
export const countedTokens = ({ isPublished, locationUid, words }: CountedRow): ReadonlyArray<string> =>
  isPublished
    ? [
      ...(words === "" ? [] : words.split(" ")),
      ...(locationUid === null ? [] : [`${countedKinds.location}${locationUid}`])
    ]
    : []
