import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { requiredFields, textFields } from "../../../src/domain/event/Event.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { type EventReadingContext, readEvent } from "../../../src/validation/event/readEvent.js"
import { slotOf } from "../../instantOf.js"
import { faultOf } from "../fault.js"
import { noFields } from "../noFields.js"
import { noTickets } from "../noTickets.js"
import { storedEvent } from "../storedEvent.js"

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

const begin = "2022-10-15T17:00:00+02:00"
const end = "2022-10-15T19:00:00+02:00"
const least = { title: { fr: "Concert" }, description: { fr: "Un concert" }, timings: [{ begin, end }], locationUid: 5 }

describe("readEvent on create", () => {
  it("accepts a minimal body with defaults", () => {
    const { draft, issues, warnings } = read(least)
    expect([...issues, ...warnings]).toEqual([])
    expect(draft).toEqual({
      title: { fr: "Concert" },
      description: { fr: "Un concert" },
      longDescription: {},
      conditions: {},
      keywords: {},
      imageCredits: null,
      attendanceMode: 1,
      onlineAccessLink: null,
      status: 1,
      locationUid: 5,
      accessibility: { hi: false, vi: false, pi: false, mi: false, ii: false },
      age: { min: null, max: null },
      registration: [],
      timezone: null,
      timings: [{ id: null, ...slotOf(begin, end) }]
    })
  })

  it("accepts a complete body", () => {
    const { draft, issues, warnings } = read({
      ...least,
      slug: "concert-d-ete",
      state: 1,
      featured: true,
      image: null,
      extIds: [{ key: "k", value: "v" }],
      attendanceMode: { id: 3, label: { fr: "Mixte" } },
      status: { id: 6, label: "Annulé" },
      onlineAccessLink: "https://example.org"
    })
    expect([...issues, ...warnings]).toEqual([])
    expect(draft).toMatchObject({
      slug: "concert-d-ete",
      state: 1,
      featured: true,
      image: null,
      extIds: [{ key: "k", value: "v" }],
      attendanceMode: 3,
      status: 6,
      onlineAccessLink: "https://example.org"
    })
  })

  it.each<[string, Json]>([
    ["at the root", least],
    ["under data", { data: least }],
    ["under data as text", { data: JSON.stringify(least) }]
  ])("accepts fields %s", (_label, body) => {
    expect(read(body)).toEqual(read(least))
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["a text", "x", ["json.invalid "]],
    ["null", null, ["json.invalid "]],
    ["a list", [least], ["json.invalid "]],
    ["malformed text under data", { data: "{" }, ["json.invalid data"]],
    ["a text of no object under data", { data: "5" }, ["json.invalid data"]],
    ["a list under data", { data: [] }, ["type.invalid data"]],
    ["null under data", { data: null }, ["type.invalid data"]]
  ])("refuses %s for a body", (_label, body, expected) => {
    expect(faults(body)).toEqual(expected)
  })

  it.each<[string, Json, Partial<EventReadingContext>, ReadonlyArray<string>]>([
    ["an empty body, in the default language", {}, {}, [
      "required title fr",
      "required description fr",
      "required timings",
      "location.required locationUid"
    ]],
    ["an empty body, in the language of the request", {}, { lang: "de" }, [
      "required title de",
      "required description de",
      "required timings",
      "location.required locationUid"
    ]],
    ["an empty body without any language", {}, { defaultLang: null }, [
      "required title",
      "required description",
      "required timings",
      "location.required locationUid"
    ]],
    [
      "a title in every language met, in body order",
      { keywords: { it: ["x"] }, description: { en: "a", fr: "" }, uid: { zz: 1 }, timings: least.timings, locationUid: 5 },
      {},
      ["required title it", "required title en", "required title fr"]
    ],
    ["a title empty in its own language", { ...least, title: { en: " " } }, {}, ["required title en", "required title fr"]],
    ["null where a value is needed", { ...least, title: null, timings: null }, {}, ["required title fr", "required timings"]],
    ["one fault per language", { ...least, title: { fr: "x".repeat(151), en: "x".repeat(151), de: "x" } }, {}, [
      "string.toolong title fr",
      "string.toolong title en"
    ]],
    ["plain strings without language", { ...least, title: "Concert" }, { defaultLang: null }, ["type.invalid title"]],
    ["online without link", { ...least, attendanceMode: 2 }, {}, ["link.required onlineAccessLink"]],
    ["mixed with neither", { ...least, attendanceMode: 3, locationUid: null }, {}, [
      "location.required locationUid",
      "link.required onlineAccessLink"
    ]],
    ["a faulty location is not missing", { ...least, locationUid: "x" }, {}, ["type.invalid locationUid"]],
    ["a faulty link is not missing", { ...least, attendanceMode: 2, onlineAccessLink: "x" }, {}, ["link.invalid onlineAccessLink"]],
    ["a faulty mode needs nothing", { ...least, attendanceMode: 9, locationUid: null }, {}, ["enum.invalid attendanceMode"]]
  ])("reports the issues of %s", (_label, body, more, expected) => {
    expect(faults(body, more)).toEqual(expected)
  })

  it.each(textFields)("bounds %s as configured, and needs it only if it is required", (field) => {
    const limits = { ...defaultLimits, [`${field}_chars_max`]: 3, longDescriptionRaw_chars_max: 3 }
    const texts = { title: { fr: "abc" }, description: { fr: "abc" } }
    expect(faults({ ...least, ...texts, [field]: { fr: "abcd" } }, { limits })).toEqual([`string.toolong ${field} fr`])
    expect(read({ ...least, ...texts, [field]: { fr: "abc" } }, { limits }).draft[field]).toEqual({ fr: "abc" })
    const needed = requiredFields.has(field) ? [`required ${field} fr`] : []
    expect(faults({ ...least, [field]: { fr: " " } })).toEqual(needed)
    expect(faults({ [field]: null }, { mode: "patch", stored: storedEvent })).toEqual(needed)
  })

  it("plain values are in the language of the request, else of the agenda", () => {
    const body = { ...least, title: "Konzert", keywords: ["jazz"], conditions: { en: "Free" } }
    expect(read(body, { lang: "de" }).draft).toMatchObject({
      title: { de: "Konzert" },
      keywords: { de: ["jazz"] },
      conditions: { en: "Free" }
    })
    expect(read(body).draft).toMatchObject({ title: { fr: "Konzert" }, keywords: { fr: ["jazz"] } })
  })

  it("accepts an online event without location", () => {
    expect(faults({ ...least, locationUid: null, attendanceMode: 2, onlineAccessLink: "https://example.org" })).toEqual([])
  })

  it("warns about ignored members", () => {
    const { issues, warnings } = read({ ...least, uid: 5, location: { uid: 5 }, member: {}, canEdit: true, toString: 1, categories: [1] })
    expect(issues).toEqual([])
    expect(warnings.map(faultOf)).toEqual([
      "ignored uid",
      "ignored location",
      "ignored member",
      "ignored canEdit",
      "ignored toString",
      "ignored categories"
    ])
  })

  it("issues contain the refused value and the accepted ones", () => {
    expect(read({ ...least, title: { fr: "x".repeat(151) } }).issues).toEqual([{
      code: "string.toolong",
      field: "title",
      lang: "fr",
      message: "at most 150 characters are accepted, these are 151",
      origin: "x".repeat(151),
      info: { max: 150, length: 151 }
    }])
  })

  it("keywords are read only up to the length limit", () => {
    const keywords = { fr: [...Array.from({ length: defaultLimits.keywords_chars_max }, (_, index) => `mot${index}`), 5] }
    expect(read({ ...least, keywords }).issues).toMatchObject([{
      code: "string.toolong",
      field: "keywords",
      lang: "fr",
      info: { max: defaultLimits.keywords_chars_max }
    }])
  })

  it.each<[string, (count: number) => Json]>([
    ["slots", (count) => ({ ...least, timings: Array.from({ length: count }, () => ({})) })],
    ["keywords", (count) => ({ ...least, keywords: { fr: Array.from({ length: count }, () => 1) } })],
    ["external ids", (count) => ({ ...least, extIds: Array.from({ length: count }, () => 1) })],
    ["registrations", (count) => ({ ...least, registration: Array.from({ length: count }, () => 1) })],
    ["accessibility codes", (count) => ({ ...least, accessibility: Array.from({ length: count }, () => 1) })],
    ["languages", (count) => ({ ...least, title: Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, "x"])) })]
  ])("truncates the list of issues: %s", (_label, bodyOf) => {
    const limits = { ...defaultLimits, issues_max: 10, languages_max: Infinity, extIds_max: Infinity }
    for (const count of [11, 12, 30_000]) {
      const { issues } = read(bodyOf(count), { limits })
      expect(issues).toHaveLength(11)
      expect(issues.at(-1)).toMatchObject({ code: "tooMany", field: "errors", info: { max: 10 } })
    }
    expect(read(bodyOf(5), { limits }).issues.at(-1)?.field).not.toBe("errors")
  })

  it("never reports more issues than the limit", () => {
    const limits = { ...defaultLimits, issues_max: 3 }
    const body = FastCheck.dictionary(
      FastCheck.constantFrom(
        "title",
        "description",
        "keywords",
        "timings",
        "age",
        "registration",
        "extIds",
        "status",
        "image",
        "uid",
        "data"
      ),
      FastCheck.jsonValue()
    )
    FastCheck.assert(
      FastCheck.property(body, FastCheck.constantFrom("create" as const, "replace" as const, "patch" as const), (written, mode) => {
        const { issues, warnings } = read(JSON.parse(JSON.stringify(written)), {
          mode,
          stored: mode === "create" ? null : storedEvent,
          limits
        })
        expect(issues.length).toBeLessThanOrEqual(4)
        expect(warnings.length).toBeLessThanOrEqual(4)
      })
    )
  })
})
