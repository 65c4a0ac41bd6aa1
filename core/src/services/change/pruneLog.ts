import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { ChangeStore } from "../../ports/change/ChangeStore.js"
import type { Transaction } from "../../ports/Transaction.js"
import { atomically } from "../transaction/atomically.js"

/** Number of changes that one transaction deletes. */
const prune_changes = 500

/**
 * Deletes the changes of an agenda before an instant (epoch milliseconds), each batch as one transaction. Returns their
 * number.
 */
export const pruneLog = (agendaUid: number, before: number): Effect.Effect<number, StoreError, ChangeStore | Transaction> =>
  Effect.gen(function*() {
    const log = yield* ChangeStore
    let pruned = 0
    let batch = prune_changes
    while (batch === prune_changes) {
      batch = yield* atomically(log.prune(agendaUid, before, prune_changes))
      pruned += batch
    }
    return pruned
  })
