import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CredentialStore } from "../ports/CredentialStore.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { page } from "./MemoryState.js"

/** The store of API keys and access tokens in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<CredentialStore> =>
  Layer.succeed(CredentialStore, {
    findKey: (digest) => database.read((state) => HashMap.toValues(state.keys).find((key) => key.digest === digest) ?? null),
    findKeyById: (id) => database.read((state) => Option.getOrNull(HashMap.get(state.keys, id))),
    findToken: (digest) =>
      database.read((state) =>
        Option.getOrNull(Option.gen(function*() {
          const token = yield* HashMap.get(state.tokens, digest)
          const key = yield* HashMap.get(state.keys, token.keyId)
          return { token, key }
        }))
      ),
    scanKeys: (afterId, limit) => database.read((state) => page(HashMap.values(state.keys), ({ id }) => id, afterId, limit)),
    putKey: (record) =>
      database.write("CredentialStore.putKey", (state) => ({ ...state, keys: HashMap.set(state.keys, record.id, record) })),
    putUse: (keyId, at) =>
      database.write("CredentialStore.putUse", (state) => ({
        ...state,
        keyUses: HashMap.modifyAt(state.keyUses, keyId, (usedAt) => Option.some(Math.max(at, Option.getOrElse(usedAt, () => at))))
      })),
    findUses: (keyIds) =>
      database.read((state) =>
        Array.from(HashMap.entries(state.keyUses), ([keyId, usedAt]) => ({ keyId, usedAt })).filter(({ keyId }) => keyIds.includes(keyId))
      ),
    putToken: (record) =>
      database.write("CredentialStore.putToken", (state) => ({ ...state, tokens: HashMap.set(state.tokens, record.digest, record) })),
    pruneTokens: (before) =>
      database.write("CredentialStore.pruneTokens", (state) => ({
        ...state,
        tokens: HashMap.filter(state.tokens, ({ expiresAt }) => expiresAt >= before)
      }))
  })
