import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { NotFound, type StoreError } from "../domain/EngineError.js"
import { filesOf, nameOfFile, renditionKinds } from "../domain/keptImage.js"
import { CurrentLimits } from "../domain/Limits.js"
import { ImageRecordStore } from "../ports/ImageRecordStore.js"
import { ImageStore } from "../ports/ImageStore.js"
import type { Transaction } from "../ports/Transaction.js"
import { atomically } from "./atomically.js"

type ImagePorts = ImageRecordStore | ImageStore | Transaction

/** Serves the pictures that are kept here, and removes those that nothing uses. */
export class Images extends Context.Tag("@agenda-engine/core/services/Images")<Images, {
  /** The bytes of a rendition, a JPEG that never changes, by its file name. */
  readonly get: (filename: string) => Effect.Effect<Uint8Array, NotFound | StoreError>
  /**
   * Removes the pictures that nothing has used for `unusedImage_seconds`, and answers how many those were. For operators and embedders: it asks
   * for no caller. It may be stopped at any time and run by several processes; what is left is for the next run.
   */
  readonly collect: Effect.Effect<number, StoreError>
}>() {
  /** The pictures of the stores. */
  static readonly layer: Layer.Layer<Images, never, ImagePorts> = Layer.effect(Images, Effect.suspend(() => make))
}

/** Pictures that are looked for at a time. */
const batch_images = 100

const make = Effect.gen(function*() {
  const files = yield* ImageStore
  const records = yield* ImageRecordStore
  const ports = yield* Effect.context<ImagePorts>()

  /** Says of a picture that nothing has used since this instant that it is going: from then on nobody begins to. */
  const giveUp = (name: string, until: number) =>
    atomically(Effect.gen(function*() {
      const held = yield* records.lock(name)
      if (held === null || held.unusedSince === null || held.unusedSince > until) return false
      yield* records.put({ ...held, state: "going" })
      return true
    }))

  const collectOne = Effect.fnUntraced(function*(name: string, until: number) {
    if (!(yield* giveUp(name, until))) return false
    const names = filesOf(name)
    yield* Effect.forEach(renditionKinds, (kind) => files.remove(names[kind]), { discard: true })
    yield* atomically(records.remove(name))
    return true
  })

  const collectSome: (until: number) => Effect.Effect<number, StoreError, ImagePorts> = Effect.fnUntraced(function*(until) {
    const unused = yield* records.scanUnused(until, batch_images)
    // One that cannot be removed keeps none of the others.
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
