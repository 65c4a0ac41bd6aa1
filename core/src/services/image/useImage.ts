import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { StoreError } from "../../domain/EngineError.js"
import { ImageRecordStore } from "../../ports/ImageRecordStore.js"
import { compareCodePoints } from "../../query/compareCodePoints.js"

/** What may have a picture. */
export type ImageUser = `event:${number}` | `location:${number}`

const gone = (name: string): StoreError =>
  new StoreError({ reason: "Conflict", operation: "Images.use", cause: new Error(`the picture ${name} is no longer kept`) })

/**
 * Says which picture an event or location has from now on, null for none, in the transaction that stores it. What nothing uses any more is
 * unused since now. `Conflict`: the picture was collected since it was offered.
 */
export const useImage = Effect.fnUntraced(function*(user: ImageUser, name: string | null) {
  const records = yield* ImageRecordStore
  const before = yield* records.findUse(user)
  if (before === name) return
  // In one order, so that no two writers wait for each other.
  for (const each of [before, name].filter((each) => each !== null).sort(compareCodePoints)) {
    const held = yield* records.lock(each)
    if (each !== name) continue
    if (held === null || held.state === "going") return yield* gone(name)
    yield* records.put({ ...held, state: "kept", unusedSince: null })
  }
  yield* records.putUse(user, name)
  if (before === null || (yield* records.isUsed(before))) return
  const left = yield* records.find(before)
  if (left !== null) yield* records.put({ ...left, unusedSince: yield* Clock.currentTimeMillis })
})
