import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { indexEvent } from "../derive/indexEvent.js"
import { indexLocation } from "../derive/indexLocation.js"
import { index_rules } from "../derive/indexRules.js"
import { StoreError } from "../domain/EngineError.js"
import type { ExtId } from "../domain/Event.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { EventStore } from "../ports/EventStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import { NetworkStore } from "../ports/NetworkStore.js"
import { RevisionStore } from "../ports/RevisionStore.js"
import { Transaction } from "../ports/Transaction.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { EventRecord } from "../record/EventRecord.js"
import { LocationDetail } from "../record/LocationDocument.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { agendaFields } from "./agendaFields.js"
import { atomically } from "./atomically.js"
import { eventOf } from "./event/EventRecords.js"
import { scanAll } from "./scanAll.js"

/** Keeps what is stored as this version of the engine needs it. For operators and embedders: it asks for no caller. */
export class Upkeep extends Context.Tag("@agenda-engine/core/services/Upkeep")<Upkeep, {
  /**
   * Indexes everything again that was indexed under other rules, as databases from before are: until then searches, filters and facets miss
   * some of it. Answers how many events and locations that were; asks for one row when it is none. To be run after migrating, before
   * serving. No record changes, but whoever keeps an answer by its revision asks again. It may be stopped at any time and run by several
   * processes: what is finished stays so. A record that cannot be read is left as it is, and a warning names it.
   */
  readonly reindex: (progress: (done: number) => Effect.Effect<void>) => Effect.Effect<number, StoreError>
}>() {
  /** The upkeep of the stores. */
  static readonly layer: Layer.Layer<
    Upkeep,
    never,
    AgendaStore | EventStore | LocationStore | NetworkStore | RevisionStore | Transaction
  > = Layer.effect(Upkeep, Effect.suspend(() => make))
}

/** Moves when everything is indexed. */
const wholeTopic = `index:${index_rules}`

/** Moves when an agenda is. */
const agendaTopic = ({ uid }: AgendaRecord): string => `${wholeTopic}:${uid}`

/** How many records are written in one transaction, which keeps other writers of the agenda out. */
const page_records = 50

const decodeDetail = Schema.decodeUnknown(Schema.parseJson(LocationDetail))

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  const locations = yield* LocationStore
  const networks = yield* NetworkStore
  const revisions = yield* RevisionStore
  const transaction = yield* Transaction

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

  const sparing = (what: string, uid: number, put: Effect.Effect<void, StoreError>): Effect.Effect<void, StoreError> =>
    Effect.catchIf(
      put,
      ({ reason }) => reason === "Corrupt",
      (error) => Effect.logWarning(`${what} ${uid} cannot be read and is not indexed`, error)
    )

  /** Puts all records of an agenda again, page by page, each under the agenda's lock: nobody else's change is undone. */
  const putAll = <A extends { readonly uid: number }>(
    { uid }: AgendaRecord,
    scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<A>, StoreError>,
    put: (record: A) => Effect.Effect<void, StoreError>,
    count: (records: number) => Effect.Effect<void>
  ): Effect.Effect<void, StoreError> => {
    const putPage = (afterUid: number): Effect.Effect<ReadonlyArray<A>, StoreError> =>
      Effect.provideService(
        atomically(Effect.gen(function*() {
          yield* agendas.lock(uid)
          const page = yield* scan(uid, afterUid, page_records)
          yield* Effect.forEach(page, put, { discard: true })
          return page
        })),
        Transaction,
        transaction
      )
    return Effect.gen(function*() {
      let afterUid: number | undefined = 0
      while (afterUid !== undefined) {
        const page: ReadonlyArray<A> = yield* putPage(afterUid)
        yield* count(page.length)
        afterUid = page.length < page_records ? undefined : page.at(-1)?.uid
      }
    })
  }

  const isDone = (topic: string) => Effect.map(revisions.read([topic]), ([revision = 0]) => revision > 0)
  const markDone = (topic: string) => transaction.run(revisions.bump([topic]))

  return Upkeep.of({
    reindex: Effect.fn("Upkeep.reindex")(function*(progress) {
      if (yield* isDone(wholeTopic)) return 0
      let done = 0
      const count = (records: number) =>
        Effect.suspend(() => {
          done += records
          return progress(done)
        })
      const all = yield* scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0)
      const left = yield* Effect.filter(all, (agenda) => Effect.map(isDone(agendaTopic(agenda)), (isDone) => !isDone))
      // Locations first: an event copies what is searched of its own, which may be another agenda's.
      for (const agenda of left) {
        yield* putAll(agenda, locations.scan, (record) => sparing("location", record.uid, putLocation(record)), count)
      }
      for (const agenda of left) {
        const fields = yield* Effect.provideService(agendaFields(agenda), NetworkStore, networks)
        const putEvent = (record: EventRecord) => Effect.flatMap(eventOf(record), (event) => events.put(record, indexEvent(event, fields)))
        yield* putAll(agenda, events.scan, (record) => sparing("event", record.uid, putEvent(record)), count)
        yield* markDone(agendaTopic(agenda))
      }
      yield* markDone(wholeTopic)
      return done
    })
  })
})
