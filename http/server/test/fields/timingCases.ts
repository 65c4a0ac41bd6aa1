import type { Json, JsonObject } from "@agenda-engine/core/domain/text/Json"
import { civilDateOf, epochDayOf, formatDay } from "@agenda-engine/core/domain/time/CivilDate"
import { blanks, type FieldCase, refused, refusedAs, taken } from "./FieldCase.js"

const slot = (begin: string, end: string) => ({ begin, end })

const firstDay = epochDayOf({ year: 2030, month: 1, day: 1 })

/** One slot of an hour on each of so many days. */
const slots = (count: number): ReadonlyArray<Json> =>
  Array.from({ length: count }, (_, index) => {
    const day = formatDay(civilDateOf(firstDay + index))
    return slot(`${day}T12:00:00+00:00`, `${day}T13:00:00+00:00`)
  })

const shown = slot("2030-06-01T18:00:00+02:00", "2030-06-01T20:00:00+02:00")

/** A slot whose bounds are written otherwise, and reads in Paris's time. */
const spelt = (says: string, begin: string, end: string): FieldCase => taken(says, [slot(begin, end)], [shown], { once: true })

const wrongBegin = (says: string, begin: Json, code: "date.invalid" | "offset.required" = "date.invalid"): FieldCase =>
  refused(says, [{ begin, end: "2030-06-01T20:00:00Z" }], [`${code} timings[0].begin #0`, begin])

/** A slot that no event has yet. */
const another = slot("2030-07-01T18:00:00+02:00", "2030-07-01T20:00:00+02:00")

const sold: JsonObject = { offers: [{ provider: "mapado", currency: "EUR", tiers: [] }] }

/** What is different for a slot, and what providers say of it. */
const slotTickets: ReadonlyArray<FieldCase> = [
  taken(
    "overrides and rows",
    [{
      ...another,
      offers: [{ provider: "mapado", tiers: [{ label: { fr: "Plein" }, priceCents: 1 }], bookingUrl: "https://example.org/x" }],
      availability: [{ provider: "weezevent", syncedAt: "2020-01-01T00:00:00Z", remaining: 0 }]
    }],
    [another]
  ),
  refused(
    "overrides that are none",
    [{
      ...another,
      offers: [
        { provider: "mapado" },
        { provider: "weezevent", tiers: [] },
        { provider: "mapado", tiers: "x", bookingUrl: "ftp://example.org" },
        "x"
      ]
    }],
    ["required timings[0].offers[0] #0", { provider: "mapado" }],
    ["provider.unknown timings[0].offers[1].provider #0", "weezevent"],
    ["duplicate timings[0].offers[2].provider #0", "mapado"],
    ["type.invalid timings[0].offers[2].tiers #0", "x"],
    ["url.invalid timings[0].offers[2].bookingUrl #0", "ftp://example.org"],
    ["type.invalid timings[0].offers[3] #0", "x"]
  ),
  refused("overrides of another type", [{ ...another, offers: "x" }], ["type.invalid timings[0].offers #0", "x"]),
  refused(
    "rows that are none",
    [{
      ...another,
      availability: [
        { provider: "mapado", syncedAt: "2020-01-01T00:00:00", remaining: 1.5, lowStockThreshold: -1 },
        { provider: "nobody", syncedAt: "2020-01-01T00:00:00Z", closedBySource: "yes", status: "mixed" },
        { provider: "weezevent", sourceRef: "x".repeat(256), onSaleFrom: "2030-01-02T00:00Z", onSaleThrough: "2030-01-01T00:00Z" },
        5
      ]
    }],
    ["offset.required timings[0].availability[0].syncedAt #0", "2020-01-01T00:00:00"],
    ["integer.invalid timings[0].availability[0].remaining #0", 1.5],
    ["range timings[0].availability[0].lowStockThreshold #0", -1],
    ["provider.unknown timings[0].availability[1].provider #0", "nobody"],
    ["type.invalid timings[0].availability[1].closedBySource #0", "yes"],
    ["enum.invalid timings[0].availability[1].status #0", "mixed"],
    ["required timings[0].availability[2].syncedAt #0", null],
    ["string.toolong timings[0].availability[2].sourceRef #0", "x".repeat(256)],
    ["range timings[0].availability[2].onSaleThrough #0", "2030-01-01T00:00Z"],
    ["type.invalid timings[0].availability[3] #0", 5]
  ),
  refused("rows of another type", [{ ...another, availability: 5 }], ["type.invalid timings[0].availability #0", 5])
].map((one) => ({ ...one, beside: sold }))

/** The slots of an event, and what comes with each of its tickets (wire.md §5, §8). */
export const timingCases: ReadonlyArray<FieldCase> = [
  spelt("UTC", "2030-06-01T16:00:00Z", "2030-06-01T18:00:00Z"),
  spelt("an offset without colon", "2030-06-01T18:00:00+0200", "2030-06-01T20:00:00+0200"),
  spelt("no seconds", "2030-06-01T18:00+02:00", "2030-06-01T20:00+02:00"),
  spelt("fractions, which are cut", "2030-06-01T18:00:00.999+02:00", "2030-06-01T20:00:00.000001+02:00"),
  spelt("the farthest offsets", "2030-06-02T06:00:00+14:00", "2030-06-01T06:00:00-12:00"),
  spelt("white space around", " 2030-06-01T18:00:00+02:00", "2030-06-01T20:00:00+02:00\n"),
  taken("one second", [slot("2030-06-01T18:00:00+02:00", "2030-06-01T18:00:01+02:00")]),
  taken("24 hours", [slot("2030-06-01T18:00:00+02:00", "2030-06-02T18:00:00+02:00")]),
  refused("24 hours and a second", [slot("2030-06-01T18:00:00Z", "2030-06-02T18:00:01Z")], [
    "diffExceeded timings #0",
    slot("2030-06-01T18:00:00Z", "2030-06-02T18:00:01Z")
  ]),
  taken("a whole day", [slot("2030-06-01T00:00:00+02:00", "2030-06-01T23:59:00+02:00")]),
  taken("the day on which clocks go forward, whole", [slot("2030-03-31T00:00:00+01:00", "2030-04-01T00:00:00+02:00")]),
  taken("23 hours of the day on which clocks go back", [slot("2030-10-27T00:00:00+02:00", "2030-10-27T22:00:00+01:00")]),
  refused("the day on which clocks go back, whole", [slot("2030-10-27T00:00:00+02:00", "2030-10-27T23:59:00+01:00")], [
    "diffExceeded timings #0",
    slot("2030-10-27T00:00:00+02:00", "2030-10-27T23:59:00+01:00")
  ]),
  taken("the hour that is there twice", [
    slot("2030-10-27T02:30:00+02:00", "2030-10-27T02:45:00+02:00"),
    slot("2030-10-27T02:30:00+01:00", "2030-10-27T02:45:00+01:00")
  ]),
  taken("a leap day", [slot("2028-02-29T10:00:00+01:00", "2028-02-29T11:00:00+01:00")]),
  taken("the leap day of a century", [slot("2000-02-29T10:00:00+01:00", "2000-02-29T11:00:00+01:00")]),
  wrongBegin("a leap day that is not", "2030-02-29T10:00:00Z"),
  wrongBegin("the leap day of another century", "2100-02-29T10:00:00Z"),
  wrongBegin("31 April", "2030-04-31T10:00:00Z"),
  wrongBegin("day 0", "2030-04-00T10:00:00Z"),
  wrongBegin("month 13", "2030-13-01T10:00:00Z"),
  wrongBegin("hour 24", "2030-06-01T24:00:00Z"),
  wrongBegin("minute 60", "2030-06-01T10:60:00Z"),
  wrongBegin("second 60", "2030-06-01T10:00:60Z"),
  wrongBegin("an offset that no zone has", "2030-06-01T10:00:00+15:00"),
  wrongBegin("an offset of 60 minutes", "2030-06-01T10:00:00+01:60"),
  refused("a slot that ends in year 10000 in the event's time zone", [slot("9999-12-31T22:30:00Z", "9999-12-31T23:30:00Z")], [
    "date.invalid timings[0].end #0",
    "9999-12-31T23:30:00Z"
  ]),
  wrongBegin("year 10000 in UTC", "9999-12-31T23:30:00-01:00"),
  wrongBegin("a year before 0", "0000-01-01T00:30:00+01:00"),
  wrongBegin("a day alone", "2030-06-01"),
  wrongBegin("words", "soon"),
  wrongBegin("seconds since 1970", 1_906_560_000),
  wrongBegin("a boolean", true),
  wrongBegin("an object", { date: "2030-06-01" }),
  wrongBegin("no offset", "2030-06-01T10:00:00", "offset.required"),
  wrongBegin("no offset and a fraction", "2030-06-01T10:00:00.5", "offset.required"),
  refused(
    "bounds that are not there",
    [{ begin: null }, { end: "" }],
    ["required timings[0].begin #0", null],
    [
      "required timings[0].end #0",
      null
    ],
    ["required timings[1].begin #1", null],
    ["required timings[1].end #1", null]
  ),
  refused("no length", [slot("2030-06-01T10:00:00Z", "2030-06-01T12:00:00+02:00")], [
    "endLessThanBegin timings #0",
    slot("2030-06-01T10:00:00Z", "2030-06-01T12:00:00+02:00")
  ]),
  refused("an end before its begin", [slot("2030-06-01T10:00:00Z", "2030-06-01T09:00:00Z")], [
    "endLessThanBegin timings #0",
    slot("2030-06-01T10:00:00Z", "2030-06-01T09:00:00Z")
  ]),
  taken("slots that touch, in order of time", [
    slot("2030-06-01T20:00:00+02:00", "2030-06-01T21:00:00+02:00"),
    slot("2030-06-01T19:00:00+02:00", "2030-06-01T20:00:00+02:00")
  ], [
    slot("2030-06-01T19:00:00+02:00", "2030-06-01T20:00:00+02:00"),
    slot("2030-06-01T20:00:00+02:00", "2030-06-01T21:00:00+02:00")
  ]),
  refused("slots that overlap by a second", [
    slot("2030-06-01T10:00:00Z", "2030-06-01T11:00:01Z"),
    slot("2030-06-01T11:00:00Z", "2030-06-01T12:00:00Z")
  ], ["overlap timings #1", slot("2030-06-01T11:00:00Z", "2030-06-01T12:00:00Z")]),
  taken("as many slots as there may be", slots(800), slots(800), { beside: { timezone: "UTC" }, once: true }),
  refused("one slot too many", slots(801), ["tooMany timings", null]),
  refused("slots of other types", ["x", 5, null, []], ["type.invalid timings #0", "x"], ["type.invalid timings #1", 5], [
    "type.invalid timings #2",
    null
  ], ["type.invalid timings #3", []]),
  refused("ids of other forms", [{ ...shown, id: "abc" }], ["type.invalid timings[0].id #0", "abc"]),
  refused("an id twice", [
    { ...slot("2030-06-01T10:00:00Z", "2030-06-01T11:00:00Z"), id: "aaaaa" },
    { ...slot("2030-06-02T10:00:00Z", "2030-06-02T11:00:00Z"), id: "aaaaa" }
  ], ["duplicate timings[1].id #1", "aaaaa"]),
  ...slotTickets,
  refusedAs("a text", "2030-06-01T10:00:00Z", "type.invalid timings"),
  refusedAs("one slot", shown, "type.invalid timings"),
  ...blanks.map(([says, value]) => refused(says, value, ["required timings", value]))
]
