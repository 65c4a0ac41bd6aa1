import * as Effect from "effect/Effect"
import { NotFound, StoreError } from "../../domain/error/EngineError.js"
import { filesOf, type ImageSize } from "../../domain/media/Image.js"
import { scaledFileOf } from "../../domain/media/ImageScaling.js"
import { ImageRecordStore } from "../../ports/image/ImageRecordStore.js"
import type { ScaleImage } from "../../ports/image/ImageRenderer.js"
import { ImageStore } from "../../ports/image/ImageStore.js"
import { atomically } from "../transaction/atomically.js"
import { hasSize, recordedImage } from "./recordedImage.js"

/** Readers share the permits of one caller, so that they do not take those of writers. */
const readers = "readers"

const gone = new NotFound({ what: "image" })

/** Reads the record of an image that is not being removed. */
export const findServed = Effect.fnUntraced(function*(name: string) {
  const record = yield* Effect.flatMap(ImageRecordStore, (records) => records.find(name))
  return record === null || record.state === "deleting" ? yield* gone : record
})

/** Records a size of an image before its file is written, so that the file is removed with the image. */
const recordSize = (name: string, size: ImageSize) =>
  atomically(Effect.gen(function*() {
    const records = yield* ImageRecordStore
    const locked = yield* records.lock(name, "exclusive")
    if (locked === null || locked.state === "deleting") return yield* gone
    const image = yield* recordedImage(locked)
    if (!hasSize(image, size)) yield* records.put({ ...locked, image: JSON.stringify({ ...image, scaled: [...image.scaled, size] }) })
  }))

/** Writes the file, and removes it again if the image was removed meanwhile. */
const putFile = (name: string, file: string, bytes: Uint8Array) =>
  Effect.gen(function*() {
    const files = yield* ImageStore
    yield* files.put(file, bytes)
    yield* Effect.tapErrorTag(findServed(name), "NotFound", () => files.remove(file))
  }).pipe(Effect.uninterruptible)

/**
 * Keeps a size that was made. Stores that accept no write, such as a standby or a full disk, do not keep it from its
 * reader: the next one has it made again.
 */
const keep = (name: string, size: ImageSize, bytes: Uint8Array) =>
  Effect.zipRight(recordSize(name, size), putFile(name, scaledFileOf(name, size), bytes)).pipe(
    Effect.catchTag(
      "StoreError",
      (error) =>
        error.reason === "ReadOnly" ? Effect.void : Effect.logWarning(`a size of the image ${name} was served and is not kept`, error)
    )
  )

/**
 * The JPEG of a stored image in a size, which is made from the largest rendition and kept, unless it was kept before.
 * The rendition is read when its turn to be rendered has come, so that waiting requests hold no memory.
 */
export const makeScaled = Effect.fnUntraced(function*(scale: ScaleImage, name: string, size: ImageSize) {
  const files = yield* ImageStore
  const kept = yield* files.get(scaledFileOf(name, size))
  if (kept !== null) return kept
  const original = Effect.flatMap(files.get(filesOf(name).full), (bytes) => bytes === null ? gone : Effect.succeed(bytes))
  const bytes = yield* Effect.catchTag(
    scale(original, size, readers),
    "ImageRejected",
    (cause) => new StoreError({ reason: "Corrupt", operation: "Images.scale", cause })
  )
  yield* keep(name, size, bytes)
  return bytes
})
