import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { Range } from "./EventQuery.js"

/**
 * What agendas are ordered by.
 *
 * - `uid`: ascending uid.
 * - `createdAt`: the latest first.
 * - `recentlyAddedEvents`: the most published events first published within `recent` first.
 * - `relevance`: the greatest score first. It sums what each word of the plan counts at best: 4 for a whole word of the title, 2 for the
 *   beginning of one, 2 for a whole key term, 1 for the beginning of one.
 *
 * Ties end on ascending uid.
 */
export type AgendaOrder = "uid" | "createdAt" | "recentlyAddedEvents" | "relevance"

/** A search of agendas, as data: every word in it is absolute. Private and unindexed agendas are never in its answer. */
export interface AgendaPlan {
  readonly uids: ReadonlyArray<number> | null
  readonly slugs: ReadonlyArray<string> | null
  readonly official: boolean | null
  readonly networkUids: ReadonlyArray<number> | null
  readonly locationSetUids: ReadonlyArray<number> | null
  /** Any of them; both bounds are inclusive. */
  readonly updatedAt: ReadonlyArray<Range> | null
  /**
   * Folded words, each of which begins a word of the title or a key term of the agenda: a word of the keywords or of the location of one of
   * its published events (`EventIndex.words`, `LocationIndex.words`).
   */
  readonly words: ReadonlyArray<string>
  readonly sort: AgendaOrder
  /** When an event must have been published first to count under `recentlyAddedEvents`, both bounds included. */
  readonly recent: { readonly gte: number; readonly lte: number }
  /** Where to go on: behind this place; null from the start. `key` is the number ordered by, 0 under `uid`. */
  readonly after: { readonly key: number; readonly uid: number } | null
  readonly limit: number
}

/** The answer to an `AgendaPlan`. */
export interface AgendaAnswer {
  /** `key` is the number that the agenda was ordered by, 0 under `uid`. */
  readonly agendas: ReadonlyArray<{ readonly agenda: AgendaRecord; readonly key: number }>
  /** How many match in all. */
  readonly total: number
  /** Whether more follow the last one; false when `limit` is 0. */
  readonly more: boolean
}
