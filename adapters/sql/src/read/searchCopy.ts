import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { ReadCopy } from "@agenda-engine/core/ports/host/ReadCopies"
import type { TopicRevisions } from "@agenda-engine/core/ports/RevisionStore"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { SqlDatabase } from "../database/SqlDatabase.js"

/** A copy of a database that follows it, and is open for reads. */
export interface OpenCopy {
  readonly database: SqlDatabase
  /** The revisions that the copy has, as `readRevisions`; all are 0 when it is a copy no more. */
  readonly revisions: (topics: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<number>, SqlError | StoreError>
  /** Ends when the copy cannot be read any more. */
  readonly lost: Effect.Effect<void>
}

/** The copies that follow a database. */
export interface Copies {
  /** The copy whose turn it is. Null: none can be read. */
  readonly next: () => OpenCopy | null
  readonly states: Effect.Effect<ReadonlyArray<ReadCopy>>
}

/** No copies. */
export const noCopies: Copies = { next: () => null, states: Effect.succeed([]) }

/**
 * Searches a copy, in one snapshot that has at least the revisions that were read from the database before. Null: no
 * copy has them, or the search of it failed, so that the database itself has to be searched.
 */
export const searchCopy = <A>(
  { next }: Copies,
  operation: string,
  { revisions, topics }: TopicRevisions,
  search: (copy: SqlDatabase) => Effect.Effect<A, StoreError>
): Effect.Effect<A | null> =>
  Effect.suspend(() => {
    const copy = next()
    if (copy === null) return Effect.succeed(null)
    const searched = copy.database.snapshot(
      operation,
      Effect.flatMap(copy.revisions(topics), (reached) =>
        revisions.every((revision, index) => (reached[index] ?? 0) >= revision) ? search(copy.database) : Effect.succeed(null))
    ).pipe(Effect.orElseSucceed(() =>
      null
    ))
    // A running statement cannot be cancelled: a copy that does not answer is not waited for.
    return Effect.raceFirst(Effect.disconnect(searched), Effect.as(copy.lost, null))
  })
