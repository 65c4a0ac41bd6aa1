import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { indexLocation } from "../derive/indexLocation.js"
import { StoreError } from "../domain/EngineError.js"
import type { ExtId } from "../domain/Event.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import type { EventStore } from "../ports/EventStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import type { NetworkStore } from "../ports/NetworkStore.js"
import type { RevisionStore } from "../ports/RevisionStore.js"
import type { Transaction } from "../ports/Transaction.js"
import { LocationDetail } from "../record/LocationDocument.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { scanAll } from "./scanAll.js"
import { indexEvents } from "./upkeep/indexEvents.js"
import { agendaTopic, wholeTopic } from "./upkeep/indexTopics.js"
import { putAll } from "./upkeep/putAll.js"
import { findStale, isDone, markDone, mendStale } from "./upkeep/staleIndexes.js"

type UpkeepPorts = AgendaStore | EventStore | LocationStore | NetworkStore | RevisionStore | Transaction

/** Keeps what is stored as this version of the engine needs it. For operators and embedders: it asks for no caller. */
export class Upkeep extends Context.Tag("@agenda-engine/core/services/Upkeep")<Upkeep, {
  /**
   * Indexes everything again that was indexed under other rules, as databases from before are, or by fields that were changed in a process
   * that ended before it had done so: until then searches, filters and facets miss some of it. Answers how many events and locations that
   * were; asks for a few rows when it is none. To be run after migrating, before serving. No record changes, but whoever keeps an answer by
   * its revision asks again. It may be stopped at any time and run by several processes: what is finished stays so. A record that cannot be
   * read is left as it is, and a warning names it; the events of an agenda that cannot be are tried again by the next run.
   */
  readonly reindex: (progress: (done: number) => Effect.Effect<void>) => Effect.Effect<number, StoreError>
  /** Whether `reindex` has something left to do. Asks for a few rows when it has not. */
  readonly isDue: Effect.Effect<boolean, StoreError>
}>() {
  /** The upkeep of the stores. */
  static readonly layer: Layer.Layer<Upkeep, never, UpkeepPorts> = Layer.effect(Upkeep, Effect.suspend(() => make))
}

const decodeDetail = Schema.decodeUnknown(Schema.parseJson(LocationDetail))

const make = Effect.gen(function*() {
  const ports = yield* Effect.context<UpkeepPorts>()
  const agendas = yield* AgendaStore
  const locations = yield* LocationStore

  const extIdsOf = ({ detail }: LocationRecord): Effect.Effect<ReadonlyArray<ExtId>, StoreError> =>
    decodeDetail(detail).pipe(
      Effect.map(({ extIds }) => extIds),
      Effect.mapError((cause) => new StoreError({ reason: "Corrupt", operation: "Locations.decode", cause }))
    )

  /**
   * Puts a location as it is now: other agendas of its set write it too. Databases from before let locations share an external identifier,
   * of which one is found by it.
   */
  const putLocation = Effect.fnUntraced(function*({ uid }: LocationRecord) {
    const record = yield* locations.lock(uid, "exclusive")
    if (record === null) return
    const extIds = yield* Effect.filter(
      yield* extIdsOf(record),
      (extId) =>
        Effect.map(locations.findByExtId(record.agendaUid, record.setUid, extId), (holder) => holder === null || holder.uid === record.uid)
    )
    yield* locations.put(record, indexLocation({ ...record, extIds }))
  })

  /** The agendas that are not indexed by the rules of this version. */
  const unruled = Effect.gen(function*() {
    if (yield* isDone(wholeTopic)) return []
    const all = yield* scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0)
    return yield* Effect.filter(all, ({ uid }) => Effect.map(isDone(agendaTopic(uid)), (isDone) => !isDone))
  })

  const byRules = Effect.fnUntraced(function*(count: (records: number) => Effect.Effect<void>) {
    if (yield* isDone(wholeTopic)) return
    const left = yield* unruled
    // Locations first: an event copies what is searched of its own, which may be another agenda's.
    for (const { uid: agendaUid } of left) {
      yield* putAll({ agendaUid, what: "location", scan: locations.scan, putter: Effect.succeed(putLocation), count })
    }
    const indexed = yield* Effect.forEach(
      left,
      ({ uid }) => Effect.tap(indexEvents(uid, count), (isIndexed) => isIndexed ? markDone(agendaTopic(uid)) : Effect.void)
    )
    if (indexed.every(Boolean)) yield* markDone(wholeTopic)
  })

  return Upkeep.of({
    reindex: Effect.fn("Upkeep.reindex")(function*(progress) {
      let done = 0
      const count = (records: number) =>
        Effect.suspend(() => {
          done += records
          return progress(done)
        })
      yield* byRules(count)
      yield* mendStale(count)
      return done
    }, Effect.provide(ports)),

    isDue: Effect.gen(function*() {
      if ((yield* unruled).length > 0) return true
      const stale = yield* findStale
      return stale !== null && stale.agendas.length > 0
    }).pipe(Effect.provide(ports))
  })
})
