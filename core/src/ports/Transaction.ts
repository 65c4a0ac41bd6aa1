import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"

/** Atomic transactions over all stores. */
export class Transaction extends Context.Tag("@agenda-engine/core/ports/Transaction")<Transaction, {
  /**
   * Runs an effect; its store calls, on all ports, read and write in one transaction.
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
}>() {}
