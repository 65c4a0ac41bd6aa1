import type { ImageSize } from "@agenda-engine/core/domain/media/Image"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import sharp from "sharp"
import * as SharpRenderer from "../src/SharpRenderer.js"
import { plasma } from "./hostileImages.js"

const pixels_max = 1_000_000

const render = (original: Uint8Array, caller = "eve") =>
  Effect.flatMap(ImageRenderer, (renderer) => renderer.render(original, pixels_max, caller))
const scale = (rendition: Uint8Array | Effect.Effect<Uint8Array>, size: ImageSize, caller = "eve") =>
  Effect.flatMap(
    ImageRenderer,
    (renderer) =>
      renderer.scale === null
        ? Effect.dieMessage("it does not scale")
        : renderer.scale(Effect.isEffect(rendition) ? rendition : Effect.succeed(rendition), size, caller)
  )
const made = (bytes: Promise<Uint8Array>) => Effect.promise(() => bytes)
const metadataOf = (bytes: Uint8Array) => Effect.promise(() => sharp(bytes).metadata())

/** The colour of a pixel, as one of the painted ones. */
const colourAt = (bytes: Uint8Array, left: number, top: number) =>
  Effect.map(
    Effect.promise(() => sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ([red = 0, green = 0, blue = 0]) => red > 128 ? green > 128 ? "white" : "red" : blue > 128 ? "blue" : "other"
  )

/** Red, with a blue block at its top left. */
const marked = () =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: "#ff0000" } })
    .composite([{ input: { create: { width: 20, height: 10, channels: 3, background: "#0000ff" } }, left: 0, top: 0 }])

describe("SharpRenderer", () => {
  it.layer(SharpRenderer.layer())((it) => {
    it.effect("renders three JPEGs: at most 700 wide, original size, and 200 by 200", () =>
      Effect.gen(function*() {
        const { base, full, thumbnail } = yield* render(yield* made(plasma(1_000, 500).png().toBuffer()))
        expect([base.size, full.size, thumbnail.size]).toEqual([
          { width: 700, height: 350 },
          { width: 1_000, height: 500 },
          { width: 200, height: 200 }
        ])
        for (const { bytes, size } of [base, full, thumbnail]) expect(yield* metadataOf(bytes)).toMatchObject({ format: "jpeg", ...size })
        const small = yield* render(yield* made(plasma(50, 20).png().toBuffer()))
        expect([small.base.size, small.thumbnail.size]).toEqual([{ width: 50, height: 20 }, { width: 200, height: 200 }])
      }))

    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      it.effect(`rotates orientation ${orientation} upright`, () =>
        Effect.gen(function*() {
          const { full } = yield* render(yield* made(marked().withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()))
          const isTurned = orientation >= 5
          const { height, width } = full.size
          expect({ width, height }).toEqual(isTurned ? { width: 40, height: 80 } : { width: 80, height: 40 })
          expect((yield* metadataOf(full.bytes)).orientation).toBeUndefined()
          // Where the top left of what is stored is to be seen, by orientation.
          const isRight = [2, 3, 6, 7].includes(orientation)
          const isBottom = [3, 4, 7, 8].includes(orientation)
          expect(yield* colourAt(full.bytes, isRight ? width - 3 : 2, isBottom ? height - 3 : 2)).toBe("blue")
          expect(yield* colourAt(full.bytes, isRight ? 2 : width - 3, isBottom ? 2 : height - 3)).toBe("red")
        }))
    }

    it.effect("removes camera metadata: location, device and profile", () =>
      Effect.gen(function*() {
        const original = yield* made(
          plasma(60, 40).withExif({
            IFD0: { Make: "Spy", Copyright: "Somebody" },
            IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "2/1 21/1 0/1" }
          }).withIccProfile("p3").jpeg().toBuffer()
        )
        expect(Buffer.from(original).includes("Spy")).toBe(true)
        for (const { bytes } of Object.values(yield* render(original))) {
          const { exif, icc, space, xmp } = yield* metadataOf(bytes)
          expect([exif, icc, xmp, space, Buffer.from(bytes).includes("Spy")]).toEqual([undefined, undefined, undefined, "srgb", false])
        }
      }))

    const clear = () => sharp({ create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    const transparent = [
      ["8 bits", () => clear().png()],
      ["16 bits", () => clear().toColourspace("rgb16").png()],
      ["16 bits of grey", () => clear().toColourspace("grey16").png()],
      ["a palette", () => clear().png({ palette: true })],
      ["a GIF", () => clear().gif()],
      ["a WebP", () => clear().webp()],
      ["an AVIF", () => clear().avif()]
    ] as const
    for (const [label, file] of transparent) {
      it.effect(`renders transparency as white in ${label}`, () =>
        Effect.gen(function*() {
          const { full } = yield* render(yield* made(file().toBuffer()))
          expect(yield* colourAt(full.bytes, 5, 5)).toBe("white")
        }))
    }

    it.effect("converts print colours to screen colours", () =>
      Effect.gen(function*() {
        for (const original of [marked().toColourspace("cmyk").jpeg(), marked().withIccProfile("cmyk").jpeg()]) {
          const bytes = yield* made(original.toBuffer())
          expect((yield* metadataOf(bytes)).space).toBe("cmyk")
          for (const rendition of Object.values(yield* render(bytes))) {
            expect(yield* metadataOf(rendition.bytes)).toMatchObject({ space: "srgb", channels: 3 })
          }
          const { full } = yield* render(bytes)
          expect(yield* colourAt(full.bytes, 70, 30)).toBe("red")
        }
      }))

    it.effect("refuses images with too many pixels and reports their number", () =>
      Effect.gen(function*() {
        const large = yield* made(sharp({ create: { width: 1_001, height: 1_000, channels: 3, background: "#000000" } }).png().toBuffer())
        const error = yield* Effect.flip(render(large))
        expect(error).toMatchObject({ code: "range", message: expect.stringContaining("1001 by 1000") })
      }))

    it.effect("scales a rendition to a size, cropped around its centre where the proportions differ", () =>
      Effect.gen(function*() {
        const { full } = yield* render(yield* made(marked().png().toBuffer()))
        const half = yield* scale(full.bytes, { width: 40, height: 20 })
        expect(yield* metadataOf(half)).toMatchObject({ format: "jpeg", width: 40, height: 20, space: "srgb" })
        expect([yield* colourAt(half, 2, 2), yield* colourAt(half, 35, 15)]).toEqual(["blue", "red"])
        const square = yield* scale(full.bytes, { width: 40, height: 40 })
        expect(yield* metadataOf(square)).toMatchObject({ format: "jpeg", width: 40, height: 40 })
        expect(yield* colourAt(square, 2, 2)).toBe("red")
        const error = yield* Effect.flip(scale(full.bytes.subarray(0, 100), { width: 40, height: 20 }))
        expect(error).toMatchObject({ _tag: "ImageRejected", code: "format.unknown" })
      }))

    it.effect("gives the same digest to the same original only", () =>
      Effect.gen(function*() {
        const { digest } = yield* ImageRenderer
        const [one, other] = [new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 4])]
        expect(yield* digest(one)).toBe(yield* digest(new Uint8Array(one)))
        expect(yield* digest(one)).not.toBe(yield* digest(other))
        expect(yield* digest(one)).toMatch(/^[0-9a-f]{65}$/)
      }))
  })

  it.live("shares its permits between callers: the second caller does not wait for all of the first", () =>
    Effect.gen(function*() {
      const picture = yield* made(plasma(900, 900).png().toBuffer())
      const done: Array<string> = []
      yield* Effect.forEach(
        ["eve", "eve", "eve", "adam"],
        (caller) => Effect.tap(render(picture, caller), () => Effect.sync(() => done.push(caller))),
        { concurrency: "unbounded" }
      )
      expect(done).toHaveLength(4)
      expect(done.at(-1)).toBe("eve")
    }).pipe(Effect.provide(SharpRenderer.layer())))

  it.live("refuses a rendering that waits longer than the bound, and renders the next", () =>
    Effect.gen(function*() {
      const picture = yield* made(plasma(900, 900).png().toBuffer())
      const outcomes = yield* Effect.forEach([1, 2], () => Effect.either(render(picture)), { concurrency: "unbounded" })
      expect(outcomes.map((outcome) => Either.isRight(outcome) ? "rendered" : "reason" in outcome.left ? outcome.left.reason : "rejected"))
        .toEqual(["rendered", "Busy"])
      yield* render(picture)
    }).pipe(Effect.provide(SharpRenderer.layer({ renderWait_seconds_max: 0.001 }))))

  it.live("scales within the permits, reads a file only when it has them, and refuses when the wait is too long", () =>
    Effect.gen(function*() {
      const picture = yield* made(plasma(900, 900).jpeg().toBuffer())
      const size = { width: 450, height: 450 }
      const waits = yield* Deferred.make<void>()
      const first = yield* Effect.fork(scale(Effect.as(Deferred.await(waits), picture), size))
      yield* Effect.sleep("20 millis")
      let reads = 0
      const second = yield* Effect.flip(scale(Effect.sync(() => (reads += 1, picture)), size))
      expect(["reason" in second && second.reason, reads]).toEqual(["Busy", 0])
      // Another caller has a permit of its own.
      expect(yield* metadataOf(yield* scale(picture, size, "adam"))).toMatchObject(size)
      yield* Deferred.succeed(waits, undefined)
      expect(yield* metadataOf(yield* Fiber.join(first))).toMatchObject(size)
    }).pipe(Effect.provide(SharpRenderer.layer({ renderWait_seconds_max: 0.05 }))))
})
