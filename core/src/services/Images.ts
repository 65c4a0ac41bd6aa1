import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { NotFound, type StoreError } from "../domain/error/EngineError.js"
import { CurrentLimits } from "../domain/Limits.js"
import { filesOf, nameOfFile, renditionKinds } from "../domain/media/Image.js"
import { ImageRecordStore } from "../ports/ImageRecordStore.js"
import { ImageStore } from "../ports/ImageStore.js"
import type { Transaction } from "../ports/Transaction.js"
import { atomically } from "./transaction/atomically.js"

type ImagePorts = ImageRecordStore | ImageStore | Transaction

/** Serves stored images, and removes unused ones. */
export class Images extends Context.Tag("@agenda-engine/core/services/Images")<Images, {
  /** The bytes of a rendition by its file name: an immutable JPEG. */
  readonly get: (filename: string) => Effect.Effect<Uint8Array, NotFound | StoreError>
  /**
   * Removes the images that have been unused for `unusedImage_seconds`, and returns their number. For operators and
   * embedders: it checks no caller. It may be interrupted and run by several processes; the next run removes the rest.
   */
  readonly collect: Effect.Effect<number, StoreError>
}>() {
  /** Layer of Images over the stores. */
  static readonly layer: Layer.Layer<Images, never, ImagePorts> = Layer.effect(Images, Effect.suspend(() => make))
}

/** Number of images per batch. */
const batch_images = 100

const make = Effect.gen(function*() {
  const files = yield* ImageStore
  const records = yield* ImageRecordStore
  const ports = yield* Effect.context<ImagePorts>()

  /**
   * Marks an image that has been unused since `until` as being removed, so that no write starts to use it. False when
   * it is in use again.
   */
  const markForRemoval = (name: string, until: number) =>
    atomically(Effect.gen(function*() {
      const locked = yield* records.lock(name)
      if (locked === null || locked.unusedSince === null || locked.unusedSince > until) return false
      yield* records.put({ ...locked, state: "deleting" })
      return true
    }))

  const collectOne = Effect.fnUntraced(function*(name: string, until: number) {
    if (!(yield* markForRemoval(name, until))) return false
    const names = filesOf(name)
    yield* Effect.forEach(renditionKinds, (kind) => files.remove(names[kind]), { discard: true })
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
    get: Effect.fn("Images.get")(function*(filename) {
      const bytes = nameOfFile(filename) === null ? null : yield* files.get(filename)
      return bytes ?? (yield* new NotFound({ what: "image" }))
    }),

    collect: Effect.gen(function*() {
      const { unusedImage_seconds } = yield* CurrentLimits
      return yield* collectSome((yield* Clock.currentTimeMillis) - unusedImage_seconds * 1_000)
    }).pipe(Effect.provide(ports), Effect.withSpan("Images.collect"))
  })
})
