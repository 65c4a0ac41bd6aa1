import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { operator } from "../../../src/domain/access/Credential.js"
import { StoreError } from "../../../src/domain/error/EngineError.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import { CurrentImageBase } from "../../../src/domain/media/Image.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import * as Engine from "../../../src/Engine.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { ImageRecordStore } from "../../../src/ports/image/ImageRecordStore.js"
import { ImageStore } from "../../../src/ports/image/ImageStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import * as WebCryptoSecrets from "../../../src/secrets/WebCryptoSecrets.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { assignImages } from "../../../src/services/image/assignImages.js"
import { Images } from "../../../src/services/Images.js"
import { Members } from "../../../src/services/Members.js"
import { Transfer } from "../../../src/services/Transfer.js"
import { Users } from "../../../src/services/Users.js"
import { eventsAs, locationsAs } from "../access/callers.js"
import { draftOf, testEngine } from "../testEngine.js"
import { picture, plainImages } from "./plainImages.js"

const agenda = { _tag: "Uid", uid: 42 } as const
const event = (uid: number) => ({ _tag: "Uid", uid } as const)
const grace = `${defaultLimits.unusedImage_seconds} seconds` as const

const openAgenda = Effect.flatMap(Agendas, (agendas) => agendas.create({ uid: 42, title: "Ville" }))

const filesOf = (image: Uint8Array | null) => new Map(image === null ? [] : [["image", image]])

const create = (more: JsonObject, image: Uint8Array | null = null) =>
  eventsAs(operator, agenda).create(draftOf("Concert", more), { lang: null, files: filesOf(image) })

const patch = (uid: number, more: JsonObject, image: Uint8Array | null = null) =>
  eventsAs(operator, agenda).patch(event(uid), more, { lang: null, files: filesOf(image) })

const remove = (uid: number) => eventsAs(operator, agenda).remove(event(uid))
const collect = Effect.flatMap(Images, ({ collect }) => collect)
const uidOf = (shown: JsonObject): number => Number(shown.uid)

const fileOf = ({ image }: JsonObject): string => {
  const { filename } = Object(image)
  return String(filename)
}
const isServed = (shown: JsonObject) =>
  Effect.flatMap(Images, ({ get }) => get(fileOf(shown))).pipe(Effect.as(true), Effect.catchTag("NotFound", () => Effect.succeed(false)))

const exported = Effect.flatMap(Transfer, (transfer) => Effect.map(Stream.runCollect(transfer.export(null)), (lines) => [...lines]))
const imported = (lines: ReadonlyArray<string>) =>
  Effect.flatMap(
    Transfer,
    (transfer) => transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void })
  )

describe("images", () => {
  it.effect("an image is fetched from the URL of a body, and an image that cannot be fetched is refused as an issue", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({ image: { url: "https://example.org/a.jpg" } })
      expect(event.image).toMatchObject({ size: { width: 700, height: 400 }, base: "/images/" })
      const refused = yield* Effect.flip(create({ title: null, image: { url: "https://nowhere.example/a.jpg" } }))
      expect(refused._tag === "Invalid" && refused.issues.map(({ code, field }) => `${code} ${field}`)).toEqual([
        "required title",
        "url.invalid image"
      ])
    }).pipe(Effect.provide(testEngine)))

  it.effect("an image is fetched from a URL without the white space around it, and white space inside is named", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event: { image } } = yield* create({ image: { url: "https://example.org/a.jpg" } })
      const { event } = yield* create({ image: { url: " \n https://example.org/a.jpg\u00a0" } })
      expect(event.image).toEqual(image)
      for (const url of ["https://example.org/a b.jpg", "https://example.org/a\u00a0b.jpg", "https://exam ple.org/a.jpg"]) {
        const refused = yield* Effect.flip(create({ image: { url } }))
        const message = "a URL contains no white space: a space in it is written %20"
        expect(refused._tag === "Invalid" && refused.issues).toMatchObject([{ code: "url.invalid", field: "image", message }])
      }
      const other = yield* Effect.flip(create({ image: { url: "ftp://example.org/a.jpg" } }))
      expect(other._tag === "Invalid" && other.issues[0]?.message).toContain("http or https")
    }).pipe(Effect.provide(testEngine)))

  it.effect("no image is fetched or stored for a caller who may not change the event", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event: mine } = yield* create({})
      const bob = yield* Effect.flatMap(Users, (users) => users.create({ email: "bob@example.org", name: "Bob" }))
      yield* Effect.flatMap(Members, (members) => members.add(42, bob.uid, "contributor"))
      const caller = {
        _tag: "Key",
        keyId: "k",
        kind: "secret",
        userUid: bob.uid,
        agendaUids: null,
        operations: null,
        writes: true
      } as const
      const patching = eventsAs(caller, agenda).patch(event(uidOf(mine)), {}, { lang: null, files: filesOf(picture("of another")) })
      expect((yield* Effect.flip(patching))._tag).toBe("Forbidden")
      yield* TestClock.adjust(grace)
      expect(yield* collect).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.effect("an image sent again is recognized: the write changes nothing, and the file is stored once", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({}, picture("a"))
      expect(yield* patch(uidOf(event), {}, picture("a"))).toMatchObject({ outcome: "unchanged", event: { image: event.image } })
      const other = yield* create({}, picture("a"))
      expect(other.event.image).toEqual(event.image)
      // Used again just before its removal.
      yield* remove(uidOf(event))
      yield* remove(uidOf(other.event))
      yield* TestClock.adjust(grace)
      const again = yield* create({}, picture("a"))
      expect([again.event.image, yield* collect, yield* isServed(again.event)]).toEqual([event.image, 0, true])
      yield* remove(uidOf(again.event))
      yield* TestClock.adjust(grace)
      expect([yield* collect, yield* isServed(again.event)]).toEqual([1, false])
      const later = yield* create({}, picture("a"))
      expect([fileOf(later.event) === fileOf(event), yield* isServed(later.event)]).toEqual([false, true])
    }).pipe(Effect.provide(testEngine)))

  it.effect("images of removed locations are collected", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const body = { name: "Salle", address: "1 rue", countryCode: "FR" }
      const { location } = yield* locationsAs(operator, agenda).create(body, { lang: null, image: picture("hall") })
      expect(yield* isServed(location)).toBe(true)
      yield* locationsAs(operator, agenda).remove({ _tag: "Uid", uid: uidOf(location) })
      yield* TestClock.adjust(grace)
      expect([yield* collect, yield* isServed(location)]).toEqual([1, false])
    }).pipe(Effect.provide(testEngine)))

  it.effect("an export names images as reads do, and an import preserves them in the same engine and in another", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({}, picture("a"))
      yield* locationsAs(operator, agenda).create({ name: "Salle", address: "1 rue", countryCode: "FR" }, {
        lang: null,
        image: picture("hall")
      })
      const lines = yield* exported
      expect(lines.join("\n")).toContain("https://here.example/images/")
      // In the same engine, an image removed from its event comes back as the stored image.
      yield* patch(uidOf(event), { image: null })
      expect(yield* imported(lines)).toMatchObject({ updated: 1, rejected: 0 })
      yield* TestClock.adjust(grace)
      expect([yield* collect, yield* isServed(event)]).toEqual([0, true])
      const elsewhere = yield* Effect.gen(function*() {
        expect(yield* imported(lines)).toMatchObject({ rejected: 0 })
        expect(yield* imported(lines)).toMatchObject({ created: 0, updated: 0, rejected: 0 })
        const read = yield* eventsAs(operator, agenda).get({ _tag: "Uid", uid: uidOf(event) })
        expect(read.event.image).toEqual(event.image)
        return yield* Effect.provideService(exported, CurrentImageBase, "https://elsewhere.example/images/")
      }).pipe(Effect.provide(Layer.fresh(testEngine)))
      expect(elsewhere).toEqual(lines)
      const hostile = lines.map((line) => line.replaceAll("https://here.example/images/", "javascript:alert(1)//"))
      yield* Effect.gen(function*() {
        const { errors, rejected } = yield* imported(hostile)
        expect([rejected, errors.flatMap((error) => error.errors).map(({ code, field }) => `${code} ${field}`)]).toEqual([
          2,
          ["type.invalid image", "type.invalid image"]
        ])
      }).pipe(Effect.provide(Layer.fresh(testEngine)))
    }).pipe(Effect.provide(testEngine), Effect.provideService(CurrentImageBase, "https://here.example/images/")))

  it.effect("an image that is being removed is not used again, however a write names it", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({}, picture("a"))
      yield* remove(uidOf(event))
      const records = yield* ImageRecordStore
      const [left] = yield* records.scanUnused(Number.MAX_SAFE_INTEGER, 10)
      if (left === undefined) return yield* Effect.die("the picture is not unused")
      yield* records.put({ ...left, state: "deleting" })
      const refused = yield* Effect.flip(create({ image: event.image ?? null }))
      expect(refused._tag === "Invalid" && refused.issues.map(({ code, field }) => `${code} ${field}`)).toEqual(["type.invalid image"])
      expect(fileOf((yield* create({}, picture("a"))).event)).not.toBe(fileOf(event))
      // A write that prepared it just before.
      const used = Effect.flatMap(Transaction, (transaction) => transaction.run(assignImages("event:7", [left.name])))
      expect(yield* Effect.flip(used)).toMatchObject({ _tag: "StoreError", reason: "Conflict" })
    }).pipe(Effect.provide(testEngine)))

  it.effect("an image that cannot be removed does not stop the removal of others", () => {
    const files = new Map<string, Uint8Array>()
    let stuck = ""
    const sticky = Layer.succeed(ImageStore, {
      get: (name) => Effect.succeed(files.get(name) ?? null),
      put: (name, bytes) => Effect.sync(() => void files.set(name, bytes)),
      remove: (name) =>
        name === stuck
          ? new StoreError({ reason: "Unavailable", operation: "ImageStore.remove", cause: new Error("held") })
          : Effect.sync(() => void files.delete(name))
    })
    const engine = Engine.layer.pipe(
      Layer.provideMerge(MemoryStores.layer),
      Layer.provide([WebCryptoSecrets.layer, MailBox.layer, Layer.merge(plainImages, sticky), plainRichText])
    )
    return Effect.gen(function*() {
      yield* openAgenda
      const { event: first } = yield* create({}, picture("a"))
      yield* remove(uidOf(first))
      yield* TestClock.adjust("1 second")
      const { event: second } = yield* create({}, picture("b"))
      yield* remove(uidOf(second))
      yield* TestClock.adjust(grace)
      stuck = fileOf(first)
      expect((yield* Effect.flip(collect))._tag).toBe("StoreError")
      expect([...files.keys()].filter((name) => name === fileOf(first) || name === fileOf(second))).toEqual([fileOf(first)])
      stuck = ""
      expect([yield* collect, files.size]).toEqual([1, 0])
    }).pipe(Effect.provide(engine))
  })

  it.effect("a failed image write changes nothing, and its stored files are collected", () => {
    let isFull = false
    const files = new Map<string, Uint8Array>()
    const failing = Layer.succeed(ImageStore, {
      get: (name) => Effect.succeed(files.get(name) ?? null),
      put: (name, bytes) =>
        isFull && name.includes("thumbnail")
          ? new StoreError({ reason: "Unavailable", operation: "ImageStore.put", cause: new Error("full") })
          : Effect.sync(() => void files.set(name, bytes)),
      remove: (name) => Effect.sync(() => void files.delete(name))
    })
    const engine = Engine.layer.pipe(
      Layer.provideMerge(MemoryStores.layer),
      Layer.provide([WebCryptoSecrets.layer, MailBox.layer, Layer.merge(plainImages, failing), plainRichText])
    )
    return Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({}, picture("a"))
      isFull = true
      expect((yield* Effect.flip(patch(uidOf(event), { title: { fr: "Bal" } }, picture("b"))))._tag).toBe("StoreError")
      const { event: read } = yield* eventsAs(operator, agenda).get({ _tag: "Uid", uid: uidOf(event) })
      expect([read.title, read.image]).toEqual([event.title, event.image])
      expect(files.size).toBe(5)
      // A process that died during the removal has marked the image: the next one finishes, and no write starts to use
      // it.
      const records = yield* ImageRecordStore
      const [left] = yield* records.scanUnused(Number.MAX_SAFE_INTEGER, 10)
      if (left !== undefined) yield* records.put({ ...left, state: "deleting" })
      yield* TestClock.adjust(grace)
      expect([yield* collect, files.size]).toEqual([1, 3])
    }).pipe(Effect.provide(engine))
  })
})
