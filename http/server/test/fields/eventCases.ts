import type { EventDraft } from "@agenda-engine/core/contract/EventDraft"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { Json, JsonObject } from "@agenda-engine/core/domain/text/Json"
import { blanks, emptied, type FieldCase, type FieldTable, refused, refusedAs, taken, wrongTypes } from "./FieldCase.js"
import { languageCases, multilingualCases } from "./multilingualCases.js"
import { offerCases } from "./offerCases.js"
import { textCases } from "./textCases.js"
import { timingCases } from "./timingCases.js"

/** What the bodies of the cases name that a world has. */
export interface EventReferences {
  /** A location of the agenda, in Paris's time. */
  readonly locationUid: number
  /** A location of another agenda. */
  readonly strangeLocationUid: number
  /** An event of the agenda that has the external identifier `taken`: `1`. */
  readonly takenSlug: string
}

/** A whole body: with a location and a link, so that every attendance mode is possible. */
export const wholeEvent = ({ locationUid }: EventReferences): JsonObject => ({
  title: { fr: "Concert" },
  description: { fr: "Un concert" },
  timings: [{ begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }],
  attendanceMode: 3,
  locationUid,
  onlineAccessLink: "https://example.org/live"
})

const { link_chars_max } = defaultLimits

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
  taken("the smallest and the largest", { min: 0, max: 150 }),
  taken("one age", { min: 7, max: 7 }),
  taken("no least", { max: 12 }, { min: null, max: 12 }),
  taken("no greatest", { min: 12, max: null }),
  taken("neither", { min: null, max: "" }, { min: null, max: null }),
  refused("one below and one above", { min: -1, max: 151 }, ["range age.min", -1], ["range age.max", 151]),
  taken("digits", { min: "6", max: " 12 " }, { min: 6, max: 12 }),
  refused("fractions and texts", { min: 1.5, max: "12 ans" }, ["integer.invalid age.min", 1.5], ["type.invalid age.max", "12 ans"]),
  refused("digits beyond the bound", { min: "7", max: "151" }, ["range age.max", "151"]),
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

const locationUid = ({ locationUid, strangeLocationUid }: EventReferences): ReadonlyArray<FieldCase> => [
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

const slug = ({ takenSlug }: EventReferences): ReadonlyArray<FieldCase> => {
  const stays = { replaced: { reads: "kept" }, patched: { reads: "kept" } }
  const wrong = (says: string, value: Json): FieldCase => ({ ...refusedAs(says, value, "type.invalid slug"), ...stays })
  return [
    taken("one that is free", "a-b_c.d9", "a-b_c.d9", stays),
    taken("the largest", "x".repeat(120), "x".repeat(120), stays),
    wrong("one character too many", "x".repeat(121)),
    { ...refusedAs("one that is taken", takenSlug, "duplicate slug"), ...stays },
    ...["é", "a b", "-a", "a-", "a/b", "a\u0000", "a.ics"].map((value) => wrong(JSON.stringify(value), value)),
    wrong("a number", 5),
    wrong("a list", ["a"]),
    wrong("an object", { a: 1 }),
    ...blanks.map(([says, value]) => ({ says, value, ...stays }))
  ]
}

/** Every field of the body of an event, with its values from the smallest to what is refused. */
export const eventCases = (references: EventReferences) => ({
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
  locationUid: locationUid(references),
  accessibility,
  age,
  registration,
  timezone: [
    ...["Europe/Paris", "UTC", "America/Argentina/Buenos_Aires", "Pacific/Chatham"].map((zone) => taken(zone, zone)),
    ...["Europe/Atlantis", "+02:00", "Paris, France", "a\uD800"].map((zone) => refusedAs(zone, zone, "timezone.invalid timezone")),
    ...wrongTypes("type.invalid timezone", "string"),
    ...emptied("Europe/Paris")
  ],
  timings: timingCases,
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
  slug: slug(references),
  // It is kept with the change of state that it explains, and is no part of the event.
  motive: [
    ...textCases({ chars_max: defaultLimits.motive_chars_max, within: (text) => text, at: "motive" }),
    ...wrongTypes("type.invalid motive", "string"),
    ...emptied(null)
  ].map(({ faults = [], says, value }): FieldCase => ({ says, value, faults }))
} satisfies { readonly [field in keyof typeof EventDraft.fields]: FieldTable[string] } & FieldTable)
