import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { atomically } from "../transaction/atomically.js"

/** Minimum time between two stored uses of a key, in milliseconds. */
const noteInterval_ms = 60_000

/**
 * Stores that a key was used, at most once a minute per key and process. It returns at once: the write runs in the
 * background, and its failure is only logged.
 */
export type RecordKeyUse = (keyId: string, now: number) => Effect.Effect<void>

/** Makes a `RecordKeyUse` that writes as long as its scope is open. */
export const makeRecordKeyUse: Effect.Effect<RecordKeyUse, never, CredentialStore | Scope.Scope | Transaction> = Effect.gen(function*() {
  const credentials = yield* CredentialStore
  const transaction = yield* Transaction
  const scope = yield* Effect.scope
  const noted = new Map<string, number>()

  const store = (keyId: string, now: number): Effect.Effect<void> =>
    atomically(credentials.putUse(keyId, now)).pipe(Effect.provideService(Transaction, transaction), Effect.ignoreLogged)

  return (keyId, now) =>
    Effect.suspend(() => {
      const before = noted.get(keyId)
      if (before !== undefined && Math.abs(now - before) < noteInterval_ms) return Effect.void
      noted.set(keyId, now)
      return Effect.asVoid(Effect.forkIn(store(keyId, now), scope))
    })
})
