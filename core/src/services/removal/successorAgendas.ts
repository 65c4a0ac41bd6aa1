import * as Effect from "effect/Effect"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { scanAll } from "../scanAll.js"

/**
 * Makes a function from a location to the agenda that takes it over when its own is removed: the first one that uses
 * its location set, else one with an event there. Null when no other agenda uses it.
 */
export const successorAgendas = Effect.fnUntraced(function*(agendaUid: number) {
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  // The scan of all agendas runs only if a location is in a set.
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
