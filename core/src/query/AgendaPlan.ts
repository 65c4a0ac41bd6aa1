import type { AgendaRecord } from "../record/AgendaRecord.js"

/** A search of agendas, as data: every word in it is absolute. Private and unindexed agendas are never in its answer. */
export interface AgendaPlan {
  readonly uids: ReadonlyArray<number> | null
  readonly slugs: ReadonlyArray<string> | null
  readonly official: boolean | null
  /** Folded words, each of which begins a word of the title. */
  readonly words: ReadonlyArray<string>
  /**
   * `uid`: ascending uid. `relevance`: the score descending, then ascending uid, where the score counts 2 for a word of the query that is
   * a whole word of the title and 1 for one that only begins one.
   */
  readonly sort: "uid" | "relevance"
  /** Where to go on: after this position; null from the start. `score` is 0 under `uid`. */
  readonly after: { readonly score: number; readonly uid: number } | null
  readonly limit: number
}

/** The answer to an `AgendaPlan`. */
export interface AgendaAnswer {
  readonly agendas: ReadonlyArray<{ readonly agenda: AgendaRecord; readonly score: number }>
  /** How many match in all. */
  readonly total: number
  /** Whether more follow the last one; false when `limit` is 0. */
  readonly more: boolean
}
