import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { StoreError } from "../../domain/error/EngineError.js"
import { compareCodePoints } from "../../domain/text/compareCodePoints.js"
import { ImageRecordStore } from "../../ports/ImageRecordStore.js"

/** A record that may use an image. */
export type ImageOwner = `event:${number}` | `location:${number}`

const gone = (name: string): StoreError =>
  new StoreError({ reason: "Conflict", operation: "Images.use", cause: new Error(`the picture ${name} is no longer kept`) })

/**
 * Assigns an image to an event or location, null for none, inside the transaction that stores it. An image that loses
 * its last use is marked as unused. `Conflict`: the image was collected after it had been prepared.
 */
export const assignImage = Effect.fnUntraced(function*(user: ImageOwner, name: string | null) {
  const records = yield* ImageRecordStore
  const before = yield* records.findUse(user)
  if (before === name) return
  // Sorted, so that concurrent writers cannot deadlock.
  for (const each of [before, name].filter((each) => each !== null).sort(compareCodePoints)) {
    const locked = yield* records.lock(each)
    if (each !== name) continue
    if (locked === null || locked.state === "deleting") return yield* gone(name)
    yield* records.put({ ...locked, state: "stored", unusedSince: null })
  }
  yield* records.putUse(user, name)
  if (before === null || (yield* records.isUsed(before))) return
  const left = yield* records.find(before)
  if (left !== null) yield* records.put({ ...left, unusedSince: yield* Clock.currentTimeMillis })
})
