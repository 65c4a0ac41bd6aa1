import type { Interval } from "@agenda-engine/core/domain/event/Timing"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { EventRecord } from "@agenda-engine/core/record/EventRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { agendas, events, fill, idempotencyRecords, locations, members, tombstones, transact, users } from "../storeCalls.js"
import {
  hour,
  sampleAgenda,
  sampleEvent,
  sampleIdempotencyRecord,
  sampleLocation,
  sampleMember,
  sampleTombstone,
  sampleUser
} from "../testing/SampleRecords.js"
import { plan, uidsOf } from "./plans.js"

const uid_max = Number.MAX_SAFE_INTEGER

/** 1900-01-01, 2100-01-01 and 9999-12-30, 00:00 UTC, in epoch milliseconds. */
const year1900 = -2_208_988_800_000
const year2100 = 4_102_444_800_000
const year9999 = 253_402_128_000_000

/** A text of this many code points with a decomposed letter and an emoji. With `end`, it ends so. */
const textOf = (length: number, end = ""): string => {
  const begin = "e\u0301\u{1F3B7}"
  return `${begin}${"x".repeat(length - Array.from(begin).length - end.length)}${end}`
}

const value = textOf(defaultLimits.extId_chars_max, "1")
const slots_max = defaultLimits.slots_max

const far: ReadonlyArray<Interval> = [
  { begin: year1900, end: year1900 + hour },
  ...Array.from({ length: slots_max - 2 }, (_, index) => ({ begin: year2100 + index * hour, end: year2100 + index * hour + hour })),
  { begin: year9999, end: year9999 + hour }
]

const keyword = "k".repeat(defaultLimits.keyword_chars_max)

const widest = sampleEvent(uid_max, {
  agendaUid: 1,
  version: 2 ** 40,
  createdAt: year1900,
  updatedAt: year9999,
  publishedAt: year2100,
  availabilityUpdatedAt: year9999,
  at: far,
  keywords: [`${keyword}1`, `${keyword}2`],
  extIds: [{ key: "blank ", value }, { key: "blank", value: `${value.slice(0, -1)}2` }],
  detail: JSON.stringify({ longDescription: { fr: `${textOf(50_000)}  ` } })
})

const put = (event: typeof widest) => transact(events((store) => store.put(event.record, event.index)))

const find = (extId: EventRecord["extIds"][number]) => events((store) => store.find(1, { _tag: "ExtId", ...extId }))

const filled = fill({ agendas: [sampleAgenda(1)] })

/** The demands on the widths, encodings and ranges of what is stored: records at the default limits. */
export const limitCases: ReadonlyArray<Case> = [
  demand(
    "event.limits.whole",
    "wire.md §5, Limits",
    "an event at the limits is returned exactly: 800 slots from 1900 to 9999, the greatest uid, long texts, a version past 32 bits"
  )(function*() {
    yield* filled
    yield* put(widest)
    yield* expectAnswer("by uid", events((store) => store.find(1, { _tag: "Uid", uid: uid_max })), widest.record)
    yield* expectAnswer("by scan", events((store) => store.scan({ agendaUid: 1 }, uid_max - 1, 2)), [widest.record])
  }),
  demand(
    "event.limits.ext-id",
    "wire.md §5, Limits",
    "external ids of 255 characters are compared whole: keys by trailing blanks, values by their last character and without Unicode normalization"
  )(function*() {
    yield* filled
    yield* put(widest)
    yield* expectAnswer("with a trailing blank", Effect.map(find({ key: "blank ", value }), (event) => event?.uid), uid_max)
    yield* expectAnswer("without it", find({ key: "blank", value }), null)
    yield* expectAnswer("another last character", find({ key: "blank ", value: `${value.slice(0, -1)}3` }), null)
    yield* expectAnswer("composed letters", find({ key: "blank ", value: value.normalize("NFC") }), null)
    yield* put(sampleEvent(2, { extIds: [{ key: "blank ", value: `${value.slice(0, -1)}9` }] }))
    yield* expectAnswer("the other event", Effect.map(find({ key: "blank ", value: `${value.slice(0, -1)}9` }), (event) => event?.uid), 2)
  }),
  demand("event.limits.keyword", "wire.md §5, Limits", "keywords that differ only in their last character are filtered and counted apart")(
    function*() {
      yield* filled
      yield* put(widest)
      yield* put(sampleEvent(2, { keywords: [`${keyword}2`] }))
      const having = (value: string) => plan({ where: [{ _tag: "Terms", dimension: "keyword", in: [value], orNone: false }] })
      yield* expectAnswer("the first", uidsOf(having(`${keyword}1`)), [uid_max])
      yield* expectAnswer("the second", Effect.map(uidsOf(having(`${keyword}2`)), (uids) => uids.toSorted((left, right) => left - right)), [
        2,
        uid_max
      ])
      yield* expectAnswer("another", uidsOf(having(`${keyword}3`)), [])
    }
  ),
  demand("event.limits.instants", "wire.md §5, Instants", "lists order and filter instants of 1900, 2100 and 9999")(function*() {
    yield* filled
    yield* put(widest)
    yield* put(sampleEvent(2, { updatedAt: year1900, at: [{ begin: year1900, end: year1900 + hour }] }))
    yield* put(sampleEvent(3, { updatedAt: year2100, at: [{ begin: year2100, end: year2100 + hour }] }))
    yield* expectAnswer("by change", uidsOf(plan({ sort: "updatedAt.asc" })), [2, 3, uid_max])
    yield* expectAnswer("by last slot", uidsOf(plan({ sort: "lastTiming.asc" })), [3, uid_max, 2])
    yield* expectAnswer(
      "by a slot in 9999",
      uidsOf(plan({ where: [{ _tag: "Timings", ranges: [{ gte: year9999, lte: null }] }] })),
      [uid_max]
    )
    const tombstone = sampleTombstone(uid_max - 1, { removedAt: year9999 })
    yield* transact(tombstones((store) => store.put(tombstone, null)))
    yield* expectAnswer("a tombstone", tombstones((store) => store.find(1, uid_max - 1, "public")), tombstone)
  }),
  demand(
    "location.limits.whole",
    "wire.md §5, Locations",
    "a location with long texts and the greatest uid is returned exactly, trailing blanks and decomposed letters included"
  )(function*() {
    yield* filled
    const { index, record } = sampleLocation(uid_max, 1, {
      name: textOf(1_000, "  "),
      address: textOf(1_000, " "),
      adminLevel1: textOf(400),
      detail: JSON.stringify({ description: { fr: textOf(70_000, " ") } }),
      createdAt: year1900,
      updatedAt: year9999
    }, { extIds: [{ key: "default", value }] })
    yield* transact(locations((store) => store.put(record, index)))
    yield* expectAnswer("by uid", locations((store) => store.find(uid_max)), record)
    yield* expectAnswer("by external id", locations((store) => store.findByExtId(1, null, { key: "default", value })), record)
    yield* expectAnswer(
      "by another last character",
      locations((store) => store.findByExtId(1, null, { key: "default", value: `${value.slice(0, -1)}2` })),
      null
    )
  }),
  demand(
    "agenda.limits.whole",
    "AgendaStore.put",
    "an agenda with settings and fields of more than 65 535 bytes and the greatest uid is returned exactly"
  )(function*() {
    const record = sampleAgenda(uid_max, {
      title: textOf(400, "  "),
      description: textOf(2_000),
      settings: JSON.stringify({ text: textOf(70_000) }),
      fields: JSON.stringify([textOf(70_000)]),
      createdAt: year1900,
      updatedAt: year9999
    })
    yield* transact(agendas((store) => store.put(record)))
    yield* expectAnswer("the agenda", agendas((store) => store.find({ _tag: "Uid", uid: uid_max })), record)
    yield* transact(agendas((store) => store.setClock(uid_max, { changedAt: year9999 })))
    const clock = yield* transact(agendas((store) => store.lock(uid_max)))
    yield* expectEqual("its clock", clock?.changedAt, year9999)
  }),
  demand(
    "member.limits.whole",
    "MemberStore.put",
    "users and members with long texts are returned exactly, trailing blanks and decomposed letters included"
  )(function*() {
    yield* filled
    const user = sampleUser(uid_max, { name: textOf(400, "  "), email: `${"m".repeat(60)}@${"example.".repeat(23)}org` })
    const member = sampleMember(uid_max, uid_max, { name: textOf(400, " "), organization: textOf(400), position: textOf(400, "  ") })
    yield* transact(users((store) => store.put(user)))
    yield* transact(members((store) => store.put(member)))
    yield* expectAnswer("the user", users((store) => store.find(uid_max)), user)
    yield* expectAnswer("the member", members((store) => store.find(uid_max)), member)
  }),
  demand(
    "idempotency.limits.whole",
    "wire.md §4, Idempotency-Key",
    "a key of 255 characters and an answer of 200 000 characters are kept exactly"
  )(function*() {
    const name = "n".repeat(254)
    const record = sampleIdempotencyRecord("k1", `${name}1`, { answer: textOf(200_000, "  ") })
    yield* transact(idempotencyRecords((store) => store.put(record, null)))
    yield* expectAnswer("the record", idempotencyRecords((store) => store.find("k1", `${name}1`)), record)
    yield* expectAnswer("another last character", idempotencyRecords((store) => store.find("k1", `${name}2`)), null)
  })
]
