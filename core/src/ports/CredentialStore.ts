import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { KeyRecord, KeyUse, TokenRecord } from "../record/CredentialRecord.js"
import type { NamedRecords, RecordStore } from "./RecordStore.js"

/** Members of `CredentialStore` besides those of every store of records. */
export interface KeysAndTokens {
  /** The token with this digest, even when expired, and its key; null when there is none. */
  readonly findToken: (digest: string) => Effect.Effect<{ readonly token: TokenRecord; readonly key: KeyRecord } | null, StoreError>
  /** Records the use of a key at an instant (epoch milliseconds), unless a later use is recorded. */
  readonly putUse: (keyId: string, at: number) => Effect.Effect<void, StoreError>
  /** The last use of each of these keys, in any order; unused keys are left out. Largest call: 100 keys. */
  readonly findUses: (keyIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<KeyUse>, StoreError>
  /** Inserts a token, and deletes those that expired before `now`, epoch milliseconds. */
  readonly putToken: (record: TokenRecord, now: number) => Effect.Effect<void, StoreError>
}

/**
 * The store of API keys, by id and by digest, and of their access tokens. Keys are found even when revoked or expired.
 */
export class CredentialStore extends Context.Tag("@agenda-engine/core/ports/CredentialStore")<
  CredentialStore,
  KeysAndTokens & NamedRecords<KeyRecord, Pick<KeyRecord, "digest">> & Pick<RecordStore<KeyRecord, string>, "find" | "put" | "scan">
>() {}
