import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { ImageRejected, type ImageSize, type Renditions } from "@agenda-engine/core/domain/media/Image"
import type { Rendition } from "@agenda-engine/core/ports/image/ImageRenderer"
import * as Effect from "effect/Effect"
import { webcrypto } from "node:crypto"
import type { Sharp } from "sharp"
import { sharpLibrary } from "./loadSharp.js"

/** The accepted image formats. */
export type ImageFormat = "jpeg" | "png" | "gif" | "webp" | "avif"

/** The magic number of a format: bytes by offset. */
interface Signature {
  readonly format: ImageFormat
  readonly parts: ReadonlyArray<readonly [at: number, bytes: string]>
}

const signatures: ReadonlyArray<Signature> = [
  { format: "jpeg", parts: [[0, "\xFF\xD8\xFF"]] },
  { format: "png", parts: [[0, "\x89PNG\r\n\x1A\n"]] },
  { format: "gif", parts: [[0, "GIF87a"]] },
  { format: "gif", parts: [[0, "GIF89a"]] },
  { format: "webp", parts: [[0, "RIFF"], [8, "WEBP"]] },
  { format: "avif", parts: [[4, "ftypavif"]] },
  { format: "avif", parts: [[4, "ftypavis"]] }
]

const hasBytesAt = (file: Uint8Array, at: number, bytes: string): boolean =>
  [...bytes].every((byte, index) => file[at + index] === byte.charCodeAt(0))

/**
 * The format of a file by its magic number. Null for any other, including SVG and documents, which can reference other
 * files and run scripts.
 */
export const formatOf = (file: Uint8Array): ImageFormat | null =>
  signatures.find(({ parts }) => parts.every(([at, bytes]) => hasBytesAt(file, at, bytes)))?.format ?? null

/** Version of the renditions, part of every digest. Increase it with any change below that changes them. */
const rules = "1"

/** The rendering version, then the SHA-256 of an original in hexadecimal. */
export const digestOf = (original: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => webcrypto.subtle.digest("SHA-256", original)),
    (digest) => rules + Buffer.from(digest).toString("hex")
  )

/** Longest side of a JPEG, in pixels. */
const side_px_max = 65_500
const base_px_max = 700
const thumbnail_px = 200

/** Timeout of one step, in seconds. */
const step_seconds_max = 30

const white = "#ffffff"

const unreadable = new ImageRejected({ code: "format.unknown", message: "the image is damaged, or not all of it is there" })

const step = <A>(run: () => Promise<A>): Effect.Effect<A, ImageRejected> => Effect.tryPromise({ try: run, catch: () => unreadable })

const renditionOf = (image: Sharp, quality: number): Effect.Effect<Rendition, ImageRejected> =>
  step(() => image.jpeg({ quality }).timeout({ seconds: step_seconds_max }).toBuffer({ resolveWithObject: true })).pipe(
    Effect.map(({ data, info: { height, width } }) => ({ bytes: data, size: { width, height } }))
  )

/**
 * Renders an original. It is decoded once and completely, so that a damaged file fails; the smaller renditions are made
 * from the largest. Of an animation the first frame is used, and transparency becomes white.
 */
export const renderImage = (original: Uint8Array, pixels_max: number): Effect.Effect<Renditions<Rendition>, ImageRejected | StoreError> =>
  Effect.gen(function*() {
    const format = formatOf(original)
    if (format === null) {
      return yield* new ImageRejected({ code: "format.unknown", message: "an image is a JPEG, PNG, GIF, WebP or AVIF file" })
    }
    const sharp = yield* sharpLibrary
    const header = yield* step(() => sharp(original, { limitInputPixels: false }).metadata())
    if (header.format !== (format === "avif" ? "heif" : format)) return yield* unreadable
    if (header.width * header.height > pixels_max || Math.max(header.width, header.height) > side_px_max) {
      return yield* new ImageRejected({
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

/** Scales a rendition to a size. It is cropped on the side where its proportions differ. */
export const scaleImage = (rendition: Uint8Array, { height, width }: ImageSize): Effect.Effect<Uint8Array, ImageRejected | StoreError> =>
  sharpLibrary.pipe(
    Effect.flatMap((sharp) => renditionOf(sharp(rendition, { limitInputPixels: false }).resize({ width, height, fit: "cover" }), 82)),
    Effect.map(({ bytes }) => bytes)
  )

/**
 * Renders a trusted SVG to PNG. Never use it for uploaded SVG, which may reference other files and is not accepted as
 * an image. Invalid SVG is a defect.
 */
export const drawPicture = (svg: string): Effect.Effect<Uint8Array, StoreError> =>
  Effect.flatMap(sharpLibrary, (sharp) => Effect.promise(() => sharp(Buffer.from(svg)).png().toBuffer()))
