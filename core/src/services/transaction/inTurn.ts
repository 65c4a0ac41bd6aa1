import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { withReference } from "../../domain/withService.js"

/**
 * The mutex of what runs side by side at this depth of the current transaction; null outside of one. Savepoints are
 * nested: that of a part would undo what others write until it ends.
 */
export class CurrentTurn extends Context.Reference<CurrentTurn>()("@agenda-engine/core/services/transaction/CurrentTurn", {
  defaultValue: (): Effect.Semaphore | null => null
}) {}

/** The mutex of the next depth. */
export const newTurn = (): Effect.Semaphore => Effect.unsafeMakeSemaphore(1)

/**
 * Runs a part of the current transaction, such as a savepoint or a statement of the host, when the parts beside it have
 * ended. A part must not wait for another that begins beside it.
 */
export const inTurn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  withReference(CurrentTurn, (turn) => turn === null ? effect : turn.withPermits(1)(Effect.provideService(effect, CurrentTurn, newTurn())))
