import * as Effect from "effect/Effect"
import { Outdated } from "../../domain/EngineError.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { Standing } from "../Access.js"
import { showEvent } from "./showEvent.js"
import { mayChange } from "./writeEvent.js"

/** Which state of an event a caller means to change: whichever there is, or one with one of these versions (wire.md §4, `If-Match`). */
export type Expected = "any" | ReadonlyArray<number>

/**
 * Checks, under the agenda's lock, that an event is as its caller expects it; null expects nothing. `Outdated`: it is not, or is not there.
 * Who may not change it is told so first.
 */
export const asExpected = Effect.fnUntraced(function*(standing: Standing, stored: EventRecord | null, expected: Expected | null) {
  if (expected === null) return
  yield* mayChange(standing, stored)
  if (stored === null) return yield* new Outdated({ what: "event", current: null })
  if (expected === "any" || expected.includes(stored.version)) return
  const shown = yield* showEvent(standing, stored)
  return yield* new Outdated({ what: "event", current: { version: stored.version, shown } })
})
