import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { authorOf, type Caller } from "../../domain/access/Credential.js"
import { StoreError } from "../../domain/error/EngineError.js"
import { issue } from "../../domain/error/Issue.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { filesOf, Image, ImageRejected, renditionKinds, storedImage } from "../../domain/media/Image.js"
import { cleanText } from "../../domain/text/cleanText.js"
import type { Json } from "../../domain/text/Json.js"
import { isHttpUrl, whiteSpaceFault } from "../../domain/text/url.js"
import { ImageFetcher } from "../../ports/image/ImageFetcher.js"
import { ImageRecordStore } from "../../ports/image/ImageRecordStore.js"
import { ImageRenderer } from "../../ports/image/ImageRenderer.js"
import { ImageStore } from "../../ports/image/ImageStore.js"
import { Secrets } from "../../ports/Secrets.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { ImageRecord } from "../../record/ImageRecord.js"
import { whileWaiting } from "../../schedule/CurrentWait.js"
import { namedBy, type PreparedImage } from "../../validation/value/readImage.js"
import { unwrapBody } from "../../validation/value/unwrapBody.js"
import { atomically } from "../transaction/atomically.js"

/** Ports for fetching, rendering and storing images. */
export type ImagePorts = ImageFetcher | ImageRecordStore | ImageRenderer | ImageStore | Secrets | Transaction

const decodeImage = Schema.decodeUnknown(Schema.parseJson(Image))

const imageOf = ({ image }: ImageRecord): Effect.Effect<Image, StoreError> =>
  Effect.mapError(decodeImage(image), (cause) => new StoreError({ reason: "Corrupt", operation: "Images.decode", cause }))

/**
 * The stored image with this digest, or null. An unused one is marked as recently used, so that it is not collected
 * before it is assigned.
 */
const findStored = Effect.fnUntraced(function*(digest: string) {
  const records = yield* ImageRecordStore
  const found = yield* records.findBy({ digest })
  if (found === null || found.unusedSince === null) return found
  const now = yield* Clock.currentTimeMillis
  return yield* atomically(Effect.gen(function*() {
    const locked = yield* records.lock(found.name, "exclusive")
    if (locked === null || locked.state !== "stored") return null
    if (locked.unusedSince !== null) yield* records.put({ ...locked, unusedSince: now })
    return locked
  }))
})

/**
 * Renders and stores an original under a new name. The record is written first, so that files of a failed write can be
 * found and collected.
 */
const storeOriginal = Effect.fnUntraced(function*(caller: string, original: Uint8Array, digest: string) {
  const { image_pixels_max } = yield* CurrentLimits
  const files = yield* ImageStore
  const records = yield* ImageRecordStore
  const renditions = yield* Effect.flatMap(
    ImageRenderer,
    (renderer) => whileWaiting(renderer.render(original, image_pixels_max, caller))
  )
  const name = yield* Effect.flatMap(Secrets, (secrets) => secrets.make)
  const { base, full, thumbnail } = renditions
  const image = storedImage(name, { base: base.size, full: full.size, thumbnail: thumbnail.size })
  const unusedSince = yield* Clock.currentTimeMillis
  yield* atomically(records.put({ name, digest, image: JSON.stringify(image), state: "pending", unusedSince }))
  const names = filesOf(name)
  yield* Effect.forEach(renditionKinds, (kind) => files.put(names[kind], renditions[kind].bytes), { discard: true })
  return image
})

const takeOriginal = Effect.fnUntraced(function*(caller: string, original: Uint8Array) {
  const { image_bytes_max } = yield* CurrentLimits
  if (original.byteLength === 0) return yield* new ImageRejected({ code: "format.unknown", message: "the image is empty" })
  if (original.byteLength > image_bytes_max) {
    return yield* new ImageRejected({ code: "range", message: `an image has at most ${image_bytes_max} bytes` })
  }
  const digest = yield* Effect.flatMap(ImageRenderer, (renderer) => renderer.digest(original))
  const found = yield* findStored(digest)
  return found === null ? yield* storeOriginal(caller, original, digest) : yield* imageOf(found)
})

/** Key for counting fetches and renderings: a user with all their credentials, or a key without owner. */
export const nameCaller = (caller: Caller): string =>
  caller._tag === "Key" && caller.userUid === null ? `key ${caller.keyId}` : `user ${authorOf(caller)}`

const fetchOriginal = Effect.fnUntraced(function*(caller: string, url: Json) {
  const { image_bytes_max } = yield* CurrentLimits
  const address = typeof url === "string" ? cleanText(url).trim() : ""
  if (!isHttpUrl(address)) {
    const message = whiteSpaceFault(address) ?? "an image is fetched from an http or https URL without credentials"
    return yield* new ImageRejected({ code: "url.invalid", message })
  }
  return yield* Effect.flatMap(ImageFetcher, (fetcher) => fetcher.fetch(address, image_bytes_max, caller))
})

const findNamed = Effect.fnUntraced(function*(name: string) {
  const records = yield* ImageRecordStore
  const found = yield* records.find(name)
  return found === null || found.state !== "stored" ? null : yield* imageOf(found)
})

/** The stored image that a value names; null when there is none. */
export const knownImage = (value: Json | undefined): Effect.Effect<Image | null, StoreError, ImageRecordStore> => {
  const { name } = namedBy(value)
  return name === null ? Effect.succeed(null) : findNamed(name)
}

interface FieldWrite {
  /** The name of the field, for issues. */
  readonly field: string
  /** The file sent for it; null when there is none. */
  readonly file: Uint8Array | null
  /** The member of the body; undefined when there is none. */
  readonly value: Json | undefined
}

/** Prepares the image of one field of a write, for `prepareImage`. `caller` is a `nameCaller`. */
export const prepareField = Effect.fnUntraced(function*<E, R>(
  caller: string,
  { field, file, value }: FieldWrite,
  permit: Effect.Effect<void, E, R>
) {
  const { url } = namedBy(value)
  const known = file === null ? yield* knownImage(value) : null
  if (file === null && url === undefined) return { written: null, known, elsewhere: false } satisfies PreparedImage
  yield* permit
  const original = file === null ? fetchOriginal(caller, url ?? null) : Effect.succeed(file)
  const written = yield* Effect.flatMap(original, (bytes) => takeOriginal(caller, bytes)).pipe(
    Effect.map((image) => Either.right(image)),
    Effect.catchTag(
      "ImageRejected",
      ({ code, message }) => Effect.succeed(Either.left([issue(code, field, { message, ...(url === undefined ? {} : { origin: url }) })]))
    )
  )
  return { written, known, elsewhere: false } satisfies PreparedImage
})

/**
 * Prepares the image of a write: the file sent with it, else the image that its body names (wire.md §5). All slow work
 * is done here, before the transaction; a refused image becomes an issue of the body. Images of failed writes are
 * collected later. `permit` fails for callers who may not write, before anything is fetched or rendered.
 */
export const prepareImage = <E = never, R = never>(
  caller: Caller,
  file: Uint8Array | null,
  body: Json,
  permit: Effect.Effect<void, E, R> = Effect.void
): Effect.Effect<PreparedImage, StoreError | E, ImagePorts | R> => {
  const fields = Either.getOrElse(unwrapBody(body), () => ({ image: null }))
  return prepareField(nameCaller(caller), { field: "image", file, value: fields.image }, permit)
}

/** The image of an import line of a location, local or external, as presented by an export. It fetches nothing. */
export const prepareRestoredImage = (body: Json): Effect.Effect<PreparedImage, StoreError, ImageRecordStore> => {
  const fields = Either.getOrElse(unwrapBody(body), () => ({ image: null }))
  return Effect.map(knownImage(fields.image), (known) => ({ written: null, known, elsewhere: true }))
}
