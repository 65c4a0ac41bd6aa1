import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { makeDraw } from "../data/Draw.js"
import { eventBody } from "../data/plainEvents.js"
import { eventsOf } from "./page.js"
import type { AskedRequest, World } from "./World.js"

const day_ms = 86_400_000
const bodies_count = 50
const reads_perWrite = 19

/** Upserts that change something each time, one event in turn after another. `locationUid`: null is where the events of `small` are. */
export const upserts = (
  { writing }: Pick<World, "writing">,
  agendaUid: number,
  locationUid: number | null
): Effect.Effect<ReadonlyArray<AskedRequest>> =>
  Effect.map(DateTime.now, (now) => {
    const draw = makeDraw(9)
    const around = Math.floor(DateTime.toEpochMillis(now) / day_ms) * day_ms
    return Array.from({ length: bodies_count }, (_, index): AskedRequest => {
      const body = eventBody(draw, index, around, 5)
      return {
        method: "PUT",
        kind: "write",
        path: `${eventsOf(agendaUid)}/ext/written/${index}`,
        headers: writing,
        body: JSON.stringify({
          ...body,
          locationUid: locationUid ?? body.locationUid,
          title: { fr: `${body.title.fr.slice(0, 80)} {seq}` }
        })
      }
    })
  })

/** 95 reads of the default list to 5 upserts into its agenda. */
export const mixedRequests = (
  world: Pick<World, "reading" | "writing">,
  agendaUid: number
): Effect.Effect<ReadonlyArray<AskedRequest>> => {
  const read: AskedRequest = { kind: "read", path: eventsOf(agendaUid), headers: world.reading }
  return Effect.map(
    upserts(world, agendaUid, null),
    (writes) => writes.flatMap((write) => [write, ...Array.from({ length: reads_perWrite }, () => read)])
  )
}
