import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { makeDraw } from "../data/Draw.js"
import { eventBody } from "../data/plainEvents.js"
import { eventsOf } from "./page.js"
import type { AskedRequest, World } from "./World.js"

const day_ms = 86_400_000
const bodies_count = 50
const slots = 5

/** An agenda to write to, and where its new events are. */
export interface WrittenAgenda {
  readonly uid: number
  /** Null: where the events of the largest agenda are. */
  readonly locationUid: number | null
}

/** The instant that new events are around. */
export const today_ms: Effect.Effect<number> = Effect.map(
  DateTime.now,
  (now) => Math.floor(DateTime.toEpochMillis(now) / day_ms) * day_ms
)

/**
 * Upserts of events of five slots, each with another title than the one before. `value`: the external identifier of
 * each.
 */
export const upserts = (
  { writing }: Pick<World, "writing">,
  { locationUid, uid }: WrittenAgenda,
  value: (index: number) => string
): Effect.Effect<ReadonlyArray<AskedRequest>> =>
  Effect.map(today_ms, (around) => {
    const draw = makeDraw(9)
    return Array.from({ length: bodies_count }, (_, index): AskedRequest => {
      const body = eventBody(draw, index, around, slots)
      return {
        method: "PUT",
        kind: "write",
        path: `${eventsOf(uid)}/ext/written/${value(index)}`,
        headers: writing,
        body: JSON.stringify({
          ...body,
          locationUid: locationUid ?? body.locationUid,
          title: { ...body.title, fr: `${body.title.fr.slice(0, 80)} {seq}` }
        })
      }
    })
  })
