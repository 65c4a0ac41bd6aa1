import * as Effect from "effect/Effect"
import { indexLocation } from "../../derive/indexing/indexLocation.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { AgendaStore } from "../../ports/AgendaStore.js"
import type { EventStore } from "../../ports/event/EventStore.js"
import type { ImageRecordStore } from "../../ports/image/ImageRecordStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { RemovalStore } from "../../ports/RemovalStore.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { assignImages } from "../image/assignImages.js"
import { locationOf, recordOf } from "../location/LocationRecords.js"
import { atomically } from "../transaction/atomically.js"
import { successorAgendas } from "./agendaContents.js"

/** Number of records removed per transaction, which blocks other writers in stores with a single writer. */
const batch_records = 100

type Ports = AgendaStore | EventStore | ImageRecordStore | LocationStore | RemovalStore | Transaction

/** Repeats a step, each time as one transaction, until it has nothing to do. */
const untilNone = <R>(
  step: Effect.Effect<number, StoreError, R>,
  count: (records: number) => Effect.Effect<void>
): Effect.Effect<void, StoreError, R | Transaction> =>
  Effect.repeat(Effect.tap(atomically(step), count), { until: (done) => done === 0 }).pipe(Effect.asVoid)

const clearEvents = (agendaUid: number) =>
  Effect.gen(function*() {
    const { events, tombstones } = yield* Effect.flatMap(RemovalStore, (removals) => removals.clear(agendaUid, batch_records))
    yield* Effect.forEach(events, (uid) => assignImages(`event:${uid}`, []), { discard: true })
    return events.length + tombstones
  })

/** Moves a location to another agenda. It loses the external identifiers that another location of that agenda has. */
const moveLocation = Effect.fnUntraced(function*(record: LocationRecord, successorUid: number) {
  const locations = yield* LocationStore
  const location = yield* locationOf(record)
  const extIds = yield* Effect.filter(
    location.extIds,
    (extId) => Effect.map(locations.findByExtId(successorUid, null, extId), (found) => found === null || found.uid === record.uid)
  )
  if (extIds.length < location.extIds.length) {
    yield* locations.put(recordOf({ ...location, extIds }), indexLocation({ ...location, extIds }))
  }
  yield* locations.move(record.uid, successorUid)
})

const clearLocations = (agendaUid: number) =>
  Effect.gen(function*() {
    const locations = yield* LocationStore
    const successorOf = yield* successorAgendas(agendaUid)
    const found = yield* locations.scan(agendaUid, 0, batch_records)
    for (const { uid } of found) {
      const locked = yield* locations.lock(uid, "exclusive")
      if (locked === null) continue
      const successor = yield* successorOf(locked)
      if (successor !== null) {
        yield* moveLocation(locked, successor)
        continue
      }
      yield* assignImages(`location:${uid}`, [])
      yield* locations.remove(uid)
    }
    return found.length
  })

/**
 * Deletes the contents of a removed agenda in batches, so that other writers proceed in between. It may be interrupted,
 * repeated, and run by several processes. Locations that other agendas use pass to one of them.
 */
export const sweepAgenda = (agendaUid: number, count: (records: number) => Effect.Effect<void>): Effect.Effect<void, StoreError, Ports> =>
  Effect.gen(function*() {
    const removals = yield* RemovalStore
    yield* untilNone(clearEvents(agendaUid), count)
    yield* untilNone(clearLocations(agendaUid), count)
    yield* atomically(removals.forget(agendaUid))
  })
