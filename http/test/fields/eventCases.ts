import { civilDateOf, epochDayOf, formatDay } from "@agenda-engine/core/domain/CivilDate"
import type { Json, JsonObject } from "@agenda-engine/core/domain/Json"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { EventBody } from "../../src/api/EventAnswers.js"
import { blanks, emptied, type FieldCase, type FieldTable, refused, refusedAs, taken, wrongTypes } from "./FieldCase.js"
import { languageCases, multilingualCases } from "./multilingualCases.js"
import { offerCases } from "./offerCases.js"
import { textCases } from "./textCases.js"

/** What the bodies of the cases name that a world has. */
export interface EventPlaces {
  /** A location of the agenda, in Paris's time. */
  readonly locationUid: number
  /** A location of another agenda. */
  readonly strangeLocationUid: number
  /** An event of the agenda that has the external identifier `taken`: `1`. */
  readonly takenSlug: string
}

/** A whole body: with a location and a link, so that every attendance mode is possible. */
export const wholeEvent = ({ locationUid }: EventPlaces): JsonObject => ({
  title: { fr: "Concert" },
  description: { fr: "Un concert" },
  timings: [{ begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }],
  attendanceMode: 3,
  locationUid,
  onlineAccessLink: "https://example.org/live"
})

const { link_chars_max } = defaultLimits

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

const timings: ReadonlyArray<FieldCase> = [
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

const noAccessibility = { hi: false, vi: false, pi: false, mi: false, ii: false }

const accessibility: ReadonlyArray<FieldCase> = [
  taken("every kind", { hi: true, vi: true, pi: true, mi: true, ii: true }),
  taken("codes", ["hi", "mi", "hi"], { ...noAccessibility, hi: true, mi: true }),
  taken("some kinds", { vi: true, pi: null, mi: false }, { ...noAccessibility, vi: true }),
  refused("codes that are none", ["hi", "xx", 5, null], ["enum.invalid accessibility #1", "xx"], ["enum.invalid accessibility #2", 5], [
    "enum.invalid accessibility #3",
    null
  ]),
  refused("kinds that are none", { hi: true, xx: true, constructor: true }, ["enum.invalid accessibility.xx", "xx"], [
    "enum.invalid accessibility.constructor",
    "constructor"
  ]),
  refused("kinds of other types", { hi: 1, mi: "yes" }, ["type.invalid accessibility.hi", 1], ["type.invalid accessibility.mi", "yes"]),
  ...wrongTypes("type.invalid accessibility", "list", "object"),
  ...emptied(noAccessibility)
]

const age: ReadonlyArray<FieldCase> = [
  taken("the smallest and the largest", { min: 0, max: 120 }),
  taken("one age", { min: 7, max: 7 }),
  taken("no least", { max: 12 }, { min: null, max: 12 }),
  taken("no greatest", { min: 12, max: null }),
  taken("neither", { min: null, max: "" }, { min: null, max: null }),
  refused("one below and one above", { min: -1, max: 121 }, ["range age.min", -1], ["range age.max", 121]),
  refused("fractions and texts", { min: 1.5, max: "12" }, ["integer.invalid age.min", 1.5], ["type.invalid age.max", "12"]),
  refused("greater than any number of years", { min: 1e300, max: [1] }, ["range age.min", 1e300], ["type.invalid age.max", [1]]),
  refusedAs("the wrong order", { min: 12, max: 7 }, "range age"),
  ...wrongTypes("type.invalid age", "object"),
  ...emptied({ min: null, max: null })
]

const registration: ReadonlyArray<FieldCase> = [
  taken("texts, by what they are", ["https://example.org/x@y", "a@example.org", "+33 1 44 58 15 14", "HTTP://EXAMPLE.ORG"], [
    { type: "link", value: "https://example.org/x@y" },
    { type: "email", value: "a@example.org" },
    { type: "phone", value: "+33 1 44 58 15 14" },
    { type: "link", value: "HTTP://EXAMPLE.ORG" }
  ]),
  taken("one text", "a@example.org", [{ type: "email", value: "a@example.org" }]),
  taken("values with a type", [{ type: "phone", value: "a@example.org" }, { type: "email", value: "é@exämple.org" }]),
  taken("values without a type", [{ value: " 01 " }, { type: null, value: "https://example.org" }], [{ type: "phone", value: "01" }, {
    type: "link",
    value: "https://example.org"
  }]),
  taken("nothing among them", [null, "", {}, "01"], [{ type: "phone", value: "01" }]),
  taken("as much as there may be", ["1".repeat(1_999), "2"], [{ type: "phone", value: "1".repeat(1_999) }, { type: "phone", value: "2" }]),
  refused("one character too many", ["1".repeat(1_999), "22"], ["string.toolong registration", null]),
  taken("a phone with a lone surrogate", ["0\uD8001"], [{ type: "phone", value: "0\uFFFD1" }]),
  refused(
    "what is not of its type",
    [{ type: "link", value: "javascript:alert(1)" }, { type: "email", value: "x" }, "a@b", { type: "fax", value: "1" }],
    ["link.invalid registration[0].value #0", "javascript:alert(1)"],
    ["email.invalid registration[1].value #1", "x"],
    ["email.invalid registration #2", "a@b"],
    ["enum.invalid registration[3].type #3", "fax"]
  ),
  refused("no value", [{ type: "link" }, { type: "phone", value: " " }], ["required registration[0].value #0", null], [
    "required registration[1].value #1",
    " "
  ]),
  refused(
    "values of other types",
    [5, true, { value: ["a"] }],
    ["type.invalid registration #0", 5],
    ["type.invalid registration #1", true],
    [
      "type.invalid registration[2].value #2",
      ["a"]
    ]
  ),
  ...wrongTypes("type.invalid registration", "string", "list"),
  ...emptied([])
]

const extIds: ReadonlyArray<FieldCase> = [
  taken("several keys", [{ key: "a", value: "1" }, { key: "b", value: "b/ü?#" }]),
  taken("whole numbers", [{ key: 7, value: 9_007_199_254_740_991 }], [{ key: "7", value: "9007199254740991" }]),
  ...textCases({ chars_max: 255, within: (value) => [{ key: "a", value }], at: "extIds[0].value #0" }),
  taken("the largest key", [{ key: "k".repeat(255), value: "1" }]),
  refused("a key one character too long", [{ key: "k".repeat(256), value: "1" }], ["string.toolong extIds[0].key #0", "k".repeat(256)]),
  taken(
    "as many as there may be",
    Array.from({ length: defaultLimits.extIds_max }, (_, index) => ({ key: `key ${index}`, value: "1" }))
  ),
  refused("one too many", Array.from({ length: defaultLimits.extIds_max + 1 }, (_, index) => ({ key: `key ${index}`, value: "1" })), [
    "tooMany extIds",
    null
  ]),
  refused("a key twice", [{ key: "a", value: "1" }, { key: "a", value: "2" }], ["duplicate extIds #1", { key: "a", value: "2" }]),
  refused("one that another event has", [{ key: "b", value: "1" }, { key: "taken", value: "1" }], ["duplicate extIds #1", {
    key: "taken",
    value: "1"
  }]),
  refused("parts that are not there", [{ value: "1" }, { key: "a" }, { key: "b", value: " " }], ["required extIds[0].key #0", null], [
    "required extIds[1].value #1",
    null
  ], ["required extIds[2].value #2", null]),
  {
    ...refused("a value that is null", [{ key: "a", value: null }], ["required extIds[0].value #0", null]),
    patched: { reads: [] }
  },
  refused(
    "parts of other types",
    [{ key: {}, value: [1] }, { key: 1.5, value: true }],
    ["type.invalid extIds[0].key #0", {}],
    [
      "type.invalid extIds[0].value #0",
      [1]
    ],
    ["type.invalid extIds[1].key #1", 1.5],
    ["type.invalid extIds[1].value #1", true]
  ),
  refused("entries of other types", ["a", 5, null], ["type.invalid extIds #0", "a"], ["type.invalid extIds #1", 5], [
    "type.invalid extIds #2",
    null
  ]),
  ...wrongTypes("type.invalid extIds", "list"),
  ...emptied([])
]

const { keyword_chars_max, keywords_chars_max } = defaultLimits

const keywords: ReadonlyArray<FieldCase> = [
  ...textCases({ chars_max: keyword_chars_max, within: (keyword) => ({ fr: [keyword] }), at: "keywords fr #0" }),
  ...languageCases("keywords", ["a", "b"]),
  taken("a list, in the default language", ["jazz", "plein air"], { fr: ["jazz", "plein air"] }),
  taken("a text with commas", { fr: "jazz, plein air,,", en: "one" }, { fr: ["jazz", "plein air"], en: ["one"] }),
  taken("a text with commas, in the default language", "jazz,rock", { fr: ["jazz", "rock"] }),
  taken("commas within a list", { fr: ["a, b"] }),
  taken("the same twice, and empty ones", { fr: ["a", " a ", "", null, "b"], en: [] }, { fr: ["a", "b"] }),
  taken("as much as there may be", { fr: Array.from({ length: 8 }, (_, index) => `${index}`.repeat(keywords_chars_max / 8)) }),
  refused("one character too many in all", { fr: [...Array.from({ length: 8 }, (_, index) => `${index}`.repeat(250)), "x"] }, [
    "string.toolong keywords fr",
    [...Array.from({ length: 8 }, (_, index) => `${index}`.repeat(250)), "x"]
  ]),
  refused("keywords of other types", { fr: ["a", 5, {}], en: { a: 1 } }, ["type.invalid keywords fr #1", 5], [
    "type.invalid keywords fr #2",
    {}
  ], ["type.invalid keywords en", { a: 1 }]),
  ...emptied({})
]

const links: ReadonlyArray<FieldCase> = [
  taken("http", "http://example.org"),
  taken("everything a URL can have", "https://münchen.example:8443/é/a%20b?x=1&y[]=2#fragment"),
  taken("white space at the ends", " https://example.org/live\n", "https://example.org/live"),
  taken("the largest", `https://example.org/${"x".repeat(link_chars_max - 20)}`),
  taken("a lone surrogate", "https://example.org/\uD800", "https://example.org/\uFFFD"),
  refusedAs("one character too many", `https://example.org/${"x".repeat(link_chars_max - 19)}`, "string.toolong onlineAccessLink"),
  ...["javascript:alert(1)", "ftp://example.org", "example.org", "//example.org", "https://", "https://a b", "data:text/html,x"].map((
    link
  ) => refusedAs(link, link, "link.invalid onlineAccessLink")),
  ...wrongTypes("type.invalid onlineAccessLink", "string"),
  ...blanks.map(([says, value]) => refused(`${says}, of an event online`, value, ["link.required onlineAccessLink", null])),
  ...emptied(null, { beside: { attendanceMode: 1 } })
]

const locationUid = ({ locationUid, strangeLocationUid }: EventPlaces): ReadonlyArray<FieldCase> => [
  taken("a location", locationUid),
  taken("its digits", ` ${locationUid} `, locationUid),
  refusedAs("one of another agenda", strangeLocationUid, "location.unknown locationUid"),
  ...[999_999_999, 0, -1, 1e300].map((uid) => refusedAs(`${uid}`, uid, "location.unknown locationUid")),
  refusedAs("a fraction", 1.5, "integer.invalid locationUid"),
  refusedAs("words", "hall", "type.invalid locationUid"),
  ...wrongTypes("type.invalid locationUid", "string", "number"),
  ...blanks.map(([says, value]) => refused(`${says}, of an event in person`, value, ["location.required locationUid", null])),
  ...emptied(null, { beside: { attendanceMode: 2 } })
]

const choices = (field: string, accepted: ReadonlyArray<number>, others: ReadonlyArray<Json>): ReadonlyArray<FieldCase> => [
  ...accepted.map((id) => taken(`${id}`, id)),
  taken("the id of a labelled read", { id: accepted[1] ?? 0, label: { fr: "x" } }, accepted[1] ?? 0),
  ...others.map((value) => refusedAs(JSON.stringify(value), value, `enum.invalid ${field}`))
]

const notChoices: ReadonlyArray<Json> = ["1", "x", true, 1.5, 1e300, [1], { id: 9 }, { label: "x" }]

const image: ReadonlyArray<FieldCase> = [...wrongTypes("type.invalid image", "object"), ...emptied(null)]

const slug = ({ takenSlug }: EventPlaces): ReadonlyArray<FieldCase> => {
  const stays = { replaced: { reads: "kept" }, patched: { reads: "kept" } }
  const wrong = (says: string, value: Json): FieldCase => ({ ...refusedAs(says, value, "type.invalid slug"), ...stays })
  return [
    taken("one that is free", "a-b_c.d9", "a-b_c.d9", stays),
    taken("the largest", "x".repeat(120), "x".repeat(120), stays),
    wrong("one character too many", "x".repeat(121)),
    { ...refusedAs("one that is taken", takenSlug, "duplicate slug"), ...stays },
    ...["é", "a b", "-a", "a-", "a/b", "a\u0000"].map((value) => wrong(JSON.stringify(value), value)),
    wrong("a number", 5),
    wrong("a list", ["a"]),
    wrong("an object", { a: 1 }),
    ...blanks.map(([says, value]) => ({ says, value, ...stays }))
  ]
}

/** Every field of the body of an event, with its values from the smallest to what is refused. */
export const eventCases = (places: EventPlaces) => ({
  title: multilingualCases("title", { chars_max: 150, isNeeded: true }),
  description: multilingualCases("description", { chars_max: 200, isNeeded: true }),
  longDescription: multilingualCases("longDescription", { chars_max: 10_000, isNeeded: false, keepsEnds: true }),
  conditions: multilingualCases("conditions", { chars_max: 255, isNeeded: false }),
  keywords,
  image,
  imageCredits: [
    ...textCases({ chars_max: 255, within: (text) => text, at: "imageCredits" }),
    ...wrongTypes("type.invalid imageCredits", "string"),
    ...emptied(null)
  ],
  attendanceMode: [...choices("attendanceMode", [1, 2, 3], [0, 4, -1, ...notChoices]), ...emptied(1)],
  onlineAccessLink: links,
  status: [...choices("status", [1, 2, 3, 4, 5, 6], [0, 7, ...notChoices]), ...emptied(1)],
  locationUid: locationUid(places),
  accessibility,
  age,
  registration,
  timezone: [
    ...["Europe/Paris", "UTC", "America/Argentina/Buenos_Aires", "Pacific/Chatham"].map((zone) => taken(zone, zone)),
    ...["Europe/Atlantis", "+02:00", "Paris, France", "a\uD800"].map((zone) => refusedAs(zone, zone, "timezone.invalid timezone")),
    ...wrongTypes("type.invalid timezone", "string"),
    ...emptied("Europe/Paris")
  ],
  timings,
  extIds,
  offers: offerCases,
  state: [
    ...choices("state", [2, 1, 0, -1], [3, -2, ...notChoices]),
    ...blanks.map(([says, value]) => taken(`${says} leaves it alone`, value, 2))
  ],
  featured: [
    taken("featured", true),
    taken("not featured", false),
    ...wrongTypes("type.invalid featured", "boolean"),
    ...emptied(false)
  ],
  slug: slug(places),
  // It is kept with the change of state that it explains, and is no part of the event.
  motive: [
    ...textCases({ chars_max: defaultLimits.motive_chars_max, within: (text) => text, at: "motive" }),
    ...wrongTypes("type.invalid motive", "string"),
    ...emptied(null)
  ].map(({ faults = [], says, value }): FieldCase => ({ says, value, faults }))
} satisfies { readonly [field in keyof typeof EventBody.fields]: FieldTable[string] } & FieldTable)
