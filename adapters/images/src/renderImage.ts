import { ImageRefused } from "@agenda-engine/core/domain/ImageRefused"
import type { Renditions } from "@agenda-engine/core/domain/keptImage"
import type { Rendition } from "@agenda-engine/core/ports/ImageRenderer"
import * as Effect from "effect/Effect"
import { webcrypto } from "node:crypto"
import sharp, { type Sharp } from "sharp"
import { formatOf } from "./formatOf.js"

sharp.cache(false)

/** Part of every digest: changed with anything below that changes what is made of an original. */
const rules = "1"

/** SHA-256 of an original, hexadecimal, behind the rules by which it is rendered. */
export const digestOf = (original: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => webcrypto.subtle.digest("SHA-256", original)),
    (digest) => rules + Buffer.from(digest).toString("hex")
  )

/** Pixels of the longest side of a JPEG. */
const side_px_max = 65_500
const base_px_max = 700
const thumbnail_px = 200

/** Seconds of one step. */
const step_seconds_max = 30

const white = "#ffffff"

const unreadable = new ImageRefused({ code: "format.unknown", message: "the image is damaged, or not all of it is there" })

const step = <A>(run: () => Promise<A>): Effect.Effect<A, ImageRefused> => Effect.tryPromise({ try: run, catch: () => unreadable })

const renditionOf = (image: Sharp, quality: number): Effect.Effect<Rendition, ImageRefused> =>
  step(() => image.jpeg({ quality }).timeout({ seconds: step_seconds_max }).toBuffer({ resolveWithObject: true })).pipe(
    Effect.map(({ data, info: { height, width } }) => ({ bytes: data, size: { width, height } }))
  )

/**
 * The renditions of an original. It is decoded once, whole, so that nothing of it that is damaged passes; the smaller ones are made from the
 * largest. Of several frames the first is taken; what is transparent becomes white.
 */
export const renderImage = (original: Uint8Array, pixels_max: number): Effect.Effect<Renditions<Rendition>, ImageRefused> =>
  Effect.gen(function*() {
    const format = formatOf(original)
    if (format === null) {
      return yield* new ImageRefused({ code: "format.unknown", message: "an image is a JPEG, PNG, GIF, WebP or AVIF file" })
    }
    const header = yield* step(() => sharp(original, { limitInputPixels: false }).metadata())
    if (header.format !== (format === "avif" ? "heif" : format)) return yield* unreadable
    if (header.width * header.height > pixels_max || Math.max(header.width, header.height) > side_px_max) {
      return yield* new ImageRefused({
        code: "range",
        message: `an image has at most ${pixels_max} pixels, and ${side_px_max} a side; this one has ${header.width} by ${header.height}`
      })
    }
    const decoded = sharp(original, { limitInputPixels: pixels_max, failOn: "error" }).autoOrient().flatten({ background: white })
    const full = yield* renditionOf(decoded.toColourspace("srgb"), 88)
    const largest = () => sharp(full.bytes)
    const base = yield* renditionOf(largest().resize({ width: base_px_max, withoutEnlargement: true }), 82)
    const thumbnail = yield* renditionOf(largest().resize({ width: thumbnail_px, height: thumbnail_px, fit: "cover" }), 82)
    return { base, full, thumbnail }
  })
