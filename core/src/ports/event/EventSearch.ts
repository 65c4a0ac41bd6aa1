import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { PlanCounts, QueryPlan, Scope, SearchResult } from "../../query/event/QueryPlan.js"
import type { Transitions, TransitionsPlan } from "../../query/event/Transitions.js"
import type { VocabularyWord } from "../../record/VocabularyWord.js"
import type { RevisionCheck, TopicRevisions } from "../RevisionStore.js"

/** What the engine knows before a search. A store may ignore all of it; with nothing known it may cache nothing. */
export interface KnownSearch {
  /**
   * From an earlier search after the revisions of `read`, by this plan or one that differs only in what its counts do
   * not depend on. A store may use them instead of counting, if the state that it searches has these revisions still;
   * without `read`, nothing was written since. A search without hits may return them as of `read`.
   */
  readonly counts?: PlanCounts
  /**
   * The revisions of the topics that the hits and locations depend on, read before this call. A store may return
   * records that it cached at these revisions, if the state that it searches has them still.
   */
  readonly read?: TopicRevisions | null
  /**
   * Revisions that are not validated yet; they include those of `read`. A store may pass the current ones to
   * `isCurrent`, from the snapshot of the search and not from a read replica. When that returns false, the search may
   * fail.
   */
  readonly check?: RevisionCheck | null
}

/** Searches over events, their slots, locations and tombstones. It only reads. */
export class EventSearch extends Context.Tag("@agenda-engine/core/ports/event/EventSearch")<EventSearch, {
  /**
   * Executes a query plan; must return what `interpretPlan` returns over the same records. Largest call: limit 1 000,
   * 30 tallies, and as many values in a condition as a request line of 32 KiB holds.
   */
  readonly search: (plan: QueryPlan, known?: KnownSearch) => Effect.Effect<SearchResult, StoreError>
  /**
   * The boundaries around an instant at which slots begin or end or ticket availability changes. Must return what
   * `interpretTransitions` returns over the same records.
   */
  readonly transitions: (plan: TransitionsPlan) => Effect.Effect<Transitions, StoreError>
  /**
   * The words of the published events of a scope that start with a text, folded, in any order: those of title,
   * keywords and description (`vocabularyOf`), and of name and city of their locations (`vocabularyOfPlace`). Words
   * with a digit and stop words of any language are left out (`WordCounts`). `events`: how many events have the word,
   * once more if both they and their location have it.
   */
  readonly words: (scope: Scope, beginning: string) => Effect.Effect<ReadonlyArray<VocabularyWord>, StoreError>
}>() {}
