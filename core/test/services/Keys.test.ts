import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { StoreError } from "../../src/domain/error/EngineError.js"
import * as Engine from "../../src/Engine.js"
import * as MemoryStores from "../../src/memory/MemoryStores.js"
import { CredentialStore } from "../../src/ports/CredentialStore.js"
import { RichText } from "../../src/ports/RichText.js"
import * as WebCryptoSecrets from "../../src/secrets/WebCryptoSecrets.js"
import { Access } from "../../src/services/Access.js"
import { Keys } from "../../src/services/Keys.js"
import { Users } from "../../src/services/Users.js"
import { plainImages } from "./image/plainImages.js"

const minute = 60_000
const unlimited = { agendaUids: null, operations: null, expiresAt: null }

type CredentialService = CredentialStore["Type"]

const plain = Layer.succeed(RichText, {
  isHtml: () => false,
  toMarkdown: (html) => html,
  cleanMarkdown: (markdown) => markdown,
  toHtml: (markdown) => markdown,
  toHtmlWithEmbeds: (markdown) => markdown
})

/** The in-memory engine with another store of key uses. */
const engineWith = (putUse: (store: CredentialService) => CredentialService["putUse"]) =>
  Engine.layer.pipe(
    Layer.provide(
      Layer.effect(CredentialStore, Effect.map(CredentialStore, (store) => ({ ...store, putUse: putUse(store) }))).pipe(
        Layer.provideMerge(MemoryStores.layer)
      )
    ),
    Layer.provide([WebCryptoSecrets.layer, plain, MailBox.layer, plainImages])
  )

const lastUses = Effect.map(
  Effect.flatMap(Keys, (keys) => keys.list),
  (keys) => new Map(keys.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
)

describe("the last use of a key", () => {
  it.scoped("the last use by key or token is recorded to the minute and written at most once a minute", () => {
    let written = 0
    const counting = (store: CredentialService): CredentialService["putUse"] => (keyId, at) => {
      written += 1
      return store.putUse(keyId, at)
    }
    return Effect.gen(function*() {
      const access = yield* Access
      const keys = yield* Keys
      const user = yield* (yield* Users).create({ email: "ada@example.org", name: "Ada" })
      const reading = yield* keys.create({ kind: "public", ownerUid: null, ...unlimited })
      const writing = yield* keys.create({ kind: "secret", ownerUid: user.uid, ...unlimited })
      const used = (at: number, effect: Effect.Effect<unknown, unknown>) =>
        Effect.all([TestClock.setTime(at), effect, TestClock.adjust(0)], { discard: true })
      expect(yield* lastUses).toEqual(new Map([[reading.id, null], [writing.id, null]]))
      const read = access.identify({ key: reading.key, token: null })
      yield* used(1_000, read)
      yield* used(2_000, read)
      yield* used(minute, read)
      expect([(yield* lastUses).get(reading.id), written]).toEqual([1_000, 1])
      yield* used(1_000 + minute, read)
      expect([(yield* lastUses).get(reading.id), written]).toEqual([1_000 + minute, 2])
      const { accessToken } = yield* access.requestToken(writing.key)
      yield* used(2 * minute, Effect.void)
      expect([(yield* lastUses).get(writing.id), written]).toEqual([1_000 + minute, 3])
      yield* used(5 * minute, access.identify({ key: reading.key, token: accessToken }))
      expect(yield* lastUses).toEqual(new Map([[reading.id, 1_000 + minute], [writing.id, 5 * minute]]))
      yield* Effect.exit(access.identify({ key: "unknown", token: null }))
      yield* keys.revoke(reading.id)
      yield* used(9 * minute, Effect.exit(read))
      expect((yield* lastUses).get(reading.id)).toBe(1_000 + minute)
    }).pipe(Effect.provide(engineWith(counting)))
  })

  it.scoped("a slow or failing record of the last use neither delays nor fails a read", () =>
    Effect.gen(function*() {
      const never = yield* Deferred.make<void>()
      const failing = new StoreError({ reason: "Unavailable", operation: "CredentialStore.putUse", cause: new Error("gone") })
      for (const putUse of [Effect.fail(failing), Effect.die("broken"), Deferred.await(never)]) {
        yield* Effect.gen(function*() {
          const access = yield* Access
          const key = yield* (yield* Keys).create({ kind: "public", ownerUid: null, ...unlimited })
          expect(yield* access.identify({ key: key.key, token: null })).toMatchObject({ keyId: key.id })
          yield* TestClock.adjust(minute)
          expect((yield* lastUses).get(key.id)).toBeNull()
        }).pipe(Effect.provide(engineWith(() => () => putUse)))
      }
    }))
})
