import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import type { KeyRecord } from "../../record/CredentialRecord.js"
import { scanAll } from "../scanAll.js"

/** The keys that match a predicate, including revoked ones. Scans all keys. */
export const keysOf = (wanted: (key: KeyRecord) => boolean): Effect.Effect<ReadonlyArray<KeyRecord>, StoreError, CredentialStore> =>
  Effect.flatMap(CredentialStore, (credentials) =>
    Effect.map(
      scanAll((after: string, limit) => credentials.scanKeys(after, limit), ({ id }) => id, ""),
      (keys) => keys.filter(wanted)
    ))
