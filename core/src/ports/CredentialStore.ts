import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { KeyRecord, KeyUse, TokenRecord } from "../record/CredentialRecord.js"

/** The store of API keys and access tokens, as digests. Writes run inside `Transaction.run`. */
export class CredentialStore extends Context.Tag("@agenda-engine/core/ports/CredentialStore")<CredentialStore, {
  /** The key with this digest, even when revoked or expired; null when there is none. */
  readonly findKey: (digest: string) => Effect.Effect<KeyRecord | null, StoreError>
  /** The key with this id, even when revoked or expired; null when there is none. */
  readonly findKeyById: (id: string) => Effect.Effect<KeyRecord | null, StoreError>
  /** The token with this digest, even when expired, and its key; null when there is none. */
  readonly findToken: (digest: string) => Effect.Effect<{ readonly token: TokenRecord; readonly key: KeyRecord } | null, StoreError>
  /** Keyset scan: keys with a greater id than `afterId`, ordered by id. At most `limit`. */
  readonly scanKeys: (afterId: string, limit: number) => Effect.Effect<ReadonlyArray<KeyRecord>, StoreError>
  /** Upserts a key by id. */
  readonly putKey: (record: KeyRecord) => Effect.Effect<void, StoreError>
  /** Records the use of a key at an instant (epoch milliseconds), unless a later use is recorded. */
  readonly putUse: (keyId: string, at: number) => Effect.Effect<void, StoreError>
  /** The last use of each of these keys, in any order; unused keys are left out. */
  readonly findUses: (keyIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<KeyUse>, StoreError>
  /** Inserts a token. */
  readonly putToken: (record: TokenRecord) => Effect.Effect<void, StoreError>
  /** Deletes the tokens that expired before this instant. */
  readonly pruneTokens: (before: number) => Effect.Effect<void, StoreError>
}>() {}
