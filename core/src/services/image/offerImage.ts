import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { StoreError } from "../../domain/EngineError.js"
import { Image } from "../../domain/Image.js"
import { ImageRefused } from "../../domain/ImageRefused.js"
import { isHttpUrl } from "../../domain/isHttpUrl.js"
import { issue } from "../../domain/Issue.js"
import { isJsonObject, type Json } from "../../domain/Json.js"
import { filesOf, keptImage, nameOfFile, renditionKinds } from "../../domain/keptImage.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { ImageFetcher } from "../../ports/ImageFetcher.js"
import { ImageRecordStore } from "../../ports/ImageRecordStore.js"
import { ImageRenderer } from "../../ports/ImageRenderer.js"
import { ImageStore } from "../../ports/ImageStore.js"
import { Secrets } from "../../ports/Secrets.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { ImageRecord } from "../../record/ImageRecord.js"
import type { OfferedImage } from "../../validation/readImage.js"
import { unwrapBody } from "../../validation/unwrapBody.js"
import { atomically } from "../atomically.js"

/** What pictures are made ready with and kept in. */
export type ImagePorts = ImageFetcher | ImageRecordStore | ImageRenderer | ImageStore | Secrets | Transaction

const decodeImage = Schema.decodeUnknown(Schema.parseJson(Image))

/** The picture that users of a kept one hold. */
const imageOf = ({ image }: ImageRecord): Effect.Effect<Image, StoreError> =>
  Effect.mapError(decodeImage(image), (cause) => new StoreError({ reason: "Corrupt", operation: "Images.decode", cause }))

/** The picture with this digest that is kept already, held for those who are about to use it. */
const findKept = Effect.fnUntraced(function*(digest: string) {
  const records = yield* ImageRecordStore
  const found = yield* records.findByDigest(digest)
  if (found === null || found.unusedSince === null) return found
  const now = yield* Clock.currentTimeMillis
  return yield* atomically(Effect.gen(function*() {
    const held = yield* records.lock(found.name)
    if (held === null || held.state !== "kept") return null
    if (held.unusedSince !== null) yield* records.put({ ...held, unusedSince: now })
    return held
  }))
})

/** Keeps an original under a new name. Its record comes first: whatever of it is left by a write that fails is found by that and collected. */
const keep = Effect.fnUntraced(function*(original: Uint8Array, digest: string) {
  const { image_pixels_max } = yield* CurrentLimits
  const files = yield* ImageStore
  const records = yield* ImageRecordStore
  const renditions = yield* Effect.flatMap(ImageRenderer, (renderer) => renderer.render(original, image_pixels_max))
  const name = yield* Effect.flatMap(Secrets, (secrets) => secrets.make)
  const { base, full, thumbnail } = renditions
  const image = keptImage(name, { base: base.size, full: full.size, thumbnail: thumbnail.size })
  const unusedSince = yield* Clock.currentTimeMillis
  yield* atomically(records.put({ name, digest, image: JSON.stringify(image), state: "pending", unusedSince }))
  const names = filesOf(name)
  yield* Effect.forEach(renditionKinds, (kind) => files.put(names[kind], renditions[kind].bytes), { discard: true })
  return image
})

const takeOriginal = Effect.fnUntraced(function*(original: Uint8Array) {
  const { image_bytes_max } = yield* CurrentLimits
  if (original.byteLength === 0) return yield* new ImageRefused({ code: "format.unknown", message: "the image is empty" })
  if (original.byteLength > image_bytes_max) {
    return yield* new ImageRefused({ code: "range", message: `an image has at most ${image_bytes_max} bytes` })
  }
  const digest = yield* Effect.flatMap(ImageRenderer, (renderer) => renderer.digest(original))
  const found = yield* findKept(digest)
  return found === null ? yield* keep(original, digest) : yield* imageOf(found)
})

/** What of a body names the picture: a URL to fetch it from, or the name of one that is kept here. */
const namedBy = (value: Json | undefined): { readonly url: Json | undefined; readonly name: string | null } => {
  if (typeof value === "string") return { url: undefined, name: nameOfFile(value.slice(value.lastIndexOf("/") + 1)) }
  if (!isJsonObject(value)) return { url: undefined, name: null }
  const { filename, url } = value
  return typeof filename === "string" ? { url: undefined, name: nameOfFile(filename) } : { url, name: null }
}

const fetchOriginal = Effect.fnUntraced(function*(url: Json) {
  const { image_bytes_max } = yield* CurrentLimits
  if (typeof url !== "string" || !isHttpUrl(url)) {
    return yield* new ImageRefused({ code: "url.invalid", message: "an image is fetched from an http or https URL without credentials" })
  }
  return yield* Effect.flatMap(ImageFetcher, (fetcher) => fetcher.fetch(url, image_bytes_max))
})

const findNamed = Effect.fnUntraced(function*(name: string) {
  const records = yield* ImageRecordStore
  const found = yield* records.find(name)
  return found === null || found.state !== "kept" ? null : yield* imageOf(found)
})

/**
 * Makes ready what a write brings along as its picture: the file that came with it, else what its body names (wire.md §5). Everything that
 * takes long is done here, before the write begins; a picture that is refused is a fault among the others of the body. What is kept of a write
 * that comes to nothing is collected later. `permit` fails for who may not write: nothing is fetched or made for them.
 */
export const offerImage = Effect.fnUntraced(function*<E = never, R = never>(
  file: Uint8Array | null,
  body: Json,
  permit: Effect.Effect<void, E, R> = Effect.void
) {
  const fields = Either.getOrElse(unwrapBody(body), () => ({ image: null }))
  const { name, url } = namedBy(fields.image)
  const known = file !== null || name === null ? null : yield* findNamed(name)
  if (file === null && url === undefined) return { written: null, known, elsewhere: false } satisfies OfferedImage
  yield* permit
  const written = yield* (file === null ? Effect.flatMap(fetchOriginal(url ?? null), takeOriginal) : takeOriginal(file)).pipe(
    Effect.map((image) => Either.right(image)),
    Effect.catchTag(
      "ImageRefused",
      ({ code, message }) => Effect.succeed(Either.left([issue(code, "image", { message, ...(url === undefined ? {} : { origin: url }) })]))
    )
  )
  return { written, known, elsewhere: false } satisfies OfferedImage
})

/** What an import brings along: a picture as it was read, of here or of elsewhere. It fetches nothing. */
export const offerRestored = (body: Json): Effect.Effect<OfferedImage, StoreError, ImageRecordStore> => {
  const fields = Either.getOrElse(unwrapBody(body), () => ({ image: null }))
  const { name } = namedBy(fields.image)
  const known = name === null ? Effect.succeed(null) : findNamed(name)
  return Effect.map(known, (image) => ({ written: null, known: image, elsewhere: true }))
}
