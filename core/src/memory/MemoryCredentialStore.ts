import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CredentialStore } from "../ports/CredentialStore.js"
import type { KeyRecord } from "../record/CredentialRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { memoryRecords } from "./memoryRecords.js"

/** The store of API keys and access tokens in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<CredentialStore> => {
  const { find, put, scan } = memoryRecords<KeyRecord, string>(database, {
    port: "CredentialStore",
    keyOf: ({ id }) => id,
    select: ({ keys }) => keys,
    replace: (state, keys) => ({ ...state, keys })
  })
  return Layer.succeed(CredentialStore, {
    find,
    put,
    scan,
    findBy: ({ digest }) => database.read((state) => HashMap.toValues(state.keys).find((key) => key.digest === digest) ?? null),
    findToken: (digest) =>
      database.read((state) =>
        Option.getOrNull(Option.gen(function*() {
          const token = yield* HashMap.get(state.tokens, digest)
          const key = yield* HashMap.get(state.keys, token.keyId)
          return { token, key }
        }))
      ),
    putUse: (keyId, at) =>
      database.write("CredentialStore.putUse", (state) => ({
        ...state,
        keyUses: HashMap.modifyAt(state.keyUses, keyId, (usedAt) => Option.some(Math.max(at, Option.getOrElse(usedAt, () => at))))
      })),
    findUses: (keyIds) =>
      database.read((state) =>
        Array.from(HashMap.entries(state.keyUses), ([keyId, usedAt]) => ({ keyId, usedAt })).filter(({ keyId }) => keyIds.includes(keyId))
      ),
    putToken: (record, now) =>
      database.write("CredentialStore.putToken", (state) => ({
        ...state,
        tokens: HashMap.set(HashMap.filter(state.tokens, ({ expiresAt }) => expiresAt >= now), record.digest, record)
      }))
  })
}
