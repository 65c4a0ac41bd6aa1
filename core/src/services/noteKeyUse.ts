import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CredentialStore } from "../ports/CredentialStore.js"
import { Transaction } from "../ports/Transaction.js"
import { atomically } from "./atomically.js"

/** How long a use that was noted stands for those that follow it, in milliseconds. */
const stands_ms = 60_000

/**
 * Notes that a key was used, at most once a minute in this process. It answers at once: what is to be stored is stored beside the caller, who
 * neither waits for it nor hears of its failure, which is logged.
 */
export type NoteKeyUse = (keyId: string, now: number) => Effect.Effect<void>

/** A `NoteKeyUse` that stores as long as its scope is open. */
export const makeNoteKeyUse: Effect.Effect<NoteKeyUse, never, CredentialStore | Scope.Scope | Transaction> = Effect.gen(function*() {
  const credentials = yield* CredentialStore
  const transaction = yield* Transaction
  const scope = yield* Effect.scope
  const noted = new Map<string, number>()

  const store = (keyId: string, now: number): Effect.Effect<void> =>
    atomically(credentials.putUse(keyId, now)).pipe(Effect.provideService(Transaction, transaction), Effect.ignoreLogged)

  return (keyId, now) =>
    Effect.suspend(() => {
      const before = noted.get(keyId)
      if (before !== undefined && Math.abs(now - before) < stands_ms) return Effect.void
      noted.set(keyId, now)
      return Effect.asVoid(Effect.forkIn(store(keyId, now), scope))
    })
})
