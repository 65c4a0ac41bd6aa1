import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { StoreError } from "../../domain/error/EngineError.js"
import type { Event } from "../../domain/event/Event.js"
import { isImage } from "../../domain/field/FieldValue.js"
import { nameOfImage } from "../../domain/media/Image.js"
import { compareCodePoints } from "../../domain/text/compareCodePoints.js"
import { ImageRecordStore } from "../../ports/image/ImageRecordStore.js"

/** A record that may use images. */
export type ImageOwner = `event:${number}` | `location:${number}`

/**
 * The names of the images in the `ImageStore` that an event uses, each once and sorted: its own, and those in
 * additional fields, also in fields that its agenda no longer defines, because these values are kept.
 */
export const imageNamesOf = ({ fields, image }: Pick<Event, "fields" | "image">): ReadonlyArray<string> => {
  const images = [image, ...Object.values(fields).filter((value) => isImage(value))]
  return [...new Set(images.map(nameOfImage))].filter((name) => name !== null).sort(compareCodePoints)
}

const gone = (name: string): StoreError =>
  new StoreError({ reason: "Conflict", operation: "Images.use", cause: new Error(`the picture ${name} is no longer kept`) })

/**
 * Assigns images to an event or location, inside the transaction that stores it. An image that loses its last use is
 * marked as unused. `Conflict`: an image was collected after it had been prepared.
 */
export const assignImages = Effect.fnUntraced(function*(user: ImageOwner, names: ReadonlyArray<string>) {
  const records = yield* ImageRecordStore
  const before = yield* records.findUses(user)
  const added = names.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !names.includes(name))
  if (added.length === 0 && removed.length === 0) return
  // Sorted, so that concurrent writers cannot deadlock.
  for (const name of [...new Set([...added, ...removed])].sort(compareCodePoints)) {
    const locked = yield* records.lock(name, "exclusive")
    if (!added.includes(name)) continue
    if (locked === null || locked.state === "deleting") return yield* gone(name)
    yield* records.put({ ...locked, state: "stored", unusedSince: null })
  }
  yield* records.putUses(user, names)
  for (const name of removed) {
    if (yield* records.isUsed(name)) continue
    const left = yield* records.find(name)
    if (left !== null) yield* records.put({ ...left, unusedSince: yield* Clock.currentTimeMillis })
  }
})
