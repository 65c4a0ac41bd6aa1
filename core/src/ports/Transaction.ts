import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"

/** Atomic transactions over all stores. */
export class Transaction extends Context.Tag("@agenda-engine/core/ports/Transaction")<Transaction, {
  /**
   * Runs an effect once; its store calls, on all ports, read and write in one transaction. Never repeats it, not even
   * one that loses a race: the engine does, since effects have more than store calls.
   *
   * Success commits: the change is durable and visible to every process. Any failure, defect or interruption rolls
   * back. Reads under `AgendaStore.lock` stay valid until the commit.
   *
   * Fails with `StoreError` reason `Conflict` when another writer came first and a retry may succeed.
   *
   * A nested `run` is a savepoint: on failure only its writes are undone and the outer transaction can continue; they
   * become durable with the outer commit. Under `RollbackWhole` a store may skip the savepoint.
   */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /**
   * Runs an effect that only reads; its store calls, on all ports, see one committed state of the database. Inside a
   * transaction they see that transaction. A write inside, also in a nested `run`, fails with `StoreError` reason
   * `ReadOnly` and leaves the snapshot and the transaction usable. Long snapshots may delay writers.
   */
  readonly snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /**
   * Whether the current fiber is inside `run`, `snapshot` or a transaction of a host. Its reads may see uncommitted
   * changes, so they must not be cached.
   */
  readonly isActive: Effect.Effect<boolean>
  /**
   * Whether the current transaction is on a pipelined connection: the statements of concurrent calls are sent without
   * waiting for each other's answers, and the database runs them in that order. One of these calls may write. Absent:
   * false. The engine then makes one call after the other.
   */
  readonly sendsAhead?: Effect.Effect<boolean>
}>() {}

/**
 * Set when no store error is recovered inside the transaction, so that each failure rolls back the whole transaction. A
 * store may then skip savepoints, for nested `Transaction.run` calls and for single puts, which cost more than many
 * writes. A part that fails with any other error must not have written anything, or must let the error end the
 * transaction.
 */
export class RollbackWhole
  extends Context.Reference<RollbackWhole>()("@agenda-engine/core/ports/RollbackWhole", { defaultValue: () => false })
{}

/** How a transaction shares a commit. */
export interface CommitSharing {
  /** Set when a commit that it shared has failed: it is then run again, alone. */
  isAlone: boolean
}

/**
 * Set when the caller runs a short transaction again that has failed with `Conflict`. A store may then commit several
 * of them together, each in a savepoint of its own; none of them ends before that commit. When it fails, all of them
 * fail with `Conflict`, and the store sets `isAlone`. Default: null, the transaction has a commit of its own.
 */
export class CurrentSharing extends Context.Reference<CurrentSharing>()(
  "@agenda-engine/core/ports/CurrentSharing",
  { defaultValue: (): CommitSharing | null => null }
) {}
