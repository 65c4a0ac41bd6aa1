import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { indexLocation } from "../derive/indexing/indexLocation.js"
import { StoreError } from "../domain/error/EngineError.js"
import type { ExtId } from "../domain/event/Event.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import type { EventStore } from "../ports/event/EventStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import type { NetworkStore } from "../ports/NetworkStore.js"
import type { RevisionStore } from "../ports/RevisionStore.js"
import type { RichText } from "../ports/RichText.js"
import { Transaction } from "../ports/Transaction.js"
import { LocationDetail, type LocationRecord } from "../record/LocationRecord.js"
import { titleKeys } from "../search/wordKeys.js"
import { indexEvents } from "./maintenance/indexEvents.js"
import { reindexRecords, skipCorrupt } from "./maintenance/reindexRecords.js"
import { agendaTopic, findStale, isDone, markDone, reindexStale, wholeTopic } from "./maintenance/staleIndexes.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

type UpkeepPorts = AgendaStore | EventStore | LocationStore | NetworkStore | RevisionStore | RichText | Transaction

/** Upgrades derived data to this version of the engine. For operators and embedders: it checks no caller. */
export class Maintenance extends Context.Tag("@agenda-engine/core/services/Maintenance")<Maintenance, {
  /**
   * Indexes again all records whose index entries are outdated: written under the index rules of an older version, or
   * by fields that have changed since. Until then searches, filters and facets miss some of them. Returns the number of
   * indexed events and locations; costs a few row reads when there are none.
   *
   * Run it after migrating, before serving. No record changes, but revisions move, so caches reload. It may be
   * interrupted and run by several processes; finished work is not repeated. A record that cannot be decoded is skipped
   * with a warning. The next run retries the events of an agenda whose fields cannot be decoded.
   */
  readonly reindex: (progress: (done: number) => Effect.Effect<void>) => Effect.Effect<number, StoreError>
  /** Whether `reindex` has work to do. Costs a few row reads when it has none. */
  readonly isDue: Effect.Effect<boolean, StoreError>
  /** Whether the store accepts writes: not on a standby or a read-only file. A store that fails otherwise may. */
  readonly isWritable: Effect.Effect<boolean>
}>() {
  /** Layer of Maintenance over the stores. */
  static readonly layer: Layer.Layer<Maintenance, never, UpkeepPorts> = Layer.effect(Maintenance, Effect.suspend(() => make))
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
   * Puts a location as it is now, under its lock, because other agendas of its set may write it too. Of locations that
   * share an external identifier, the index finds the first.
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

  /** Puts an agenda with the keys of its title. */
  const putTitle = (uid: number) =>
    atomically(Effect.gen(function*() {
      yield* agendas.lock(uid)
      const agenda = yield* agendas.find({ _tag: "Uid", uid })
      if (agenda !== null) yield* agendas.put({ ...agenda, titleFolded: titleKeys(agenda.title) })
    }))

  /** The agendas not yet indexed by the index rules of this version. */
  const outdatedAgendas = Effect.gen(function*() {
    if (yield* isDone(wholeTopic)) return []
    const all = yield* scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0)
    return yield* Effect.filter(all, ({ uid }) => Effect.map(isDone(agendaTopic(uid)), (isDone) => !isDone))
  })

  const reindexOutdated = Effect.fnUntraced(function*(count: (records: number) => Effect.Effect<void>) {
    if (yield* isDone(wholeTopic)) return
    const left = yield* outdatedAgendas
    yield* Effect.forEach(left, ({ uid }) => skipCorrupt("agenda", uid, putTitle(uid)), { discard: true })
    // Locations first: an event's index copies the searchable text of its location, which may be another agenda's.
    for (const { uid: agendaUid } of left) {
      yield* reindexRecords({ agendaUid, what: "location", scan: locations.scan, putter: Effect.succeed(putLocation), count })
    }
    const indexed = yield* Effect.forEach(
      left,
      ({ uid }) => Effect.tap(indexEvents(uid, count), (isIndexed) => isIndexed ? markDone(agendaTopic(uid)) : Effect.void)
    )
    if (indexed.every(Boolean)) yield* markDone(wholeTopic)
  })

  return Maintenance.of({
    isWritable: Effect.match(ports.pipe(Context.get(Transaction)).run(Effect.void), {
      onFailure: ({ reason }) => reason !== "ReadOnly",
      onSuccess: () => true
    }),

    reindex: Effect.fn("Maintenance.reindex")(function*(progress) {
      let done = 0
      const count = (records: number) =>
        Effect.suspend(() => {
          done += records
          return progress(done)
        })
      yield* reindexOutdated(count)
      yield* reindexStale(count)
      return done
    }, Effect.provide(ports)),

    isDue: Effect.gen(function*() {
      if ((yield* outdatedAgendas).length > 0) return true
      const stale = yield* findStale
      return stale !== null && stale.agendas.length > 0
    }).pipe(Effect.provide(ports))
  })
})
