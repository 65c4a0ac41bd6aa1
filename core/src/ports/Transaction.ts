import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"

/** Makes several store calls one change: all of it is kept, or none. */
export class Transaction extends Context.Tag("@agenda-engine/core/ports/Transaction")<Transaction, {
  /**
   * Runs an effect whose store calls, of every port, read and write in one transaction.
   * Success commits: once `run` has succeeded the change survives a crash and every process reads it. Any failure, defect or
   * interruption rolls everything back. What it read stays true until it commits, as far as it was read under `AgendaStore.lock`.
   * Fails with reason `Conflict` when another writer came first and running the same effect again may succeed.
   * A `run` inside a `run` is a part of the outer one: when it fails, what it wrote is undone and the outer one can go on; what it wrote
   * is kept when the outer one succeeds. Where it is `Undivided` that need not be.
   */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
}>() {}
