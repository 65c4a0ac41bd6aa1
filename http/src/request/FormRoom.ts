import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CurrentSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"

/** The bytes of forms with files that this process holds in memory. A reference: without a layer there is one count for all. */
class FormRoom extends Context.Reference<FormRoom>()("@agenda-engine/http/request/FormRoom", {
  defaultValue: () => ({ taken: 0 })
}) {}

/**
 * Takes room for a form until the request is answered, so that however many send files at once, they hold no more than
 * `forms_bytes_max` together: one that does not fit beside those that are there is told to try again.
 */
export const takeRoom = (bytes: number): Effect.Effect<void, Refusal, Scope.Scope> =>
  Effect.gen(function*() {
    const room = yield* FormRoom
    const { forms_bytes_max } = yield* CurrentSettings
    yield* Effect.acquireRelease(
      Effect.suspend(() => {
        if (room.taken > 0 && room.taken + bytes > forms_bytes_max) {
          return new Refusal({ kind: "unavailable", message: "too many files at once, try again", headers: { "retry-after": "5" } })
        }
        room.taken += bytes
        return Effect.void
      }),
      () =>
        Effect.sync(() => {
          room.taken -= bytes
        })
    )
  })
