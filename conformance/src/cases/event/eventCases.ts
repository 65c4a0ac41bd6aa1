import type { IndexedEvent } from "@agenda-engine/core/query/event/PlanData"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectConflict } from "../../expect.js"
import { agendas, events, fill, transact } from "../../storeCalls.js"
import { sampleIntervals } from "../../testing/sampleIntervals.js"
import { hour, interval, noon, sampleAgenda, sampleEvent, sampleLocation, sampleUser } from "../../testing/SampleRecords.js"
import { plan, uidsOf } from "../plans.js"

const put = ({ index, record }: IndexedEvent) => transact(events((store) => store.put(record, index)))
const find = (agendaUid: number, ref: EventRef) => events((store) => store.find(agendaUid, ref))
const findUid = (uid: number) => find(1, { _tag: "Uid", uid })
const findExt = (agendaUid: number, key: string, value: string) => find(agendaUid, { _tag: "ExtId", key, value })
const two = [sampleAgenda(1), sampleAgenda(2)]

const full = sampleEvent(11, {
  slug: "l-ete-a-brest",
  state: -1,
  featured: true,
  status: 6,
  attendanceMode: 3,
  locationUid: 5,
  contributorUid: 9,
  timezone: "Pacific/Auckland",
  createdAt: noon - 1,
  updatedAt: noon + 1,
  version: 42,
  at: [interval(-3), interval(0, 24), interval(24), { begin: noon + 100 * hour, end: noon + 100 * hour + 1_000 }],
  keywords: ["jazz", "plein air", "100%", "l'ete"],
  summary: '{"title":{"fr":"\\"L\'été\\" \\\\ ☀ 𝄞"}}',
  detail: '{"longDescription":{"fr":"a\\nb\\tc -- ; DROP TABLE"}}',
  rows: '{"s0000":{"mapado":{"syncedAt":"2031-05-05T12:00:00+02:00","sourceRef":"\\"É\\" \\\\ ☀"}}}',
  availability: sampleIntervals("available", [noon, "mixed"]),
  availabilityUpdatedAt: noon + 2,
  retiredSlotIds: ["old01", "OLD01"],
  extIds: [{ key: "b", value: "2" }, { key: "a", value: "1" }, { key: "a", value: "É/é?&=%20" }]
})

const filled = fill({ agendas: two, users: [sampleUser(9)], locations: [sampleLocation(5, 1)] })

const written = (id: string, clause: string, title: string) => (program: Parameters<ReturnType<typeof demand>>[0]): Case =>
  demand(id, clause, title)(function*() {
    yield* filled
    yield* program()
  })

/** The demands on the reads and writes of `EventStore`, but for `search`. */
export const eventCases: ReadonlyArray<Case> = [
  written("event.put.whole", "EventStore.put", "`find` returns an event exactly as it was put, with its lists in order")(function*() {
    yield* put(full)
    yield* expectAnswer("the event", findUid(11), full.record)
    const plain = sampleEvent(12)
    yield* put(plain)
    yield* expectAnswer("an event of defaults", findUid(12), plain.record)
  }),
  written(
    "event.find.names",
    "service.md, GET events by uid, slug and external id",
    "an event is found by uid, by slug and by each of its external ids, compared exactly"
  )(function*() {
    yield* put(full)
    yield* expectAnswer("by slug", find(1, { _tag: "Slug", slug: "l-ete-a-brest" }), full.record)
    yield* expectAnswer("by one external id", findExt(1, "b", "2"), full.record)
    yield* expectAnswer("by another of a key", findExt(1, "a", "É/é?&=%20"), full.record)
    yield* expectAnswer("by a key of one and the value of another", findExt(1, "b", "1"), null)
    yield* expectAnswer("by a value in other case", findExt(1, "a", "é/é?&=%20"), null)
    yield* expectAnswer("by a slug in other case", find(1, { _tag: "Slug", slug: "L-ete-a-brest" }), null)
  }),
  written("event.find.own-agenda", "EventStore.find", "an event is not found in another agenda, by uid, slug or external id")(function*() {
    yield* put(full)
    yield* expectAnswer("by uid", find(2, { _tag: "Uid", uid: 11 }), null)
    yield* expectAnswer("by slug", find(2, { _tag: "Slug", slug: full.record.slug }), null)
    yield* expectAnswer("by external id", findExt(2, "b", "2"), null)
  }),
  written("event.find.unknown", "EventStore.find", "`find` returns null for an unknown event")(function*() {
    yield* expectAnswer("by uid", findUid(1), null)
    yield* expectAnswer("in no agenda", find(99, { _tag: "Uid", uid: 1 }), null)
  }),
  written("event.put.replaces", "EventStore.put", "a second `put` replaces the whole event")(function*() {
    yield* put(full)
    const changed = sampleEvent(11, { version: 43 })
    yield* put(changed)
    yield* expectAnswer("the event", findUid(11), changed.record)
    yield* expectAnswer("its old slug", find(1, { _tag: "Slug", slug: full.record.slug }), null)
    yield* expectAnswer("who has its old slug", events((store) => store.agendaOfSlug(full.record.slug)), null)
  }),
  written(
    "event.put.drops-slots",
    "EventStore.put",
    "slots that an event no longer has are not found, and its order follows the current slots"
  )(function*() {
    yield* put(sampleEvent(1, { at: [interval(1), interval(5), interval(9)] }))
    yield* put(sampleEvent(2, { at: [interval(3)] }))
    yield* put(sampleEvent(1, { at: [interval(5)] }))
    const ranges = (hours: number) => [{ gte: interval(hours).begin, lte: interval(hours).begin }]
    yield* expectAnswer("in order of the next slot", uidsOf(plan({})), [2, 1])
    yield* expectAnswer("by the first slot, dropped", uidsOf(plan({ where: [{ _tag: "Timings", ranges: ranges(1) }] })), [])
    yield* expectAnswer("by the last slot, dropped", uidsOf(plan({ where: [{ _tag: "Timings", ranges: ranges(9) }] })), [])
    yield* expectAnswer("by the slot kept", uidsOf(plan({ where: [{ _tag: "Timings", ranges: ranges(5) }] })), [1])
    yield* expectAnswer("after its last slot", uidsOf(plan({ asOf: interval(7).begin, sort: "timings.asc" })), [1, 2])
  }),
  written("event.put.drops-ext-ids", "EventStore.put", "external ids that an event no longer has are free and find nothing")(function*() {
    const id = { key: "source", value: "1" }
    yield* put(sampleEvent(1, { extIds: [id, { key: "source", value: "2" }] }))
    yield* put(sampleEvent(1, { extIds: [{ key: "source", value: "2" }] }))
    yield* expectAnswer("by the id dropped", findExt(1, "source", "1"), null)
    yield* put(sampleEvent(2, { extIds: [id] }))
    yield* expectAnswer("by the id given away", Effect.map(findExt(1, "source", "1"), (record) => record?.uid), 2)
  }),
  written("event.put.drops-keywords", "EventStore.put", "keywords that an event no longer has do not find it")(function*() {
    yield* put(sampleEvent(1, { keywords: ["jazz", "rock"] }))
    yield* put(sampleEvent(1, { keywords: ["rock", "folk"] }))
    const by = (keyword: string) => uidsOf(plan({ where: [{ _tag: "AllTerms", dimension: "keyword", all: [keyword] }] }))
    yield* expectAnswer("by the keyword dropped", by("jazz"), [])
    yield* expectAnswer("by the keyword kept", by("rock"), [1])
    yield* expectAnswer("by the keyword new", by("folk"), [1])
  }),
  written(
    "event.put.other-agenda",
    "EventStore.put",
    "`put` with the uid of another agenda's event fails with `Conflict` and stores nothing"
  )(function*() {
    yield* put(full)
    yield* expectConflict("the same uid in another agenda", put(sampleEvent(11, { agendaUid: 2 })))
    yield* expectAnswer("the event", findUid(11), full.record)
    yield* expectAnswer("in the other agenda", find(2, { _tag: "Uid", uid: 11 }), null)
  }),
  written(
    "event.put.new",
    "EventStore.put",
    "`put` of a new event stores it whole, and fails with `Conflict` and stores nothing when an event has its uid"
  )(function*() {
    const putNew = ({ index, record }: IndexedEvent) => transact(events((store) => store.put(record, index, true)))
    yield* putNew(full)
    yield* expectAnswer("the event", findUid(11), full.record)
    const online = sampleEvent(12)
    yield* putNew(online)
    yield* expectAnswer("an event without location", findUid(12), online.record)
    yield* expectConflict("the same uid again", putNew(sampleEvent(11, { version: 43 })))
    yield* expectAnswer("the event after that", findUid(11), full.record)
  }),
  written(
    "event.put.slug-conflict",
    "wire.md §5, slug",
    "`put` with the slug of another event, of any agenda, fails with `Conflict` and stores nothing"
  )(function*() {
    yield* put(sampleEvent(1, { slug: "taken" }))
    yield* expectConflict("the same slug in the same agenda", put(sampleEvent(2, { slug: "taken" })))
    yield* expectConflict("the same slug in another agenda", put(sampleEvent(3, { slug: "taken", agendaUid: 2 })))
    yield* expectAnswer("the second event", findUid(2), null)
    yield* put(sampleEvent(1, { slug: "taken", version: 2 }))
  }),
  written(
    "event.put.ext-id-conflict",
    "service.md, external identifiers",
    "`put` with the external id of another event of the agenda fails with `Conflict` and stores nothing"
  )(function*() {
    const extIds = [{ key: "source", value: "1" }]
    yield* put(sampleEvent(1, { extIds }))
    yield* expectConflict("the same id in the same agenda", put(sampleEvent(2, { extIds })))
    yield* expectAnswer("the second event", findUid(2), null)
    yield* put(sampleEvent(1, { extIds, version: 2 }))
  }),
  written(
    "event.put.recovered",
    "EventStore.put",
    "a transaction can go on and commit after a `put` that fails with `Conflict`, which stores nothing"
  )(function*() {
    const extIds = [{ key: "source", value: "1" }]
    const putOne = ({ index, record }: IndexedEvent) => events((store) => store.put(record, index))
    yield* transact(Effect.gen(function*() {
      yield* putOne(sampleEvent(1, { extIds }))
      yield* expectConflict("the id of the first", putOne(sampleEvent(2, { slug: "other", extIds })))
      yield* putOne(sampleEvent(3))
    }))
    yield* expectAnswer(
      "all events",
      Effect.map(events((store) => store.scan({ agendaUid: 1 }, 0, 10)), (all) => all.map(({ uid }) => uid)),
      [1, 3]
    )
    yield* expectAnswer("the slug of the second", events((store) => store.agendaOfSlug("other")), null)
  }),
  written("event.put.ext-id-per-agenda", "EventBody.extIds", "events of two agendas can have the same external id")(function*() {
    const extIds = [{ key: "source", value: "1" }]
    yield* put(sampleEvent(1, { extIds }))
    yield* put(sampleEvent(2, { extIds, agendaUid: 2 }))
    yield* expectAnswer("in the first", Effect.map(findExt(1, "source", "1"), (record) => record?.uid), 1)
    yield* expectAnswer("in the second", Effect.map(findExt(2, "source", "1"), (record) => record?.uid), 2)
  }),
  written("event.put.hundreds-of-slots", "wire.md §5, limits", "an event with 784 slots is stored and returned whole")(function*() {
    const many = sampleEvent(1, { at: Array.from({ length: 784 }, (_, index) => interval(index * 3 - 1_000)) })
    yield* put(many)
    yield* expectAnswer("the event", findUid(1), many.record)
  }),
  written("event.remove", "EventStore.remove", "a removed event is not found and not listed, and its slug and external ids are free")(
    function*() {
      yield* put({ ...full, record: { ...full.record, state: 2 } })
      yield* transact(events((store) => store.remove(11)))
      yield* expectAnswer("by uid", findUid(11), null)
      yield* expectAnswer("by external id", findExt(1, "b", "2"), null)
      yield* expectAnswer("in the list", uidsOf(plan({})), [])
      yield* expectAnswer(
        "by keyword",
        uidsOf(plan({ where: [{ _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }] })),
        []
      )
      yield* put(sampleEvent(12, { slug: full.record.slug, extIds: full.record.extIds }))
    }
  ),
  written("event.remove.unknown", "EventStore.remove", "removing an unknown event does nothing")(function*() {
    yield* put(full)
    yield* transact(events((store) => store.remove(12)))
    yield* expectAnswer("the other event", findUid(11), full.record)
  }),
  written(
    "event.agenda-of-slug",
    "wire.md §5, slug",
    "`agendaOfSlug` and `taken` find the event with this slug in any agenda, and nothing else"
  )(
    function*() {
      yield* put(sampleEvent(1, { slug: "taken", agendaUid: 2, state: -1 }))
      yield* expectAnswer("a slug in use", events((store) => store.agendaOfSlug("taken")), 2)
      yield* expectAnswer("a longer one", events((store) => store.agendaOfSlug("taken-2")), null)
      yield* expectAnswer("the slug of an agenda", events((store) => store.agendaOfSlug("agenda-1")), null)
      for (const [slug, isTaken] of [["taken", true], ["taken-2", false], ["agenda-1", false]] as const) {
        yield* expectAnswer(`whether ${slug} is taken`, events((store) => store.taken(99, slug)), { uid: false, slug: isTaken })
      }
    }
  ),
  written(
    "event.agendas-at",
    "wire.md §5, Locations",
    "`agendasAt` returns the existing agendas with an event at a location, in any state, each once, without those of removed and moved events"
  )(function*() {
    const at = (locationUid: number, limit = 9) =>
      Effect.map(events((store) => store.agendasAt(locationUid, limit)), (uids) => uids.toSorted((one, other) => one - other))
    yield* fill({ locations: [sampleLocation(6, 1)] })
    yield* put(sampleEvent(1, { agendaUid: 2, state: -1, locationUid: 5 }))
    yield* put(sampleEvent(2, { locationUid: 6 }))
    yield* put(sampleEvent(3, { locationUid: 5, state: 0 }))
    yield* put(sampleEvent(4, { locationUid: 5 }))
    yield* expectAnswer("of a refused, a draft and a published event", at(5), [1, 2])
    yield* expectAnswer("at most one of them", Effect.map(at(5, 1), (uids) => uids.length), 1)
    yield* expectAnswer("of one event", at(6), [1])
    yield* expectAnswer("of none", at(7), [])
    yield* put(sampleEvent(1, { agendaUid: 2, state: -1 }))
    yield* transact(events((store) => store.remove(2)))
    yield* expectAnswer("of one that went elsewhere", at(5), [1])
    yield* expectAnswer("of one removed", at(6), [])
    yield* transact(agendas((store) => store.remove(1)))
    yield* expectAnswer("of an agenda that was removed", at(5), [])
  }),
  written("event.scan.pages", "EventStore.scan", "`scan` returns every event of one agenda, in any state, whole, ordered by uid")(
    function*() {
      const records = [sampleEvent(30), sampleEvent(4, { state: 0 }), full]
      yield* Effect.forEach([...records, sampleEvent(5, { agendaUid: 2 })], put)
      const scan = (after: number, limit: number) => events((store) => store.scan({ agendaUid: 1 }, after, limit))
      yield* expectAnswer("the first page", scan(0, 2), [sampleEvent(4, { state: 0 }).record, full.record])
      yield* expectAnswer("the last page", scan(11, 2), [sampleEvent(30).record])
      yield* expectAnswer("after the last", scan(30, 2), [])
    }
  )
]
