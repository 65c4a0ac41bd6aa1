import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Engine from "../../../src/Engine.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { Secrets } from "../../../src/ports/Secrets.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { logStart } from "../../../src/record/ChangeRecord.js"
import * as WebCryptoSecrets from "../../../src/secrets/WebCryptoSecrets.js"
import { Access } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Changes } from "../../../src/services/Changes.js"
import { plainImages } from "../image/plainImages.js"
import { testAgenda } from "../testEngine.js"

const engine = (stores: typeof MemoryStores.layer, secrets: typeof WebCryptoSecrets.layer) =>
  Engine.layer.pipe(
    Layer.provideMerge(Layer.merge(stores, MailBox.layer)),
    Layer.provide([secrets, plainRichText, plainImages])
  )

const isFollowed = (result: Effect.Effect<unknown, unknown>) => Effect.map(Effect.either(result), ({ _tag }) => _tag === "Right")

/** Whether the public can follow the cursor of a moderator. */
const followsOtherRights = Effect.gen(function*() {
  const access = yield* Access
  const changes = yield* Changes
  const { anyone, moderator, ref } = yield* testAgenda
  const { next } = yield* changes.page(yield* access.authorize(moderator.token, ref, "events:read"), { after: "now" })
  return yield* isFollowed(changes.page(yield* access.authorize(anyone, ref, "events:read"), { after: next }))
})

/** Whether a cursor can be followed after which changes were deleted. */
const followsBelowFloor = Effect.gen(function*() {
  const access = yield* Access
  const agendas = yield* Agendas
  const changes = yield* Changes
  const log = yield* ChangeStore
  const { run } = yield* Transaction
  const { agenda, anyone, ref } = yield* testAgenda
  const reader = yield* access.authorize(anyone, ref, "events:read")
  const { next } = yield* changes.page(reader, { after: "now" })
  yield* agendas.update(agenda.uid, { title: "Les Halles 2" })
  yield* run(log.prune(agenda.uid, Number.MAX_SAFE_INTEGER, 500))
  return yield* isFollowed(changes.page(reader, { after: next }))
})

/** Stores that tell of no floor. */
const floorless = Layer.provideMerge(
  Layer.effect(
    ChangeStore,
    Effect.map(ChangeStore, (store) => ({
      ...store,
      floors: () => Effect.succeed({ privileged: logStart, public: logStart }),
      floorsOf: () => Effect.succeed([])
    }))
  ),
  MemoryStores.layer
)

/** Secrets by which all rights in an agenda are the same. */
const rightless = Layer.effect(
  Secrets,
  Effect.map(Secrets, (secrets) => ({
    ...secrets,
    digest: (text) => /^(?:privileged|public),/.test(text) ? Effect.succeed("0".repeat(64)) : secrets.digest(text)
  }))
).pipe(Layer.provide(WebCryptoSecrets.layer))

const sound = engine(MemoryStores.layer, WebCryptoSecrets.layer)

describe("a cursor of changes", () => {
  it.effect("cannot be followed with other rights, unless they are not compared", () =>
    Effect.gen(function*() {
      expect(yield* Effect.provide(followsOtherRights, sound)).toBe(false)
      expect(yield* Effect.provide(followsOtherRights, engine(MemoryStores.layer, rightless))).toBe(true)
    }))

  it.effect("cannot be followed after changes were deleted, unless the floor is not checked", () =>
    Effect.gen(function*() {
      expect(yield* Effect.provide(followsBelowFloor, sound)).toBe(false)
      expect(yield* Effect.provide(followsBelowFloor, engine(floorless, WebCryptoSecrets.layer))).toBe(true)
    }))
})
