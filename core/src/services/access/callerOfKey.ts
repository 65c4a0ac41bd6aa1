import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Caller, KeyKind, Operation } from "../../domain/access/Credential.js"
import { StoreError } from "../../domain/error/EngineError.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { Transaction } from "../../ports/Transaction.js"
import type { KeyRecord, TokenRecord } from "../../record/CredentialRecord.js"
import { atomically } from "../transaction/atomically.js"

/** Whether a key can be used at an instant, in epoch milliseconds. */
export const isAlive = (key: KeyRecord, now: number): boolean => key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt)

const decodeKind = Schema.decodeUnknownSync(KeyKind)
const decodeOperations = Schema.decodeUnknownSync(Schema.NullOr(Schema.Array(Operation)))

/** Reports stored data that cannot be decoded. */
export const corrupt = (operation: string) => (cause: unknown): StoreError => new StoreError({ reason: "Corrupt", operation, cause })

/** The caller that a key identifies, or a token bought with it. */
export const callerOf = (key: KeyRecord, token: TokenRecord | null): Effect.Effect<Caller, StoreError> => {
  const expiresAt = Math.min(key.expiresAt ?? Infinity, token?.expiresAt ?? Infinity)
  return Effect.try({
    try: (): Caller => ({
      _tag: "Key",
      kind: decodeKind(key.kind),
      keyId: key.id,
      userUid: key.ownerUid,
      agendaUids: key.agendaUids,
      operations: decodeOperations(key.operations),
      writes: token !== null,
      ...(expiresAt === Infinity ? {} : { expiresAt })
    }),
    catch: corrupt("Access.identify")
  })
}

/** Everything of a caller that its key decides. */
export const scopeOf = (caller: Caller): string =>
  caller._tag !== "Key" ? "" : JSON.stringify([caller.kind, caller.keyId, caller.userUid, caller.agendaUids, caller.operations])

/** Minimum time between two stored uses of a key, in milliseconds. */
const noteInterval_ms = 60_000

/**
 * Stores that a key was used, at most once a minute per key and process. It returns at once: the write runs in the
 * background, and its failure is only logged.
 */
type RecordKeyUse = (keyId: string, now: number) => Effect.Effect<void>

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
