import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { StoreError } from "../domain/EngineError.js"
import { Transaction } from "../ports/Transaction.js"

const isLostRace = (error: unknown): boolean => error instanceof StoreError && error.reason === "Conflict"

const again = Schedule.exponential("4 millis").pipe(Schedule.jittered, Schedule.intersect(Schedule.recurs(12)))

/**
 * Runs an effect as one transaction, and again when another writer came first: whatever it decided by reading is then read anew.
 * After a dozen lost races the store's `Conflict` is what it fails with.
 */
export const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Transaction> =>
  Transaction.pipe(
    Effect.flatMap((transaction) => transaction.run(effect)),
    Effect.retry({ while: isLostRace, schedule: again })
  )
