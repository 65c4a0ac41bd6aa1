import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Caller, KeyKind, Operation } from "../../domain/access/Credential.js"
import { StoreError } from "../../domain/error/EngineError.js"
import type { KeyRecord, TokenRecord } from "../../record/CredentialRecord.js"

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
