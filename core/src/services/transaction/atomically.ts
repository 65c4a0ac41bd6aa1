import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isStoreError, type StoreError } from "../../domain/error/EngineError.js"
import { RollbackWhole, Transaction } from "../../ports/Transaction.js"

const isLostRace = (error: unknown): boolean => isStoreError(error) && error.reason === "Conflict"

const retrySchedule = Schedule.exponential("4 millis").pipe(
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(9)),
  Schedule.upTo("10 seconds")
)

/** Whether the effect runs inside a transaction of `atomically`: the outermost call then retries. */
class InTransaction
  extends Context.Reference<InTransaction>()("@agenda-engine/core/services/InTransaction", { defaultValue: () => false })
{}

/**
 * Runs an effect as one transaction and retries it with backoff when it loses a race against another writer, so that
 * everything it loaded is loaded again. After nine retries or 10 seconds it fails with the store's `Conflict`.
 *
 * Inside another `atomically` the effect becomes a nested part, and the outermost transaction is retried whole. Under
 * `RollbackWhole` it runs in the outer transaction directly, without a savepoint.
 */
export const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Transaction> =>
  Effect.flatMap(Transaction, (transaction) =>
    Effect.flatMap(InTransaction, (isNested) =>
      isNested
        ? Effect.flatMap(RollbackWhole, (rollbackWhole) => rollbackWhole ? effect : transaction.run(effect))
        : Effect.retry(transaction.run(Effect.provideService(effect, InTransaction, true)), {
          while: isLostRace,
          schedule: retrySchedule
        })))

/**
 * Runs an effect as one transaction, once: for effects that must not be repeated. Each `atomically` in it becomes a
 * nested part. Fails with the store's `Conflict` when it loses a race.
 */
export const atomicallyOnce = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Transaction> =>
  Effect.flatMap(Transaction, ({ run }) => run(Effect.provideService(effect, InTransaction, true)))
