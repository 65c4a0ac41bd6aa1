import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"

/** Topics with their revisions, in the same order, of one snapshot. */
export interface TopicRevisions {
  readonly topics: ReadonlyArray<string>
  readonly revisions: ReadonlyArray<number>
}

/** Cached revisions that are not validated yet, such as those of a caller's rights. */
export interface RevisionCheck extends TopicRevisions {
  /**
   * Compares the current revisions, in the order of `topics`, with the cached ones. Returns whether all are equal.
   * Largest call: fewer than 20 topics.
   */
  readonly isCurrent: (current: ReadonlyArray<number>) => boolean
}

/**
 * The store of revision counters, which invalidate caches. Each topic, such as an agenda or a network, has a counter.
 * While it is unchanged, no process has changed stored data of that topic. The engine chooses the topics; a store
 * accepts any text.
 */
export class RevisionStore extends Context.Tag("@agenda-engine/core/ports/RevisionStore")<RevisionStore, {
  /**
   * The revisions of these topics, in the same order, from one snapshot; 0 for a topic that was never bumped.
   * Largest call: two topics for each agenda there is; a request of one agenda asks for fewer than 20.
   */
  readonly read: (topics: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<number>, StoreError>
  /**
   * Increments the revision of each topic, inside `Transaction.run`, atomically with its other writes. Topics are
   * distinct and ordered by code points, so that concurrent writers cannot deadlock. Returns the new revisions, in the
   * order of the topics: for one topic they grow in the order of commits. Largest call: one topic for each agenda there
   * is, after an upgrade; in a request those that its transaction changed.
   */
  readonly bump: (topics: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<number>, StoreError>
  /** Raises a topic's revision to at least this value (1 or more), inside `Transaction.run`. Never lowers it. */
  readonly raise: (topic: string, revision: number) => Effect.Effect<void, StoreError>
}>() {}
