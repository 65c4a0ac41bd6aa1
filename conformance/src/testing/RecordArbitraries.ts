import type { Interval } from "@agenda-engine/core/domain/event/Timing"
import { foldText } from "@agenda-engine/core/domain/text/foldText"
import { availabilities } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { IndexedEvent, IndexedLocation } from "@agenda-engine/core/query/event/PlanData"
import type { AgendaRecord } from "@agenda-engine/core/record/AgendaRecord"
import type { EventAvailability, EventIndex, EventTerm } from "@agenda-engine/core/record/EventRecord"
import { titleKeys } from "@agenda-engine/core/search/wordKeys"
import * as FastCheck from "effect/FastCheck"
import { sampleIntervals } from "./sampleIntervals.js"
import { day, hour, noon, sampleAgenda, sampleEvent, sampleLocation } from "./SampleRecords.js"
import { searchedDocument } from "./SearchArbitraries.js"

/** The uids of random histories: few, so that they collide. Event `u` always belongs to agenda `agendaOf(u)`. */
export const pools = {
  agendas: [1, 2, 3],
  events: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  locations: [1, 2, 3, 4],
  contributors: [7, 8]
} as const

/** The agenda of an event of the pool: two thirds belong to agenda 1. */
export const agendaOf = (eventUid: number): number => eventUid % 3 !== 0 ? 1 : eventUid % 2 === 0 ? 2 : 3

/** City names that fold to the same text, differ in length, or have characters outside the BMP. */
export const cityNames = ["Sète", "SETE", "Brest", "Brest-sur-Mer", "Łódź", "\u{1d11e}"] as const
/** Keywords, unfolded; some fold to the same text. */
export const keywordNames = ["jazz", "Jazz", "plein air", "été", "100%"] as const

/** Country codes; two fold to the same text. */
export const countryCodes = ["FR", "fr", "CH"] as const
/** Index terms of dimensions other than keywords: several per dimension, with equal and different spellings. */
export const eventTerms: ReadonlyArray<EventTerm> = [
  { dimension: "language", value: "fr", spelling: "fr" },
  { dimension: "language", value: "en", spelling: "en" },
  { dimension: "accessibility", value: "hi", spelling: "hi" },
  { dimension: "pricing", value: "free", spelling: "free" },
  { dimension: "field:kind", value: "1", spelling: "1" },
  { dimension: "field:kind", value: "2", spelling: "2" },
  { dimension: "field:note", value: "ete", spelling: "Été" },
  { dimension: "field:note", value: "ete 2", spelling: "été 2" }
]
/** Field numbers and age bounds: boundaries, fractions that are inexact in binary, and a number above 32 bits. */
export const numbers = [0, 1, 18, -1, 0.1, 0.30000000000000004, 3_000_000_000] as const
/** The dimensions of number fields. */
export const numberDimensions = ["field:price", "field:seats"] as const
/** Coordinates in degrees: both sides of the antimeridian, and edges of boxes. */
export const degrees = [-180, -179.5, -4.486076, 0, 4.486076, 48.390394, 89.1, 179.5, 180] as const

/** Instants around `noon`: few, with adjacent seconds, so that ties and boundaries are frequent. */
export const instant: FastCheck.Arbitrary<number> = FastCheck.tuple(
  FastCheck.constantFrom(0, 1, -1, 2, 3, -3, 6, -6, 24, -24, 49, -49),
  FastCheck.constantFrom(0, 0, 0, 0, 0, 0, -1_000, 1_000)
).map(([hours, offset_ms]) => noon + hours * hour + offset_ms)

const lengths = [hour, hour, 2 * hour, 1_000, day] as const
const gaps = [0, hour, 5 * hour, day, 1_000] as const

/** One to six slots in order, not overlapping, some adjacent, none longer than a day. */
export const intervals: FastCheck.Arbitrary<ReadonlyArray<Interval>> = FastCheck.tuple(
  instant,
  FastCheck.array(FastCheck.tuple(FastCheck.constantFrom(...gaps), FastCheck.constantFrom(...lengths)), { minLength: 1, maxLength: 6 })
).map(([from, parts]) =>
  parts.reduce<{ readonly at: number; readonly made: ReadonlyArray<Interval> }>(({ at, made }, [gap, length], index) => {
    const begin = index === 0 ? at : at + gap
    return { at: begin + length, made: [...made, { begin, end: begin + length }] }
  }, { at: from, made: [] }).made
)

/** Arbitrary aggregate ticket statuses. */
export const availability = FastCheck.constantFrom(...availabilities)

/**
 * Availability intervals of an event with tickets: boundaries among the other instants, some without a change of
 * status.
 */
const ticketing: FastCheck.Arbitrary<EventIndex["availability"]> = FastCheck.tuple(
  availability,
  FastCheck.uniqueArray(FastCheck.tuple(instant, availability), { maxLength: 4, selector: ([from]) => from })
).map(([first, others]) => sampleIntervals(first, ...others.toSorted(([left], [right]) => left - right)))

const rows = FastCheck.constantFrom("{}", '{"s0000":{"mapado":{"syncedAt":"2031-05-05T12:00:00+02:00"}}}')

/** Arbitrary updates of only the ticket availability. */
export const eventAvailability: FastCheck.Arbitrary<EventAvailability> = FastCheck.record(
  { updatedAt: instant, rows, intervals: FastCheck.oneof(ticketing, FastCheck.constant([])) },
  { requiredKeys: ["updatedAt", "rows"] }
)

/** Arbitrary events of the pool, at any location of the pool or none. */
export const event: FastCheck.Arbitrary<IndexedEvent> = FastCheck.record({
  uid: FastCheck.constantFrom(...pools.events),
  at: intervals,
  state: FastCheck.constantFrom(2, 2, 2, 2, 1, 0, -1),
  featured: FastCheck.boolean(),
  status: FastCheck.constantFrom(1, 1, 6),
  attendanceMode: FastCheck.constantFrom(1, 2, 3),
  locationUid: FastCheck.constantFrom(null, ...pools.locations),
  contributorUid: FastCheck.constantFrom(null, ...pools.contributors),
  createdAt: instant,
  updatedAt: instant,
  publishedAt: FastCheck.option(instant, { freq: 5 }),
  version: FastCheck.integer({ min: 1, max: 9 }),
  keywords: FastCheck.uniqueArray(FastCheck.constantFrom(...keywordNames), { maxLength: 3, selector: foldText }),
  terms: FastCheck.uniqueArray(FastCheck.constantFrom(...eventTerms), { maxLength: 4 }),
  numbers: FastCheck.uniqueArray(
    FastCheck.record({ dimension: FastCheck.constantFrom(...numberDimensions), value: FastCheck.constantFrom(...numbers) }),
    { maxLength: 2, selector: ({ dimension }) => dimension }
  ),
  age: FastCheck.option(
    FastCheck.record({ min: FastCheck.constantFrom(null, 0, 3, 18), max: FastCheck.constantFrom(null, 3, 18, 99) }),
    { freq: 2 }
  ),
  availability: FastCheck.oneof(ticketing, FastCheck.constant([])),
  rows,
  availabilityUpdatedAt: FastCheck.option(instant, { freq: 2 }),
  aliases: FastCheck.uniqueArray(FastCheck.constantFrom("a", "b"), { maxLength: 2 }),
  renamed: FastCheck.boolean(),
  search: searchedDocument
}).map(({ aliases, renamed, uid, ...fields }) =>
  sampleEvent(uid, {
    ...fields,
    agendaUid: agendaOf(uid),
    slug: renamed ? `renamed-${uid}` : `event-${uid}`,
    extIds: aliases.map((key) => ({ key, value: String(uid) }))
  })
)

/** Arbitrary locations of the pool. */
export const location: FastCheck.Arbitrary<IndexedLocation> = FastCheck.record({
  uid: FastCheck.constantFrom(...pools.locations),
  name: FastCheck.constantFrom(...cityNames, "Musées de l'Art", "The Concert"),
  adminLevel1: FastCheck.constantFrom(null, "Bretagne", "Occitanie"),
  adminLevel4: FastCheck.constantFrom(null, ...cityNames),
  adminLevel6: FastCheck.constantFrom(null, "", "Siam"),
  address: FastCheck.constantFrom("", "1 Market Street", "Été"),
  postalCode: FastCheck.constantFrom(null, "29200", "34200"),
  countryCode: FastCheck.constantFrom(...countryCodes),
  latitude: FastCheck.option(FastCheck.constantFrom(...degrees), { freq: 5 }),
  longitude: FastCheck.option(FastCheck.constantFrom(...degrees), { freq: 5 }),
  setUid: FastCheck.constantFrom(null, 5),
  state: FastCheck.constantFrom(0, 1),
  createdAt: instant,
  updatedAt: instant,
  aliases: FastCheck.uniqueArray(FastCheck.constantFrom("a", "b"), { maxLength: 2 })
}).map(({ aliases, uid, ...fields }) =>
  sampleLocation(uid, uid === 4 ? 2 : 1, fields, { extIds: aliases.map((key) => ({ key, value: String(uid) })) })
)

/** Arbitrary agendas of the pool. */
export const agenda: FastCheck.Arbitrary<AgendaRecord> = FastCheck.record({
  uid: FastCheck.constantFrom(...pools.agendas),
  words: FastCheck.array(FastCheck.constantFrom("Jazz", "jazzy", "Brest", "été"), { minLength: 1, maxLength: 3 }),
  private: FastCheck.constantFrom(false, false, false, true),
  indexed: FastCheck.constantFrom(true, true, true, false),
  official: FastCheck.boolean(),
  networkUid: FastCheck.constantFrom(null, 1, 2),
  locationSetUid: FastCheck.constantFrom(null, 5, 6),
  createdAt: instant,
  updatedAt: instant,
  officializedAt: FastCheck.option(instant)
}).map(({ uid, words, ...fields }) => sampleAgenda(uid, { ...fields, title: words.join(" "), titleFolded: titleKeys(words.join(" ")) }))
