import * as Effect from "effect/Effect"
import { indexLocation } from "../../derive/indexLocation.js"
import type { StoreError } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import type { ImageRecordStore } from "../../ports/ImageRecordStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { atomically } from "../atomically.js"
import { useImage } from "../image/useImage.js"
import { locationOf, recordOf } from "../location/LocationRecords.js"
import { heirsOf } from "./heirsOf.js"

/** How many records go in one transaction, which keeps other writers out where a store has one at a time. */
const batch_records = 100

type Ports = AgendaStore | EventStore | ImageRecordStore | LocationStore | Transaction

/** Runs a step, each a transaction of its own, until it says that it had nothing to do. */
const untilNone = <R>(
  step: Effect.Effect<number, StoreError, R>,
  count: (records: number) => Effect.Effect<void>
): Effect.Effect<void, StoreError, R | Transaction> =>
  Effect.repeat(Effect.tap(atomically(step), count), { until: (done) => done === 0 }).pipe(Effect.asVoid)

const clearEvents = (agendaUid: number) =>
  Effect.gen(function*() {
    const uids = yield* Effect.flatMap(EventStore, (events) => events.clear(agendaUid, batch_records))
    yield* Effect.forEach(uids, (uid) => useImage(`event:${uid}`, null), { discard: true })
    return uids.length
  })

/** Makes a location another agenda's. External identifiers that another of that agenda's locations has stay with that one. */
const handOver = Effect.fnUntraced(function*(record: LocationRecord, heirUid: number) {
  const locations = yield* LocationStore
  const location = yield* locationOf(record)
  const extIds = yield* Effect.filter(
    location.extIds,
    (extId) => Effect.map(locations.findByExtId(heirUid, null, extId), (found) => found === null || found.uid === record.uid)
  )
  if (extIds.length < location.extIds.length) {
    yield* locations.put(recordOf({ ...location, extIds }), indexLocation({ ...location, extIds }))
  }
  yield* locations.move(record.uid, heirUid)
})

const clearLocations = (agendaUid: number) =>
  Effect.gen(function*() {
    const locations = yield* LocationStore
    const heirs = yield* heirsOf(agendaUid)
    const found = yield* locations.scan(agendaUid, 0, batch_records)
    for (const { uid } of found) {
      const held = yield* locations.lock(uid, "exclusive")
      if (held === null) continue
      const heir = yield* heirs(held)
      if (heir !== null) {
        yield* handOver(held, heir)
        continue
      }
      yield* useImage(`location:${uid}`, null)
      yield* locations.remove(uid)
    }
    return found.length
  })

/**
 * Removes what an agenda that was removed held, some at a time: other writers get their turn, and it may be stopped at any time, be run again
 * and be run by several processes. The locations that other agendas have too become theirs.
 */
export const sweepAgenda = (agendaUid: number, count: (records: number) => Effect.Effect<void>): Effect.Effect<void, StoreError, Ports> =>
  Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    yield* untilNone(clearEvents(agendaUid), count)
    yield* untilNone(events.clearTombstones(agendaUid, batch_records), count)
    yield* untilNone(clearLocations(agendaUid), count)
    yield* atomically(agendas.forget(agendaUid))
  })
