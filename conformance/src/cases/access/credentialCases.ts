import type { KeyRecord, TokenRecord } from "@agenda-engine/core/record/CredentialRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { credentials, fill, transact } from "../../storeCalls.js"
import { hour, noon, sampleAgenda, sampleDigest, sampleKey, sampleToken, sampleUser } from "../../testing/SampleRecords.js"

const put = (record: KeyRecord) => transact(credentials((store) => store.put(record)))
const putToken = (record: TokenRecord) => transact(credentials((store) => store.putToken(record, 0)))
const find = (seed: number) => credentials((store) => store.findBy({ digest: sampleDigest(seed) }))
const findToken = (seed: number) => credentials((store) => store.findToken(sampleDigest(seed)))
const putUse = (keyId: string, at: number) => transact(credentials((store) => store.putUse(keyId, at)))
const uses = (...keyIds: ReadonlyArray<string>) =>
  Effect.map(credentials((store) => store.findUses(keyIds)), (found) => found.toSorted((a, b) => a.keyId < b.keyId ? -1 : 1))
const filled = fill({ users: [sampleUser(1)], agendas: [sampleAgenda(1), sampleAgenda(2)] })

const full = sampleKey("k2", 2, {
  kind: "secret",
  ownerUid: 1,
  agendaUids: [2, 1],
  operations: ["events:read", "events:write"],
  expiresAt: noon,
  revokedAt: noon - 1
})

/** The demands on `CredentialStore`. */
export const credentialCases: ReadonlyArray<Case> = [
  demand(
    "key.put.whole",
    "CredentialStore.put",
    "a key is returned exactly as it was put, revoked and expired ones included; null differs from the empty list"
  )(function*() {
    yield* filled
    yield* Effect.forEach([sampleKey("k1", 1), full, sampleKey("k3", 3, { agendaUids: [], operations: [] })], put)
    yield* expectAnswer("an unrestricted key", find(1), sampleKey("k1", 1))
    yield* expectAnswer("a restricted key", find(2), full)
    yield* expectAnswer("a key for nothing", find(3), sampleKey("k3", 3, { agendaUids: [], operations: [] }))
    yield* expectAnswer("no key", find(4), null)
  }),
  demand("key.find-by-id", "CredentialStore.find", "a key is found by its id")(function*() {
    yield* filled
    yield* put(full)
    yield* expectAnswer("the key", credentials((store) => store.find("k2")), full)
    yield* expectAnswer("no key", credentials((store) => store.find("k1")), null)
  }),
  demand("key.put.replaces", "wire.md §3, Revocation", "a second `put` replaces a key: the next look-up sees a revocation")(function*() {
    yield* filled
    yield* put(sampleKey("k1", 1))
    yield* find(1)
    yield* put(sampleKey("k1", 1, { revokedAt: noon }))
    yield* expectAnswer("the key", find(1), sampleKey("k1", 1, { revokedAt: noon }))
  }),
  demand("key.scan.pages", "CredentialStore.scan", "`scan` visits every key, ordered by id")(function*() {
    yield* filled
    yield* Effect.forEach([sampleKey("c", 3), sampleKey("a", 1), sampleKey("b", 2)], put)
    const scan = (after: string, limit: number) =>
      Effect.map(credentials((store) => store.scan(after, limit)), (keys) => keys.map(({ id }) => id))
    yield* expectAnswer("the first page", scan("", 2), ["a", "b"])
    yield* expectAnswer("the last page", scan("b", 2), ["c"])
    yield* expectAnswer("after the last", scan("c", 2), [])
  }),
  demand(
    "key.use.latest",
    "CredentialStore.putUse",
    "`putUse` keeps the latest use of each key, even when an earlier one is written later; an unused key has none"
  )(function*() {
    yield* filled
    yield* Effect.forEach([sampleKey("k1", 1), full, sampleKey("k3", 3)], put)
    yield* expectAnswer("before any use", uses("k1", "k2"), [])
    yield* putUse("k1", noon)
    yield* putUse("k2", noon + 1)
    yield* putUse("k2", noon)
    yield* putUse("k1", noon + hour)
    const latest = [{ keyId: "k1", usedAt: noon + hour }, { keyId: "k2", usedAt: noon + 1 }]
    yield* expectAnswer("after some", uses("k1", "k2", "k3", "k4"), latest)
    yield* expectAnswer("of one", uses("k2"), latest.slice(1))
    yield* expectAnswer("of none", uses(), [])
  }),
  demand(
    "key.use.beside",
    "CredentialStore.putUse",
    "recording a use does not change the key, and changing the key does not change its use"
  )(function*() {
    yield* filled
    yield* put(sampleKey("k1", 1))
    yield* putUse("k1", noon)
    const revoked = sampleKey("k1", 1, { revokedAt: noon + 1 })
    yield* put(revoked)
    yield* expectAnswer("the use", uses("k1"), [{ keyId: "k1", usedAt: noon }])
    yield* putUse("k1", noon + 2)
    yield* expectAnswer("the key", find(1), revoked)
  }),
  demand(
    "token.find.with-key",
    "CredentialStore.findToken",
    "`findToken` returns a token with the current state of its key, expired tokens included"
  )(function*() {
    yield* filled
    yield* put(sampleKey("k1", 1, { kind: "secret" }))
    const token = sampleToken(50, "k1", { expiresAt: noon - hour })
    yield* putToken(token)
    yield* expectAnswer("the token", findToken(50), { token, key: sampleKey("k1", 1, { kind: "secret" }) })
    const revoked = sampleKey("k1", 1, { kind: "secret", revokedAt: noon })
    yield* put(revoked)
    yield* expectAnswer("the token of a revoked key", findToken(50), { token, key: revoked })
    yield* expectAnswer("no token", findToken(51), null)
    yield* expectAnswer("a key is not a token", findToken(1), null)
  }),
  demand(
    "token.prune",
    "CredentialStore.putToken",
    "`putToken` deletes tokens that expired before the instant, keeps one that expires at it, and deletes no key"
  )(function*() {
    yield* filled
    yield* put(full)
    yield* Effect.forEach([noon - 1, noon, noon + 1], (expiresAt, index) => putToken(sampleToken(60 + index, "k2", { expiresAt })))
    yield* transact(credentials((store) => store.putToken(sampleToken(63, "k2", { expiresAt: noon + 2 }), noon)))
    const found = (seed: number) => Effect.map(findToken(seed), (answer) => answer?.token.expiresAt ?? null)
    yield* expectAnswer("expired before", found(60), null)
    yield* expectAnswer("expiring at", found(61), noon)
    yield* expectAnswer("expiring after", found(62), noon + 1)
    yield* expectAnswer("the new one", found(63), noon + 2)
    yield* expectAnswer("the key", find(2), full)
  })
]
