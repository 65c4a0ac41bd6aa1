import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { RevisionStore } from "../../ports/RevisionStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { directoryTopic } from "../revision/topics.js"
import { scanAll } from "../transaction/scanAll.js"

/** Which agendas there are, in order of uid. */
export interface AgendaDirectory {
  /** The revision of `directoryTopic` that it was read under, or an older one. */
  readonly revision: number
  /** `isListed`: everybody finds the agenda, which is neither private nor left out of indexes. */
  readonly agendas: ReadonlyArray<{ readonly uid: number; readonly isListed: boolean }>
}

/**
 * Reads the directory. It is kept as long as no agenda is made, removed or listed otherwise, so that feeds across
 * agendas read no records of agendas.
 */
export const makeAgendaDirectory: Effect.Effect<
  Effect.Effect<AgendaDirectory, StoreError>,
  never,
  AgendaStore | RevisionStore | Transaction
> = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const revisions = yield* RevisionStore
  const transaction = yield* Transaction
  const one = yield* Effect.makeSemaphore(1)
  let kept: AgendaDirectory | null = null

  const currentRevision = Effect.map(revisions.read([directoryTopic]), ([revision = 0]) => revision)

  const scan = Effect.gen(function*() {
    // Before the records, so that what changes meanwhile is read again.
    const revision = yield* currentRevision
    const all = yield* scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0)
    return {
      revision,
      agendas: all.map(({ indexed, private: isPrivate, uid }) => ({ uid, isListed: indexed && !isPrivate }))
    } satisfies AgendaDirectory
  })

  const find = Effect.map(currentRevision, (revision) => kept?.revision === revision ? kept : null)

  /** Reads the records once for all who miss the directory at the same time. */
  const load = one.withPermits(1)(Effect.flatMap(find, (found) =>
    found === null
      ? Effect.tap(scan, (read) =>
        Effect.sync(() => {
          kept = read
        }))
      : Effect.succeed(found)))

  return Effect.flatMap(transaction.isActive, (isActive) =>
    // What a transaction reads may be rolled back.
    isActive ? scan : Effect.flatMap(find, (found) => found === null ? load : Effect.succeed(found)))
})
