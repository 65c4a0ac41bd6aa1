import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { count, engineCounters } from "../../domain/engineMetrics.js"
import { isStoreError, type StoreError } from "../../domain/error/EngineError.js"
import { withReference, withService } from "../../domain/withService.js"
import { RollbackWhole, Transaction } from "../../ports/Transaction.js"
import { commits } from "./commits.js"
import { inUnit, withUnit } from "./UnitOfWork.js"

const isLostRace = (error: unknown): boolean => isStoreError(error) && error.reason === "Conflict"

const retrySchedule = Schedule.exponential("4 millis").pipe(
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(9)),
  Schedule.upTo("10 seconds")
)

/** Counts a commit that has ended, unless `commits.soFar` is still `before`, as when its transaction began. */
export const countCommit = (before: number): void => {
  if (commits.soFar !== before) commits.soFar += 1
}

/** Retries an effect that loses a race. Most attempts succeed at once: they skip the cost of the retry machinery. */
const retrying = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const before = commits.soFar
  const committed = (value: A): Effect.Effect<A> => {
    countCommit(before)
    return Effect.succeed(value)
  }
  return Effect.matchEffect(attempt, {
    onSuccess: committed,
    onFailure: (lost) => {
      if (!isLostRace(lost)) return Effect.fail(lost)
      let isFirst = true
      const next = Effect.suspend(() => {
        if (!isFirst) {
          count(engineCounters.transactionRetries)
          return attempt
        }
        isFirst = false
        return Effect.fail(lost)
      })
      return Effect.flatMap(Effect.retry(next, { while: isLostRace, schedule: retrySchedule }), committed)
    }
  })
}

/** How a transaction runs. */
interface TransactionOptions {
  /** Whether no store error is recovered in it (`RollbackWhole`). Default: false. */
  readonly rollbackWhole?: boolean
  /**
   * Whether it is short and takes no step but store calls, so that it may share the commit of others
   * (`CurrentSharing`). Only with `rollbackWhole`. Default: false.
   */
  readonly sharesCommit?: boolean
}

/**
 * Runs an effect as one transaction and retries it with backoff when it loses a race against another writer, so that
 * everything it loaded is loaded again. After nine retries or 10 seconds it fails with the store's `Conflict`.
 *
 * Inside another `atomically` the effect becomes a nested part, and the outermost transaction is retried whole. Under
 * `RollbackWhole` it runs in the outer transaction directly, without a savepoint.
 */
export const atomically = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { rollbackWhole = false, sharesCommit = false }: TransactionOptions = {}
): Effect.Effect<A, E | StoreError, R | Transaction> =>
  withService(Transaction, (transaction) =>
    withUnit((unit) => {
      if (unit === null) return retrying(inUnit(transaction.run(effect), rollbackWhole, sharesCommit ? { isAlone: false } : null))
      return withReference(
        RollbackWhole,
        (isWhole) => isWhole ? effect : transaction.run(rollbackWhole ? Effect.provideService(effect, RollbackWhole, true) : effect)
      )
    }))
