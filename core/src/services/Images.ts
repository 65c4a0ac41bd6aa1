import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RcMap from "effect/RcMap"
import * as Schema from "effect/Schema"
import { NotFound, StoreError } from "../domain/error/EngineError.js"
import { CurrentLimits } from "../domain/Limits.js"
import { filesOf, Image, ImageSize, nameOfFile, renditionKinds } from "../domain/media/Image.js"
import { CurrentImageSteps, fullSizeOf, type ImageBox, scaledFileOf, sizeInBox } from "../domain/media/ImageScaling.js"
import { ImageRecordStore } from "../ports/image/ImageRecordStore.js"
import { ImageRenderer, type ScaleImage } from "../ports/image/ImageRenderer.js"
import { ImageStore } from "../ports/image/ImageStore.js"
import type { Transaction } from "../ports/Transaction.js"
import type { ImageRecord } from "../record/ImageRecord.js"
import { whileWaiting } from "../schedule/CurrentWait.js"
import { unsafeMakeQueue } from "./event/slowQueue.js"
import { atomically } from "./transaction/atomically.js"

const RecordedImage = Schema.Struct({
  ...Image.fields,
  scaled: Schema.optionalWith(Schema.Array(ImageSize), { default: () => [] })
})
/** The image of a record, with the sizes in which it was made on request. */
type RecordedImage = typeof RecordedImage.Type

const decode = Schema.decodeUnknown(Schema.parseJson(RecordedImage))
const decodeOption = Schema.decodeUnknownOption(Schema.parseJson(RecordedImage))

const recordedImage = ({ image }: ImageRecord): Effect.Effect<RecordedImage, StoreError> =>
  Effect.mapError(decode(image), (cause) => new StoreError({ reason: "Corrupt", operation: "Images.decode", cause }))

/** The sizes in which the image of a record was made on request; none when the record is corrupt. */
const scaledSizesOf = ({ image }: ImageRecord): ReadonlyArray<ImageSize> =>
  Option.match(decodeOption(image), { onNone: () => [], onSome: ({ scaled }) => scaled })

/** Whether the image was made in this size before. */
const hasSize = ({ scaled }: RecordedImage, { height, width }: ImageSize): boolean =>
  scaled.some((size) => size.width === width && size.height === height)

/** Readers share the permits of one caller, so that they do not take those of writers. */
const readers = "readers"

/** The base name of the image of a file, scaled ones included; null for the name of another file. */
const baseNameOf = (filename: string): string | null => /^([0-9A-Za-z]{32})\..*jpg$/.exec(filename)?.[1] ?? null

const gone = new NotFound({ what: "image" })

/** Reads the record of an image that is not being removed. */
const findServed = Effect.fnUntraced(function*(name: string) {
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
const makeScaled = Effect.fnUntraced(function*(scale: ScaleImage, name: string, size: ImageSize) {
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

type ImagePorts = ImageRecordStore | ImageStore | Transaction

/** Serves stored images, and removes unused ones. */
export class Images extends Context.Tag("@agenda-engine/core/services/Images")<Images, {
  /**
   * The bytes of a rendition by its file name: an immutable JPEG. With a box, the image of that rendition in the size
   * of the box, snapped to `CurrentImageSteps` and never larger than the image. It is made once, from the largest
   * rendition, and kept until the image is removed. `Busy` when too many are being made.
   */
  readonly get: (filename: string, box?: ImageBox) => Effect.Effect<Uint8Array, NotFound | StoreError>
  /**
   * Removes the images that have been unused for `unusedImage_seconds`, and returns their number. For operators and
   * embedders: it checks no caller. It may be interrupted and run by several processes; the next run removes the rest.
   */
  readonly collect: Effect.Effect<number, StoreError>
  /**
   * The names that are spelt as files of images, apart by whether the store has the image: `orphans` belong to none.
   * Other names are in neither list. For operators and embedders: it checks no caller.
   */
  readonly classify: (
    filenames: ReadonlyArray<string>
  ) => Effect.Effect<{ readonly known: ReadonlyArray<string>; readonly orphans: ReadonlyArray<string> }, StoreError>
}>() {
  /** Layer of Images over the stores. */
  static readonly layer: Layer.Layer<Images, never, ImagePorts | ImageRenderer> = Layer.scoped(Images, Effect.suspend(() => make))
}

interface SizedImage {
  readonly name: string
  readonly width: number
  readonly height: number
}

const missing = new NotFound({ what: "image" })

/** Sizes that the renderer is asked for at once. */
const sizesAtOnce_max = 2

/** Seconds that a size may wait to be made. */
const wait_seconds_max = 10

/** Sizes that may wait to be made. */
const waitingSizes_max = 64

/** Number of images per batch. */
const batch_images = 100

const make = Effect.gen(function*() {
  const files = yield* ImageStore
  const records = yield* ImageRecordStore
  const ports = yield* Effect.context<ImagePorts>()
  const { scale: render } = yield* ImageRenderer
  const inQueue = unsafeMakeQueue({ operation: "Images.scale", atOnce: sizesAtOnce_max, waiting_max: waitingSizes_max, wait_seconds_max })
  const scale: ScaleImage | null = render === null ? null : (original, size, caller) => inQueue(render(original, size, caller))

  /**
   * Sizes that are being read or made. Concurrent requests share one entry; the work ends when all of them have gone.
   */
  const underway = yield* RcMap.make({
    lookup: ({ height, name, width }: SizedImage) =>
      scale === null ? missing : Effect.provide(makeScaled(scale, name, { width, height }), ports)
  })

  const getScaled = Effect.fnUntraced(function*(name: string, box: ImageBox, steps: ReadonlyArray<number>) {
    const full = fullSizeOf(yield* Effect.flatMap(findServed(name), recordedImage))
    const size = sizeInBox(full, box, steps)
    return size.width === full.width && size.height === full.height
      ? yield* files.get(filesOf(name).full)
      : yield* whileWaiting(Effect.scoped(RcMap.get(underway, Data.struct({ name, ...size }))))
  }, Effect.provide(ports))

  /**
   * Marks an image that has been unused since `until` as being removed, so that no write starts to use it. Null when
   * it is in use again.
   */
  const markForRemoval = (name: string, until: number) =>
    atomically(Effect.gen(function*() {
      const locked = yield* records.lock(name, "exclusive")
      if (locked === null || locked.unusedSince === null || locked.unusedSince > until) return null
      yield* records.put({ ...locked, state: "deleting" })
      return locked
    }))

  const collectOne = Effect.fnUntraced(function*(name: string, until: number) {
    const marked = yield* markForRemoval(name, until)
    if (marked === null) return false
    const names = filesOf(name)
    const all = [...renditionKinds.map((kind) => names[kind]), ...scaledSizesOf(marked).map((size) => scaledFileOf(name, size))]
    yield* Effect.forEach(all, files.remove, { discard: true })
    yield* atomically(records.remove(name))
    return true
  })

  const collectSome: (until: number) => Effect.Effect<number, StoreError, ImagePorts> = Effect.fnUntraced(function*(until) {
    const unused = yield* records.scanUnused(until, batch_images)
    // An image that cannot be removed does not stop the others.
    const [[failure], removed] = yield* Effect.partition(unused, ({ name }) => collectOne(name, until))
    if (failure !== undefined) return yield* failure
    const collected = removed.filter(Boolean).length
    return unused.length < batch_images ? collected : collected + (yield* collectSome(until))
  })

  return Images.of({
    get: Effect.fn("Images.get")(function*(filename, box) {
      const name = nameOfFile(filename)
      if (name === null) return yield* missing
      const steps = yield* CurrentImageSteps
      const isScaled = box !== undefined && (box.width !== null || box.height !== null) && scale !== null && steps.length > 0
      return (isScaled ? yield* getScaled(name, box, steps) : yield* files.get(filename)) ?? (yield* missing)
    }),

    classify: Effect.fn("Images.classify")(function*(filenames) {
      const named = filenames.flatMap((filename) => {
        const name = baseNameOf(filename)
        return name === null ? [] : [{ filename, name }]
      })
      const found = new Set<string>()
      for (const name of new Set(named.map(({ name }) => name))) {
        if ((yield* records.find(name)) !== null) found.add(name)
      }
      const [orphans, known] = Arr.partition(named, ({ name }) => found.has(name))
      return { known: known.map(({ filename }) => filename), orphans: orphans.map(({ filename }) => filename) }
    }),

    collect: Effect.gen(function*() {
      const { unusedImage_seconds } = yield* CurrentLimits
      return yield* collectSome((yield* Clock.currentTimeMillis) - unusedImage_seconds * 1_000)
    }).pipe(Effect.provide(ports), Effect.withSpan("Images.collect"))
  })
})
