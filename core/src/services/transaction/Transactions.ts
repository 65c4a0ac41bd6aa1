import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StoreError } from "../../domain/error/EngineError.js"
import { Transaction } from "../../ports/Transaction.js"
import type { ChangePlace } from "../../record/ChangeRecord.js"
import { countCommit } from "./atomically.js"
import { commits } from "./commits.js"
import { inTurn } from "./inTurn.js"
import { withUnit } from "./UnitOfWork.js"

/** Transactions of a host over calls of services. */
export class Transactions extends Context.Tag("@agenda-engine/core/services/transaction/Transactions")<Transactions, {
  /**
   * Runs an effect whose calls of services commit together, or not at all when it fails. It runs once: when it loses a
   * race, it fails with `StoreError` of reason `Conflict`, and the caller may run it again. Mails and images that a
   * service writes outside of the stores are not undone. Inside another one it is a part of it.
   */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /**
   * Inside `run`: writes to the logs what the transaction has changed so far, and returns the place of its last change
   * in the log of an agenda, null when it changed nothing of the agenda. What it changes later gets a later place.
   * Waits for the calls beside it. `StoreError` of reason `Unsupported`: there is no transaction, or this is inside one
   * of its calls.
   */
  readonly placeOf: (agendaUid: number) => Effect.Effect<ChangePlace | null, StoreError>
}>() {
  /** The transactions of the stores. */
  static readonly layer: Layer.Layer<Transactions, never, Transaction> = Layer.effect(
    Transactions,
    Effect.map(Transaction, ({ run }) => ({
      run: (effect) =>
        Effect.suspend(() => {
          const before = commits.soFar
          return Effect.tap(run(effect), () => countCommit(before))
        }),
      placeOf: (agendaUid) =>
        // The savepoint of a part beside it would undo what it writes.
        inTurn(withUnit((unit) =>
          unit === null || unit.finish === null || unit.parts > 0
            ? noPlace
            : Effect.map(Effect.uninterruptible(unit.finish), () => unit.places.get(agendaUid) ?? null)
        ))
    }))
  )
}

const noPlace = new StoreError({
  reason: "Unsupported",
  operation: "Transactions.placeOf",
  cause: "a place is only known in a transaction, between its calls"
})
