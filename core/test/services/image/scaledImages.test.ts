import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { operator } from "../../../src/domain/access/Credential.js"
import { StoreError } from "../../../src/domain/error/EngineError.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import { filesOf, nameOfFile } from "../../../src/domain/media/Image.js"
import { CurrentImageSteps, type ImageBox } from "../../../src/domain/media/ImageScaling.js"
import * as Engine from "../../../src/Engine.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { ImageRecordStore } from "../../../src/ports/image/ImageRecordStore.js"
import { ImageRenderer } from "../../../src/ports/image/ImageRenderer.js"
import { ImageStore } from "../../../src/ports/image/ImageStore.js"
import * as WebCryptoSecrets from "../../../src/secrets/WebCryptoSecrets.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Images } from "../../../src/services/Images.js"
import { eventsAs } from "../access/callers.js"
import { draftOf } from "../testEngine.js"
import { picture, plainImages } from "./plainImages.js"

const agenda = { _tag: "Uid", uid: 42 } as const
const wide = (width: number): ImageBox => ({ width, height: null, fit: "inside" })
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

interface Bench {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The renderings that were begun. */
  readonly scaled: ReadonlyArray<string>
  /** What each rendering waits for. */
  turn: Effect.Effect<void>
  /** What comes before each file is written. */
  beforePut: Effect.Effect<void, StoreError>
  isReadOnly: boolean
  /** Whether the renderer makes sizes, when the engine is built. */
  scales: boolean
}

/** An engine whose files and renderings can be looked at, and whose renderings and writes can be held. */
const makeBench = () => {
  const files = new Map<string, Uint8Array>()
  const scaled: Array<string> = []
  const bench: Bench = { files, scaled, turn: Effect.void, beforePut: Effect.void, isReadOnly: false, scales: true }
  const store = Layer.succeed(ImageStore, {
    get: (name) => Effect.sync(() => files.get(name) ?? null),
    put: (name, bytes) => Effect.zipRight(bench.beforePut, Effect.sync(() => void files.set(name, bytes))),
    remove: (name) => Effect.sync(() => void files.delete(name))
  })
  const counted = Layer.effect(
    ImageRenderer,
    Effect.map(ImageRenderer, (renderer) => ({
      ...renderer,
      scale: !bench.scales ? null : (original, size, caller) =>
        Effect.gen(function*() {
          scaled.push(`${size.width}x${size.height} for ${caller}`)
          yield* bench.turn
          return yield* renderer.scale === null ? Effect.dieMessage("no scaling") : renderer.scale(original, size, caller)
        })
    }))
  ).pipe(Layer.provideMerge(plainImages))
  const records = Layer.effect(
    ImageRecordStore,
    Effect.map(ImageRecordStore, (store) => ({
      ...store,
      put: (record) =>
        Effect.suspend(() =>
          bench.isReadOnly
            ? new StoreError({ reason: "ReadOnly", operation: "ImageRecordStore.put", cause: new Error("standby") })
            : store.put(record)
        )
    }))
  )
  const engine = Engine.layer.pipe(
    Layer.provideMerge(Layer.provideMerge(records, MemoryStores.layer)),
    Layer.provide([WebCryptoSecrets.layer, MailBox.layer, Layer.merge(counted, store), plainRichText])
  )
  return { bench, engine }
}

/** Creates an event with an image of 1400 by 800 pixels; answers the image's name. */
const createImage = Effect.gen(function*() {
  yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ uid: 42, title: "Ville" }))
  const { event } = yield* eventsAs(operator, agenda).create(draftOf("Concert"), { lang: null, files: new Map([["image", picture("a")]]) })
  const { filename } = Object(event.image)
  const remove = eventsAs(operator, agenda).remove({ _tag: "Uid", uid: event.uid })
  return { name: nameOfFile(String(filename)) ?? "", remove }
})

const get = (file: string, box?: ImageBox) => Effect.flatMap(Images, (images) => Effect.map(images.get(file, box), textOf))
const collect = Effect.flatMap(Images, ({ collect }) => collect)
const grace = `${defaultLimits.unusedImage_seconds} seconds` as const

describe("scaled images", () => {
  it.effect("a size is made of the largest rendition, whichever is named, once, and kept under a name of its own", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name } = yield* createImage
      const { base, full, thumbnail } = filesOf(name)
      for (const file of [base, full, thumbnail]) expect(yield* get(file, wide(300))).toBe("picture 320 by 183 of picture a")
      expect(bench.scaled).toEqual(["320x183 for readers"])
      expect([...bench.files.keys()].filter((file) => ![base, full, thumbnail].includes(file))).toEqual([`${name}.320x183.jpg`])
      // A file of its own is not an image that can be asked for.
      expect((yield* Effect.flip(get(`${name}.320x183.jpg`)))._tag).toBe("NotFound")
      expect((yield* Effect.flip(get(`${name}.320x183.jpg`, wide(300))))._tag).toBe("NotFound")
    }).pipe(Effect.provide(engine))
  })

  it.effect("a size as large as the image, an empty box and no steps at all need no rendering", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name } = yield* createImage
      const { base } = filesOf(name)
      for (const box of [wide(1_400), wide(5_000), { width: null, height: null, fit: "cover" } as const]) {
        expect(yield* get(base, box)).toBe("picture a")
      }
      expect(yield* Effect.provideService(get(base, wide(160)), CurrentImageSteps, [])).toBe("picture a")
      expect([bench.scaled, bench.files.size]).toEqual([[], 3])
    }).pipe(Effect.provide(engine))
  })

  it.effect("a renderer that makes no sizes leaves the file that was named", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      bench.scales = false
      yield* Effect.gen(function*() {
        const { name } = yield* createImage
        expect(yield* get(filesOf(name).thumbnail, wide(160))).toBe("picture a")
        expect((yield* Effect.flip(get(`${"0".repeat(32)}.jpg`, wide(160))))._tag).toBe("NotFound")
        expect([bench.scaled, bench.files.size]).toEqual([[], 3])
      }).pipe(Effect.provide(engine))
    })
  })

  it.effect("an unknown image, and one that is being removed, cost no rendering", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name, remove } = yield* createImage
      expect((yield* Effect.flip(get(`${"0".repeat(32)}.jpg`, wide(300))))._tag).toBe("NotFound")
      yield* remove
      const records = yield* ImageRecordStore
      const left = yield* records.find(name)
      if (left !== null) yield* records.put({ ...left, state: "deleting" })
      expect((yield* Effect.flip(get(filesOf(name).base, wide(300))))._tag).toBe("NotFound")
      expect(bench.scaled).toEqual([])
    }).pipe(Effect.provide(engine))
  })

  it.effect("concurrent requests for a size share one rendering, which goes on when the first of them has gone", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name } = yield* createImage
      const turn = yield* Deferred.make<void>()
      bench.turn = Deferred.await(turn)
      const asked = yield* Effect.forEach([300, 310, 320, 640], (width) => Effect.fork(get(filesOf(name).base, wide(width))))
      yield* Effect.repeatN(Effect.yieldNow(), 50)
      const [first, ...others] = asked
      if (first !== undefined) yield* Fiber.interrupt(first)
      yield* Deferred.succeed(turn, undefined)
      expect(yield* Effect.forEach(others, Fiber.join)).toEqual([
        "picture 320 by 183 of picture a",
        "picture 320 by 183 of picture a",
        "picture 640 by 366 of picture a"
      ])
      expect(bench.scaled).toEqual(["320x183 for readers", "640x366 for readers"])
    }).pipe(Effect.provide(engine))
  })

  it.effect("the sizes of an image are removed with it, those of former steps too", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name, remove } = yield* createImage
      yield* get(filesOf(name).base, wide(300))
      yield* get(filesOf(name).base, { width: 300, height: 300, fit: "cover" })
      yield* Effect.provideService(get(filesOf(name).base, wide(300)), CurrentImageSteps, [301])
      expect(bench.files.size).toBe(6)
      yield* remove
      yield* TestClock.adjust(grace)
      expect([yield* collect, bench.files.size]).toEqual([1, 0])
    }).pipe(Effect.provide(engine))
  })

  it.effect("a size that is made while its image is removed is not left behind", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name, remove } = yield* createImage
      yield* remove
      yield* TestClock.adjust(grace)
      // The image is removed after its size was recorded and before the file is written.
      bench.beforePut = Effect.orDie(Effect.asVoid(collect)).pipe(Effect.provide(yield* Effect.context<Images>()))
      expect((yield* Effect.flip(get(filesOf(name).base, wide(300))))._tag).toBe("NotFound")
      expect(bench.files.size).toBe(0)
    }).pipe(Effect.provide(engine))
  })

  it.effect("stores that accept no writes keep no size, and it is served nevertheless", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name } = yield* createImage
      bench.isReadOnly = true
      expect(yield* get(filesOf(name).base, wide(300))).toBe("picture 320 by 183 of picture a")
      expect(bench.files.size).toBe(3)
    }).pipe(Effect.provide(engine))
  })

  it.effect("a size whose file cannot be written is served, made again for the next reader, and kept once it can be", () => {
    const { bench, engine } = makeBench()
    return Effect.gen(function*() {
      const { name, remove } = yield* createImage
      bench.beforePut = new StoreError({ reason: "Unavailable", operation: "ImageStore.put", cause: new Error("no space left") })
      for (let reader = 0; reader < 2; reader++) {
        expect(yield* get(filesOf(name).base, wide(300))).toBe("picture 320 by 183 of picture a")
        expect(bench.files.size).toBe(3)
      }
      bench.beforePut = Effect.void
      for (let reader = 0; reader < 2; reader++) yield* get(filesOf(name).base, wide(300))
      expect([bench.scaled.length, bench.files.size]).toEqual([3, 4])
      yield* remove
      yield* TestClock.adjust(grace)
      expect([yield* collect, bench.files.size]).toEqual([1, 0])
    }).pipe(Effect.provide(engine))
  })
})
