import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as Engine from "../../src/Engine.js"
import * as MemoryStores from "../../src/memory/MemoryStores.js"
import { ImageFetcher } from "../../src/ports/image/ImageFetcher.js"
import * as WebCryptoSecrets from "../../src/secrets/WebCryptoSecrets.js"
import { type Access, authorized } from "../../src/services/Access.js"
import { Events } from "../../src/services/Events.js"
import { Locations } from "../../src/services/Locations.js"
import { Members } from "../../src/services/Members.js"
import { picture, plainImages } from "./image/plainImages.js"
import { draftOf, testAgenda } from "./testEngine.js"

/** The in-memory engine, where fetching an image takes a second. */
const slowly = Engine.layer.pipe(
  Layer.provideMerge(Layer.merge(MemoryStores.layer, MailBox.layer)),
  Layer.provide([
    WebCryptoSecrets.layer,
    plainRichText,
    Layer.merge(plainImages, Layer.succeed(ImageFetcher, { fetch: (url) => Effect.delay(Effect.succeed(picture(url)), "1 second") }))
  ])
)

const image = { url: "https://example.org/a.jpg" }
const hall = { name: "Halle", address: "Rue Nationale", countryCode: "fr" }
const named = { key: "k", value: "v" }
const options = { lang: null }

describe("writes of callers who lose their role during the request", () => {
  it.effect("every kind of write is refused after the caller has lost their role, and changes nothing", () =>
    Effect.gen(function*() {
      const { agenda, anyone, moderator, ref } = yield* testAgenda
      const events = yield* Events
      const locations = yield* Locations
      const { event } = yield* authorized(moderator.token, ref, "events:write", (by) => events.create(by, draftOf("Concert"), options))
      const { location } = yield* authorized(moderator.token, ref, "locations:write", (by) => locations.create(by, hall, options))
      const ofEvent = { _tag: "Uid", uid: event.uid } as const
      const ofLocation = { _tag: "Uid", uid: location.uid } as const
      const writes: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, Access>> = [
        authorized(moderator.token, ref, "events:write", (by) => events.create(by, draftOf("Autre", { image }), options)),
        authorized(moderator.token, ref, "events:write", (by) => events.patch(by, ofEvent, { image }, options)),
        authorized(moderator.token, ref, "events:write", (by) => events.upsert(by, named, draftOf("Autre", { image }), options)),
        authorized(moderator.token, ref, "locations:write", (by) => locations.create(by, { ...hall, image }, options)),
        authorized(moderator.token, ref, "locations:write", (by) => locations.patch(by, ofLocation, { image }, options)),
        authorized(moderator.token, ref, "locations:write", (by) => locations.upsert(by, named, { ...hall, image }, options))
      ]
      const started = yield* Effect.forEach(writes, (write) => Effect.fork(Effect.either(write)))
      yield* TestClock.adjust("500 millis")
      yield* Effect.flatMap(Members, (members) => members.remove(agenda.uid, moderator.user.uid))
      yield* TestClock.adjust("500 millis")
      const ended = yield* Effect.forEach(started, Fiber.join)
      expect(ended.map((one) => one._tag === "Left" ? one.left._tag : "written")).toEqual(writes.map(() => "Forbidden"))
      const page = yield* authorized(anyone, ref, "locations:read", (by) =>
        locations.list(by, {
          sort: { key: "createdAt", direction: "desc" },
          size: 20,
          from: 0,
          detailed: true
        }))
      expect([page.total, page.locations.map((one) => one.image)]).toEqual([1, [null]])
      expect((yield* authorized(anyone, ref, "events:read", (by) => events.get(by, ofEvent))).event.image).toBeNull()
    }).pipe(Effect.provide(slowly)))
})
