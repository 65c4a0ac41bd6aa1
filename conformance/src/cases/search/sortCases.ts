import { type Direction, type LocationSortField, placeOrders } from "@agenda-engine/core/query/event/EventSort"
import type { Order, OrderKey, Position } from "@agenda-engine/core/query/event/QueryPlan"
import type { Case } from "../../Case.js"
import { interval, noon, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { ordered, plan } from "../plans.js"
import { search } from "./searchCase.js"

/**
 * Locations whose texts are in the order of their uid, but for the one without any that can be left out; code points,
 * not UTF-16 units.
 */
const texts = ["", "brest", "sète", "\uffee", "\u{1d11e}"]

const located = texts.map((text, index) =>
  sampleLocation(index + 1, 1, {
    name: text,
    address: text,
    adminLevel1: text,
    adminLevel2: text,
    adminLevel3: text,
    adminLevel4: text,
    adminLevel5: text,
    adminLevel6: text,
    postalCode: text,
    countryCode: text
  })
)

const bare = sampleLocation(6, 1, {
  name: "a",
  address: "a",
  adminLevel1: null,
  adminLevel2: null,
  adminLevel3: null,
  adminLevel4: null,
  adminLevel5: null,
  adminLevel6: null,
  postalCode: null,
  countryCode: "aa"
})

/**
 * Events 1 to 5 at the locations of these uids the other way round, 6 at the bare one, 7 and 8 at none, 9 where 1 is.
 */
const given = {
  locations: [...located, bare],
  events: [
    ...[5, 4, 3, 2, 1, 6].map((locationUid, index) =>
      sampleEvent(index + 1, { locationUid, at: [interval(index % 3)], createdAt: noon - index % 2 })
    ),
    sampleEvent(7, { at: [interval(1)], createdAt: noon - 5, featured: true }),
    sampleEvent(8, { at: [interval(-9), interval(-4)], createdAt: noon - 6 }),
    sampleEvent(9, { locationUid: 5, at: [interval(-6), interval(7)], createdAt: noon - 5, state: 1 }),
    sampleEvent(10, { agendaUid: 2 })
  ]
}

const states = [2, 1]

const order = (id: string, title: string, orders: ReadonlyArray<Order>, uids: ReadonlyArray<number>): Case =>
  search(`search.order.${id}`, "wire.md §6, Sorts", title, { given, plan: plan({ segments: ordered(...orders), states }), uids })

const by = (key: OrderKey, direction: Direction = "asc"): Order => ({ key, direction })

/** Texts that a location cannot be without. */
const always: ReadonlyArray<LocationSortField> = ["name", "address", "countryCode"]

const placeOrder = (field: LocationSortField): ReadonlyArray<Case> => [
  order(
    `location.${field}.asc`,
    `sorted by the folded ${field} of the location, in code point order, events without one last`,
    [by(`location.${field}`)],
    always.includes(field) ? [5, 6, 4, 3, 2, 1, 9, 7, 8] : [5, 4, 3, 2, 1, 9, 6, 7, 8]
  ),
  order(
    `location.${field}.desc`,
    `sorted by the folded ${field} of the location, descending, ties by descending uid, events without one last`,
    [by(`location.${field}`, "desc")],
    always.includes(field) ? [9, 1, 2, 3, 4, 6, 5, 8, 7] : [9, 1, 2, 3, 4, 5, 8, 7, 6]
  )
]

const after = (id: string, title: string, orders: ReadonlyArray<Order>, position: Position, uids: ReadonlyArray<number>): Case =>
  search(`search.page.sorted.${id}`, "wire.md §6, Cursor", title, {
    given,
    plan: plan({ segments: ordered(...orders), states, start: { _tag: "After", segment: 0, position }, limit: 2 }),
    uids
  })

const city = by("location.adminLevel4", "desc")

/** The demands on the orders that no time gives, and on several at once. */
export const sortCases: ReadonlyArray<Case> = [
  order("created-at-asc", "sorted by creation", [by("createdAt")], [8, 7, 9, 2, 4, 6, 1, 3, 5]),
  order("created-at-desc", "sorted by creation, latest first, ties by descending uid", [by("createdAt", "desc")], [
    5,
    3,
    1,
    6,
    4,
    2,
    9,
    7,
    8
  ]),
  ...placeOrders.flatMap(placeOrder),
  order("uid", "without order keys, hits are ordered by uid", [], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
  order("score", "without a text search, every score is 0", [by("score", "desc")], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
  order("next-time", "`nextTime`: the begin of the next slot, or the negated end of the last slot of an ended event", [by("nextTime")], [
    8,
    1,
    4,
    2,
    5,
    7,
    3,
    6,
    9
  ]),
  order("last-time", "`lastTime`: the begin of the last slot, or the negated end of the last slot of an ended event", [
    by("lastTime", "desc")
  ], [9, 6, 3, 7, 5, 2, 4, 1, 8]),
  order("ended", "`ended` and then `nextTime`: ended events last, each group sorted by time", [by("ended"), by("nextTime")], [
    1,
    4,
    2,
    5,
    7,
    3,
    6,
    9,
    8
  ]),
  order("featured", "featured events first", [by("featured", "desc"), by("location.name")], [7, 5, 6, 4, 3, 2, 1, 9, 8]),
  order("several", "ties of the first key are ordered by the second, each key in its own direction", [by("createdAt", "desc"), city], [
    1,
    3,
    5,
    2,
    4,
    6,
    9,
    7,
    8
  ]),
  order("next-begin-only", "`nextBegin` alone: an event without a next slot is not a hit", [by("nextBegin", "desc")], [
    9,
    6,
    3,
    7,
    5,
    2,
    4,
    1
  ]),
  after("tie", "a page starts after one of several events with equal keys", [city], { values: ["\u{1d11e}"], uid: 9 }, [1, 2]),
  after("before-none", "events without a value follow the last event with one", [city], { values: [""], uid: 5 }, [8, 7]),
  after("none", "a page starts after an event without a value", [city], { values: [null], uid: 8 }, [7, 6]),
  after("none-ascending", "a page starts after an event without a value, in ascending order", [by("location.adminLevel4")], {
    values: [null],
    uid: 7
  }, [8]),
  after("gone", "a page starts after a text that no location has", [by("location.name")], { values: ["c"], uid: 1 }, [3, 2]),
  after("nul", "a page starts after a text with a NUL character", [by("location.name")], { values: ["brest\0"], uid: 1 }, [3, 2]),
  after("nul-descending", "a page starts after a text with a NUL character, in descending order", [by("location.name", "desc")], {
    values: ["brest\0"],
    uid: 1
  }, [4, 6]),
  after("second-key", "a page starts after a position with equal first keys, by the second key", [by("createdAt", "desc"), city], {
    values: [noon, ""],
    uid: 5
  }, [
    2,
    4
  ]),
  after("third-key", "a page starts after a position with two equal keys, by the third key", [
    by("featured", "desc"),
    by("ended"),
    by("lastTime")
  ], {
    values: [0, 0, interval(1).begin],
    uid: 2
  }, [5, 3])
]
