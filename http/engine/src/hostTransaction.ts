import type { HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import { type HostRow, HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import { Transactions } from "@agenda-engine/core/services/transaction/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Runtime from "effect/Runtime"
import { type AgendaServices, servicesOf } from "./AgendaServices.js"
import type { Run } from "./promised.js"
import { type UserServices, userServices } from "./UserServices.js"

/** An open transaction. Its calls commit together; after it has ended, they reject with `StoreError`. */
export interface HostTransaction {
  /** The services of the engine, in the transaction. */
  readonly services: AgendaServices
  /** The services for a user of the host, in the transaction. */
  readonly as: (user: string | number | HostIdentityInput) => UserServices
  /** Runs an effect with the services of the engine, in the transaction. */
  readonly run: Run
  /**
   * Runs a statement of the host on the connection of the transaction, and returns its rows. Placeholders are those of
   * the driver: `?` on SQLite, `$1` on Postgres. Rejects with the error of the driver. On Postgres a failed statement
   * ends the transaction. A database in memory takes no statements.
   */
  readonly query: (text: string, parameters?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<HostRow>>
}

const overRuntime = (runtime: Runtime.Runtime<Engine | HostStatements>) => {
  let isOpen = true
  const run = async <A, E>(effect: Effect.Effect<A, E, Engine | HostStatements>): Promise<A> => {
    if (!isOpen) throw new StoreError({ reason: "Unsupported", operation: "engine.transaction", cause: "the transaction has ended" })
    const exit = await Runtime.runPromiseExit(runtime, effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw Cause.squash(exit.cause)
  }
  const transaction: HostTransaction = {
    services: servicesOf(run),
    as: (user) => userServices(run, user),
    run,
    query: (text, parameters = []) =>
      run(Effect.flatMap(HostStatements, (statements) => Effect.mapError(statements.run(text, parameters), ({ cause }) => cause)))
  }
  const end = Effect.sync(() => {
    isOpen = false
  })
  return { transaction, end }
}

/**
 * Runs a function of the host in one transaction. It commits when the promise of the function resolves, and is rolled
 * back when it rejects.
 */
export const inTransaction = <A>(
  use: (transaction: HostTransaction) => Promise<A>
): Effect.Effect<A, unknown, Engine | HostStatements> =>
  Effect.flatMap(Transactions, (transactions) =>
    transactions.run(Effect.flatMap(Effect.runtime<Engine | HostStatements>(), (runtime) => {
      const { end, transaction } = overRuntime(runtime)
      return Effect.ensuring(Effect.tryPromise({ try: () => use(transaction), catch: identity }), end)
    })))
