import * as Effect from "effect/Effect"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { scanAll } from "../scanAll.js"

/**
 * What agenda each location becomes when the one that made it is removed: the first that uses its location set, else one that has an event
 * there still. Null: nobody else has it.
 */
export const heirsOf = Effect.fnUntraced(function*(agendaUid: number) {
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  // All agendas are read for the first location that is in a set, and for none otherwise.
  const others = yield* Effect.cached(
    Effect.map(
      scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0),
      (all) => all.filter(({ uid }) => uid !== agendaUid)
    )
  )
  return ({ setUid, uid }: LocationRecord) =>
    setUid === null ? Effect.succeed(null) : Effect.flatMap(others, (found) => {
      const sharing = found.find(({ locationSetUid }) => locationSetUid === setUid)
      return sharing === undefined ? events.agendaAt(uid, agendaUid) : Effect.succeed(sharing.uid)
    })
})
