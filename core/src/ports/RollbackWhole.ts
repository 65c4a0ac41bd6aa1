import * as Context from "effect/Context"

/**
 * Set when no store error is recovered inside the transaction: any failure then rolls back the whole transaction. A
 * store may then skip savepoints, for nested `Transaction.run` calls and for single puts, which cost more than many
 * writes. A part that fails with any other error must not have written anything, or must let the error end the
 * transaction.
 */
export class RollbackWhole
  extends Context.Reference<RollbackWhole>()("@agenda-engine/core/ports/RollbackWhole", { defaultValue: () => false })
{}
