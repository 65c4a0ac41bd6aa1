import { describe, expect, it } from "@effect/vitest"
import { defaultLimits } from "../../src/domain/Limits.js"
import type { Json } from "../../src/domain/text/Json.js"
import { type EventReadingContext, readEvent } from "../../src/validation/event/readEvent.js"
import { faultOf } from "./fault.js"
import { noFields } from "./noFields.js"
import { noTickets } from "./noTickets.js"
import { storedEvent } from "./storedEvent.js"

const context: EventReadingContext = {
  mode: "create",
  lang: null,
  defaultLang: "fr",
  limits: defaultLimits,
  stored: null,
  fields: noFields,
  ...noTickets
}

const read = (body: Json, more: Partial<EventReadingContext> = {}) => readEvent(body, { ...context, ...more })

const faults = (body: Json, more: Partial<EventReadingContext> = {}) => read(body, more).issues.map(faultOf)

const least = {
  title: { fr: "Concert" },
  description: { fr: "Un concert" },
  timings: [{ begin: "2022-10-15T17:00:00+02:00", end: "2022-10-15T19:00:00+02:00" }],
  locationUid: 5
}
const patch = { mode: "patch", stored: storedEvent } as const
const replace = { mode: "replace", stored: storedEvent } as const

describe("readEvent on full update", () => {
  it("missing members are emptied, except those that a full update leaves unchanged", () => {
    const { draft, issues } = read(least, replace)
    expect(issues).toEqual([])
    expect(draft).toEqual(read(least).draft)
    expect(draft).toMatchObject({ longDescription: {}, keywords: {}, registration: [], onlineAccessLink: null, attendanceMode: 1 })
    expect([draft.image, draft.extIds, draft.state, draft.featured]).toEqual([undefined, undefined, undefined, undefined])
  })

  it.each<[string, Json, Json]>([
    ["null takes the picture away", { image: null }, { image: null }],
    ["[] takes the external ids away", { extIds: [] }, { extIds: [] }],
    ["null takes the external ids away", { extIds: null }, { extIds: [] }],
    ["null is not featured", { featured: null }, { featured: false }]
  ])("%s", (_label, more, drafted) => {
    expect(read({ ...least, ...Object(more) }, replace).draft).toMatchObject(Object(drafted))
  })

  it("the stored image as presented is unchanged, and another one is refused", () => {
    const kept = read({ ...least, image: JSON.parse(JSON.stringify(storedEvent.image)) }, replace)
    expect([kept.issues, kept.draft.image]).toEqual([[], undefined])
    expect(faults({ ...least, image: "https://example.org/other.jpg" }, replace)).toEqual(["type.invalid image"])
  })

  it("warns about a slug only if it differs", () => {
    expect(read({ ...least, slug: "concert" }, replace).warnings).toEqual([])
    expect(read({ ...least, slug: "other" }, replace).warnings.map(faultOf)).toEqual(["ignored slug"])
    expect(read({ ...least, slug: 5 }, replace).issues).toEqual([])
  })

  it("requires the same members as a create", () => {
    expect(faults({}, replace)).toEqual(faults({}))
  })
})

describe("readEvent on partial update", () => {
  it("the draft contains only the sent members", () => {
    const { draft, issues } = read({ conditions: { en: "Free" } }, patch)
    expect(issues).toEqual([])
    expect(draft).toEqual({ conditions: { en: "Free" } })
  })

  it("an empty body has an empty draft", () => {
    expect(read({}, patch)).toEqual({ draft: {}, issues: [], warnings: [] })
  })

  it.each<[string, Json, Json]>([
    ["multilingual text", { longDescription: null, conditions: {} }, { longDescription: {}, conditions: {} }],
    ["keywords", { keywords: [] }, { keywords: {} }],
    ["age and accessibility", { age: null, accessibility: [] }, {
      age: { min: null, max: null },
      accessibility: { hi: false, vi: false, pi: false, mi: false, ii: false }
    }],
    ["registration", { registration: null }, { registration: [] }],
    ["the picture", { image: null, imageCredits: null }, { image: null, imageCredits: null }],
    ["the time zone", { timezone: null }, { timezone: null }],
    ["status, to its default", { status: null }, { status: 1 }],
    ["external ids, all", { extIds: [] }, { extIds: [{ key: "old", value: null }] }],
    ["an external id, one", { extIds: [{ key: "old", value: null }, { key: "new", value: "2" }] }, {
      extIds: [{ key: "old", value: null }, { key: "new", value: "2" }]
    }]
  ])("empties %s", (_label, body, drafted) => {
    const { draft, issues } = read(body, patch)
    expect(issues).toEqual([])
    expect(draft).toEqual(drafted)
  })

  it.each<[string, Json, Partial<EventReadingContext>, ReadonlyArray<string>]>([
    ["needed fields emptied", { title: {}, description: null, timings: [] }, {}, [
      "required title fr",
      "required description fr",
      "required timings"
    ]],
    ["the location taken from a mixed event", { locationUid: null }, {}, ["location.required locationUid"]],
    ["the link taken from a mixed event", { onlineAccessLink: "" }, {}, ["link.required onlineAccessLink"]],
    ["an event in person made online, without link", { attendanceMode: 2 }, {
      stored: { ...storedEvent, attendanceMode: 1, onlineAccessLink: null }
    }, ["link.required onlineAccessLink"]],
    ["an online event made one in person, without location", { attendanceMode: 1 }, {
      stored: { ...storedEvent, attendanceMode: 2, locationUid: null }
    }, ["location.required locationUid"]],
    ["attendance back to its default", { attendanceMode: null }, {
      stored: { ...storedEvent, attendanceMode: 2, locationUid: null }
    }, ["location.required locationUid"]]
  ])("reports the issues of %s", (_label, body, more, expected) => {
    expect(faults(body, { ...patch, ...more })).toEqual(expected)
  })

  it.each<[string, Json]>([
    ["an event made online keeps its link", { attendanceMode: 2, locationUid: null }],
    ["an event made one in person needs no link", { attendanceMode: 1, onlineAccessLink: null }],
    ["an unrelated field asks for nothing", { title: { fr: "Autre" } }]
  ])("%s", (_label, body) => {
    expect(faults(body, patch)).toEqual([])
  })
})
