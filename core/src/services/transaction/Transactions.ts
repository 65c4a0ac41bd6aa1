import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/error/EngineError.js"
import { Transaction } from "../../ports/Transaction.js"
import { atomicallyOnce } from "./atomically.js"

/** Transactions of a host over calls of services. */
export class Transactions extends Context.Tag("@agenda-engine/core/services/transaction/Transactions")<Transactions, {
  /**
   * Runs an effect whose calls of services commit together, or not at all when it fails. It runs once: when it loses a
   * race, it fails with `StoreError` of reason `Conflict`, and the caller may run it again. Mails and images that a
   * service writes outside of the stores are not undone.
   */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
}>() {
  /** The transactions of the stores. */
  static readonly layer: Layer.Layer<Transactions, never, Transaction> = Layer.effect(
    Transactions,
    Effect.map(Transaction, (transaction) => ({
      run: (effect) => Effect.provideService(atomicallyOnce(effect), Transaction, transaction)
    }))
  )
}
