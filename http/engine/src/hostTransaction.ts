import { operator } from "@agenda-engine/core/domain/access/Credential"
import type { HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import { type HostRow, HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import { type Authorization, authorized } from "@agenda-engine/core/services/Access"
import { Changes } from "@agenda-engine/core/services/Changes"
import { inTurn } from "@agenda-engine/core/services/transaction/inTurn"
import { Transactions } from "@agenda-engine/core/services/transaction/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import { identity } from "effect/Function"
import * as Runtime from "effect/Runtime"
import { type AgendaServices, servicesOf } from "./AgendaServices.js"
import type { Run } from "./promised.js"
import { type UserServices, userServices } from "./UserServices.js"

/**
 * An open transaction. Its calls commit together; after it has ended, they reject with `StoreError`. Calls that are
 * made side by side run one after another, in the order in which they were made. One that fails undoes its own writes
 * only, and no other has seen them.
 */
export interface HostTransaction {
  /** The services of the engine, in the transaction. */
  readonly services: AgendaServices
  /** The services for a user of the host, in the transaction. */
  readonly as: (user: string | number | HostIdentityInput) => UserServices
  /** Runs an effect with the services of the engine, in the transaction. It must wait for no other call of `tx`. */
  readonly run: Run
  /**
   * Runs a statement of the host on the connection of the transaction, and returns its rows. Placeholders are those of
   * the driver: `?` on SQLite, `$1` on Postgres. Rejects with the error of the driver. On Postgres a failed statement
   * ends the transaction. A database in memory takes no statements.
   */
  readonly query: (text: string, parameters?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<HostRow>>
  /**
   * The cursor after what the transaction has changed of an agenda so far, for `engine.changes({ agendaUid, after })`;
   * null when it changed nothing of it. The host may store it in the same transaction. Rejects with `StoreError` in
   * `hooks.beforeWrite`.
   */
  readonly cursor: (agendaUid: number) => Promise<string | null>
}

/**
 * Gives a function of the host the transaction that is open. Calls that are under way when its promise settles are
 * interrupted, and later ones are refused.
 */
export const withTransaction = <A, E>(
  use: (transaction: HostTransaction) => Promise<A>,
  failed: (cause: unknown) => E
): Effect.Effect<A, E, Engine | HostStatements> =>
  Effect.scoped(Effect.gen(function*() {
    const runtime = yield* Effect.runtime<Engine | HostStatements>()
    const calls = yield* FiberSet.make()
    let isOpen = true
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOpen = false
      })
    )
    const run = async <B, F>(effect: Effect.Effect<B, F, Engine | HostStatements>): Promise<B> => {
      if (!isOpen) throw new StoreError({ reason: "Unsupported", operation: "engine.transaction", cause: "the transaction has ended" })
      const call = Runtime.runFork(runtime, inTurn(effect))
      FiberSet.unsafeAdd(calls, call)
      const exit = await new Promise<Exit.Exit<B, F>>((resolve) => call.addObserver(resolve))
      if (Exit.isSuccess(exit)) return exit.value
      throw Cause.squash(exit.cause)
    }
    const transaction: HostTransaction = {
      services: servicesOf(run),
      as: (user) => userServices(run, user),
      run,
      query: (text, parameters = []) =>
        run(Effect.flatMap(
          HostStatements,
          (statements) => Effect.mapError(statements.run(text, parameters), ({ cause }) => cause)
        )),
      cursor: (agendaUid) => run(cursorOf(agendaUid))
    }
    return yield* Effect.tryPromise({ try: () => use(transaction), catch: failed })
  }))

/** The cursor after what the transaction has changed of an agenda so far; null when it changed nothing of it. */
const cursorOf = (agendaUid: number) =>
  Effect.gen(function*() {
    const place = yield* Effect.flatMap(Transactions, ({ placeOf }) => placeOf(agendaUid))
    if (place === null) return null
    const after = (authorization: Authorization<"events:read">) =>
      Effect.flatMap(Changes, ({ cursorAfter }) => cursorAfter(authorization, place))
    return yield* authorized(operator, { _tag: "Uid", uid: agendaUid }, "events:read", after)
  })

/**
 * Runs a function of the host in one transaction. It commits when the promise of the function resolves, and is rolled
 * back when it rejects.
 */
export const inTransaction = <A>(
  use: (transaction: HostTransaction) => Promise<A>
): Effect.Effect<A, unknown, Engine | HostStatements> =>
  Effect.flatMap(Transactions, (transactions) => transactions.run(withTransaction(use, identity)))
