import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { ChangePlace, ChangeRecord } from "../../record/ChangeRecord.js"
import type { Audience, TombstoneAudience } from "../../record/EventRecord.js"

/** Readers continue after this place in the log of an agenda. */
export interface ReadingPlace extends ChangePlace {
  readonly agendaUid: number
}

/** The place of the last change of an agenda, and its instant in epoch milliseconds. */
export interface LastChange extends ReadingPlace {
  readonly at: number
}

/**
 * The last changes that were deleted from the log of an agenda: of all, and of those that everybody could read;
 * `logStart` where there is none. A reader who stopped before its floor has missed changes.
 */
export type LogFloors = { readonly [A in Audience]: ChangePlace }

/**
 * The store of the changes of agendas. Readers of `public` see changes that everybody could read before or after;
 * `contributor:…` also those of the events of this user; `privileged` all. Writes run inside `Transaction.run`.
 */
export class ChangeStore extends Context.Tag("@agenda-engine/core/ports/change/ChangeStore")<ChangeStore, {
  /**
   * Inserts the changes of a transaction. Their position is the revision that the transaction gave the agenda.
   * Largest call: one change for each subject that a transaction changed and each agenda that shows it.
   */
  readonly append: (changes: ReadonlyArray<ChangeRecord>) => Effect.Effect<void, StoreError>
  /**
   * The changes of an agenda after a place, in order, that these readers see (default: all). At most `limit`.
   * Largest call: limit 1 000.
   */
  readonly read: (
    agendaUid: number,
    after: ChangePlace,
    limit: number,
    audience?: TombstoneAudience
  ) => Effect.Effect<ReadonlyArray<ChangeRecord>, StoreError>
  /**
   * As `read` with the places of several agendas, each named once, in one call: ordered by agenda, position and
   * ordinal. At most `limit`. Largest call: a place for each agenda there is, limit 1 001.
   */
  readonly readMany: (
    after: ReadonlyArray<ReadingPlace>,
    limit: number,
    audience: TombstoneAudience
  ) => Effect.Effect<ReadonlyArray<ChangeRecord>, StoreError>
  /**
   * The last change of each of these agendas, each named once, in which these readers see one; in any order. With
   * `before` (epoch milliseconds) the last of those that were made before it. Largest call: each agenda there is.
   */
  readonly lastOf: (
    agendaUids: ReadonlyArray<number>,
    audience: TombstoneAudience,
    before?: number
  ) => Effect.Effect<ReadonlyArray<LastChange>, StoreError>
  /** What was deleted from the log of an agenda. */
  readonly floors: (agendaUid: number) => Effect.Effect<LogFloors, StoreError>
  /**
   * As `floors`, of the agendas of these from whose logs something was deleted, in any order. Largest call: each agenda
   * there is.
   */
  readonly floorsOf: (
    agendaUids: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<LogFloors & { readonly agendaUid: number }>, StoreError>
  /**
   * The first change of the next agenda with a greater uid whose log is not empty; null when there is none. It walks
   * the logs without reading them.
   */
  readonly oldest: (
    afterAgendaUid: number
  ) => Effect.Effect<Pick<ChangeRecord, "agendaUid" | "at"> | null, StoreError>
  /**
   * Deletes the first changes of an agenda up to the first one at or after this instant (epoch milliseconds), at most
   * `limit`, and raises the floors. Returns their number. Largest call: limit 500.
   */
  readonly prune: (agendaUid: number, before: number, limit: number) => Effect.Effect<number, StoreError>
  /** Raises both floors of an agenda to a position, so that nobody reads on from before it. Never lowers them. */
  readonly cut: (agendaUid: number, position: number) => Effect.Effect<void, StoreError>
  /** The id of the log of this database. Stores the candidate, if it has none. */
  readonly generation: (candidate: string) => Effect.Effect<string, StoreError>
}>() {}
