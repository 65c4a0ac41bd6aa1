import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { KeyWord } from "../../search/wordKeys.js"
import type { Range } from "../event/Condition.js"

/**
 * Sort order of agendas.
 *
 * - `uid`: ascending uid.
 * - `createdAt`: newest first.
 * - `recentlyAddedEvents`: descending number of events first published within `recent`.
 * - `relevance`: descending score. The score sums the best match of each word of the plan: 4 for a whole word of the
 *   title, 2 for a prefix of one, 2 for a whole key term, 1 for a prefix of one.
 *
 * Ties are broken by ascending uid.
 */
export type AgendaOrder = "uid" | "createdAt" | "recentlyAddedEvents" | "relevance"

/** An agenda search as data, without relative times. Private and unindexed agendas never match. */
export interface AgendaPlan {
  readonly uids: ReadonlyArray<number> | null
  readonly slugs: ReadonlyArray<string> | null
  readonly official: boolean | null
  readonly networkUids: ReadonlyArray<number> | null
  readonly locationSetUids: ReadonlyArray<number> | null
  /** Alternatives (OR); both bounds are inclusive. */
  readonly updatedAt: ReadonlyArray<Range> | null
  /**
   * Words (AND). Each must be a whole title word or key term of the agenda, or the beginning of one. Key terms are the
   * keys of the keywords and of the location of its published events (`EventIndex.words`, `LocationIndex.words`).
   */
  readonly words: ReadonlyArray<KeyWord>
  readonly sort: AgendaOrder
  /** Time range of the first publication that `recentlyAddedEvents` counts; both bounds are inclusive. */
  readonly recent: { readonly gte: number; readonly lte: number }
  /** The position after which the page starts; null for the first page. `key` is the sort key, 0 under `uid`. */
  readonly after: { readonly key: number; readonly uid: number } | null
  readonly limit: number
}

/** Result of an `AgendaPlan`. */
export interface AgendaAnswer {
  /** `key` is the sort key of the agenda, 0 under `uid`. */
  readonly agendas: ReadonlyArray<{ readonly agenda: AgendaRecord; readonly key: number }>
  /** Number of matching agendas, independent of the page. */
  readonly total: number
  /** Whether more agendas follow the page; false when `limit` is 0. */
  readonly more: boolean
}
