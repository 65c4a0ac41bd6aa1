import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isStoreError, type StoreError } from "../domain/EngineError.js"
import { Transaction } from "../ports/Transaction.js"
import { Undivided } from "../ports/Undivided.js"

const isLostRace = (error: unknown): boolean => isStoreError(error) && error.reason === "Conflict"

const again = Schedule.exponential("4 millis").pipe(Schedule.jittered, Schedule.intersect(Schedule.recurs(9)), Schedule.upTo("10 seconds"))

/** Whether what runs is part of a transaction already: the one that began it is then the one to begin anew. */
class Joining extends Context.Reference<Joining>()("@agenda-engine/core/services/Joining", { defaultValue: () => false }) {}

/**
 * Runs an effect as one transaction, and again when another writer came first: whatever it decided by reading is then read anew.
 * After a dozen lost races, or 10 seconds of them, the store's `Conflict` is what it fails with. Inside another such effect it is a part of that one, which is
 * then run again whole; where it is `Undivided`, nothing is done to make it a part.
 */
export const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Transaction> =>
  Effect.flatMap(Transaction, (transaction) =>
    Effect.flatMap(Joining, (isPart) =>
      isPart
        ? Effect.flatMap(Undivided, (undivided) => undivided ? effect : transaction.run(effect))
        : Effect.retry(transaction.run(Effect.provideService(effect, Joining, true)), { while: isLostRace, schedule: again })))
