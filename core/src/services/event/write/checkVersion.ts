import * as Effect from "effect/Effect"
import { VersionMismatch } from "../../../domain/error/EngineError.js"
import type { EventRecord } from "../../../record/EventRecord.js"
import type { Authorization } from "../../Access.js"
import { showEvent, type ShowPorts } from "../showEvent.js"
import { mayChange } from "./writeEvent.js"

/**
 * Versions of an event that a change accepts (wire.md §4, `If-Match`). `any`: every version, but the event must exist.
 */
export type ExpectedVersion = "any" | ReadonlyArray<number>

/**
 * Checks the version of an event, under the agenda's lock; null accepts every version, and no event. `VersionMismatch`:
 * another version, or no event. `Forbidden` takes precedence: the caller may not change the event.
 */
export const checkVersion = Effect.fnUntraced(
  function*(authorization: Authorization, stored: EventRecord | null, expected: ExpectedVersion | null) {
    if (expected === null) return
    yield* mayChange(authorization, stored)
    if (stored === null) return yield* new VersionMismatch({ what: "event", current: null })
    if (expected === "any" || expected.includes(stored.version)) return
    const shown = yield* showEvent(yield* Effect.context<ShowPorts>(), authorization, stored)
    return yield* new VersionMismatch({ what: "event", current: { version: stored.version, shown } })
  }
)
