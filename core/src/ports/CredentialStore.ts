import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { KeyRecord, KeyUse, TokenRecord } from "../record/CredentialRecord.js"

/** Keeps keys and access tokens, as digests. Writes happen inside `Transaction.run`. */
export class CredentialStore extends Context.Tag("@agenda-engine/core/ports/CredentialStore")<CredentialStore, {
  /** The key with this digest, revoked and expired ones too, or null. */
  readonly findKey: (digest: string) => Effect.Effect<KeyRecord | null, StoreError>
  /** The key with this id, revoked and expired ones too, or null. */
  readonly findKeyById: (id: string) => Effect.Effect<KeyRecord | null, StoreError>
  /** The token with this digest and its key, expired ones too, or null. */
  readonly findToken: (digest: string) => Effect.Effect<{ readonly token: TokenRecord; readonly key: KeyRecord } | null, StoreError>
  /** Keys in order of id, from after this id on, at most `limit`. */
  readonly scanKeys: (afterId: string, limit: number) => Effect.Effect<ReadonlyArray<KeyRecord>, StoreError>
  /** Stores a key, in the place of the one with its id if there is one. */
  readonly putKey: (record: KeyRecord) => Effect.Effect<void, StoreError>
  /** Keeps when a key was last used, in epoch milliseconds, in the place of an earlier instant; a later one that is known stays. */
  readonly putUse: (keyId: string, at: number) => Effect.Effect<void, StoreError>
  /** When these keys were last used, by their ids and in any order; those that never were are left out. */
  readonly findUses: (keyIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<KeyUse>, StoreError>
  /** Stores a token. */
  readonly putToken: (record: TokenRecord) => Effect.Effect<void, StoreError>
  /** Removes the tokens that expired before this instant. */
  readonly pruneTokens: (before: number) => Effect.Effect<void, StoreError>
}>() {}
