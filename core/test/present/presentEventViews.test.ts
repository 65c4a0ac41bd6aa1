import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { nextTiming } from "../../src/derive/dates/dateRange.js"
import type { Event } from "../../src/domain/event/Event.js"
import { defaultLimits } from "../../src/domain/Limits.js"
import { isJsonObject, type Json } from "../../src/domain/text/Json.js"
import { pickFields } from "../../src/present/pickFields.js"
import { presentEvent, type ShownEvent } from "../../src/present/presentEvent.js"
import { choiceLabels, type EventViewing } from "../../src/present/presentField.js"
import { eventMemberNames, eventShape, type MemberShape } from "../../src/query/event/eventShape.js"
import { type FieldPath, readFieldPath, selectFields } from "../../src/query/event/FieldPath.js"
import { recordOf } from "../../src/services/event/EventRecords.js"
import { readEvent } from "../../src/validation/event/readEvent.js"
import { instantOf } from "../instantOf.js"
import { noFields } from "../validation/noFields.js"
import { noTickets } from "../validation/noTickets.js"
import { storedEvent, untouched } from "../validation/storedEvent.js"
import { agendaRecord, locationRecord, memberRecord, stateChanges } from "./records.js"
import { ticketedAt, ticketedEvent } from "./ticketed.js"

const now = instantOf("2022-10-20T00:00:00Z")

const whole: EventViewing = { now, detailed: true, privileged: true, removedFlag: true, sort: null, toHtml: noFields.toHtml }

const shownOf = (event: Event): ShownEvent => {
  const record = recordOf(event, untouched)
  const next = nextTiming(event.timings, now)
  return {
    head: record,
    body: record,
    next,
    availability: null,
    location: locationRecord,
    agenda: agendaRecord,
    member: memberRecord,
    history: stateChanges
  }
}

const bilingual: Event = {
  ...storedEvent,
  title: { fr: "Concert", en: "Concert in town" },
  longDescription: { fr: "**Un** concert", en: "https://youtu.be/dQw4w9WgXcQ" },
  conditions: {},
  keywords: { fr: ["jazz", "été"], de: ["Jazz"] }
}

const shown = shownOf(bilingual)

const paths = (...texts: ReadonlyArray<string>) => ({ fields: selectFields(texts.map((text) => readFieldPath(text) ?? [])) })

/**
 * Every path that leads to something without members, as a value has it; members keyed by language are left to the
 * shape.
 */
const pathsIn = (value: Json, shape: MemberShape, path: FieldPath): ReadonlyArray<string> => {
  if (shape.kind !== "object") return [path.join(".")]
  if (Array.isArray(value)) return [...new Set(value.flatMap((item: Json) => pathsIn(item, shape, path)))]
  if (!isJsonObject(value)) return Object.entries(shape.members).flatMap(([name, member]) => pathsIn(null, member, [...path, name]))
  return Object.entries(value).flatMap(([name, member]) => pathsIn(member, shape.members[name] ?? { kind: "plain" }, [...path, name]))
}

const form: MemberShape = {
  kind: "object",
  members: Object.fromEntries(Object.entries(eventShape).map(([name, { shape }]) => [name, shape]))
}

describe("eventShape", () => {
  const slotOffers = {
    bbbbb: [{ provider: "billetweb", tiers: ticketedEvent.offers[0]?.tiers ?? [], bookingUrl: "https://tickets.example.org/2" }]
  }
  const { availability, body, head } = ticketedAt(now, { ...bilingual, offers: ticketedEvent.offers, slotOffers })
  const full: ShownEvent = { ...shown, availability, body, head }

  it("declares exactly the paths of a presented event", () => {
    expect(pathsIn(presentEvent(full, whole), form, [])).toEqual(pathsIn(null, form, []))
  })

  it("declares the members of the default list item", () => {
    const item = presentEvent({ ...full, body: null }, { ...whole, detailed: false, removedFlag: true })
    expect(Object.keys(item)).toEqual(eventMemberNames.filter((name) => eventShape[name].inItem))
  })

  it("declares which members come from the body", () => {
    const names = Object.keys(presentEvent({ ...full, body: null }, whole))
    expect(names).toEqual(eventMemberNames.filter((name) => eventShape[name].storedIn === "head"))
  })

  it("readFieldPath accepts every path to a value", () => {
    for (const path of pathsIn(null, form, [])) expect([path, readFieldPath(path)]).toEqual([path, path.split(".")])
  })
})

describe("fields", () => {
  it.each<[string, ReadonlyArray<string>, Json]>([
    ["of the top level, in the order of the form", ["slug", "uid"], { uid: 11, slug: "concert" }],
    ["inside", ["location.city", "location.region"], { location: { region: "Île-de-France", city: "Paris" } }],
    ["through lists", ["timings.begin"], { timings: [{ begin: "2022-10-15T17:00:00+02:00" }, { begin: "2022-10-30T02:30:00+01:00" }] }],
    ["in a language", ["title.en", "keywords.de"], { title: { en: "Concert in town" }, keywords: { de: ["Jazz"] } }],
    ["in a language that is not there", ["title.it"], { title: {} }],
    ["of the detailed form alone", ["state", "age.min"], { age: { min: 7 }, state: 2 }],
    ["a whole member beside a part of it", ["age", "age.min"], { age: { min: 7, max: null } }],
    ["of whoever contributed", ["member.role"], { member: { role: "contributor" } }]
  ])("selects members %s", (_label, texts, picked) => {
    const item = presentEvent(shown, { ...whole, detailed: false, ...paths(...texts) })
    expect(item).toEqual(picked)
    expect(JSON.stringify(item)).toBe(JSON.stringify(picked))
  })

  it("null members stay null and members that the caller may not see are omitted", () => {
    const viewing = { ...whole, privileged: false, ...paths("location.city", "nextTiming.begin", "member", "member.name") }
    expect(presentEvent({ ...shown, location: null, next: null }, viewing)).toEqual({ location: null, nextTiming: null })
  })

  it("the sort explanation is not affected by a selection", () => {
    const sort = [{ key: "featured", value: false }]
    expect(presentEvent(shown, { ...whole, ...paths("uid"), sort })).toEqual({ uid: 11, sort })
  })

  it("stored JSON is not parsed when no selected member needs it", () => {
    const head = { ...shown.head, summary: "unread" }
    expect(presentEvent({ ...shown, head, body: null }, { ...whole, ...paths("uid", "location.city") })).toEqual({
      uid: 11,
      location: { city: "Paris" }
    })
  })

  const somePaths = FastCheck.subarray([...pathsIn(null, form, []), ...eventMemberNames, "title.fr", "keywords.en", "location"])

  it("selecting all fields equals the detailed form", () => {
    const all = presentEvent(shown, whole)
    expect(presentEvent(shown, { ...whole, ...paths(...eventMemberNames) })).toEqual(all)
    expect(presentEvent(shown, { ...whole, ...paths(...pathsIn(null, form, [])) })).toEqual(all)
  })

  it("selecting is idempotent", () => {
    const all = presentEvent(shown, whole)
    FastCheck.assert(FastCheck.property(somePaths, (texts) => {
      const { fields } = paths(...texts)
      const picked = presentEvent(shown, { ...whole, fields })
      expect(picked).toEqual(pickFields(all, fields))
      expect(pickFields(picked, fields)).toEqual(picked)
    }))
  })
})

describe("monolingual", () => {
  const view = (monolingual: string, more: Partial<EventViewing> = {}) =>
    presentEvent(shown, { ...whole, monolingual, defaultLang: "de", ...more })

  it.each<[string, string, Json]>([
    ["the asked language", "en", { title: "Concert in town", dateRange: "15 and 30 October" }],
    ["the agenda's, without the asked one", "pt", { keywords: ["Jazz"], dateRange: "15. und 30. Oktober" }],
    ["the first, without either", "pt", { title: "Concert", longDescription: "**Un** concert" }],
    ["no language", "fr", { conditions: "" }],
    ["inside the location", "en", { location: { description: "Une salle", access: "" } }],
    ["numbers of choices", "en", { status: 1, attendanceMode: 3 }],
    ["a country's names, which stay", "en", { country: { code: "FR", en: "France", de: "Frankreich" } }]
  ])("collapses to %s", (_label, language, said) => expect(view(language)).toMatchObject(Object(said)))

  it("keywords without any language are an empty list", () => {
    expect(presentEvent(shownOf({ ...bilingual, keywords: {} }), { ...whole, monolingual: "fr" })).toMatchObject({ keywords: [] })
  })

  it("inherited object properties are not languages", () => {
    expect(view("constructor")).toEqual(view("de"))
  })

  it("collapses labels and selected members", () => {
    expect(view("es", { includeLabels: true, ...paths("status", "title") })).toEqual({
      title: "Concert",
      status: { id: 1, label: "Programado" }
    })
    expect(view("en", paths("title.fr", "conditions.fr"))).toEqual({ title: "Concert", conditions: "" })
  })

  const texts = FastCheck.dictionary(FastCheck.constantFrom("fr", "en", "de", "pt-BR"), FastCheck.constantFrom("a", "É 🎉"))

  it("no multilingual text is left", () => {
    const leftIn = (value: Json, path: string): ReadonlyArray<string> => {
      if (Array.isArray(value)) return value.flatMap((item: Json) => leftIn(item, path))
      if (!isJsonObject(value) || path === ".country") return []
      const members = Object.entries(value)
      const isMultilingual = members.every(([name, member]) =>
        /^[a-z]{2}(-[A-Z]{2})?$/.test(name) && (typeof member === "string" || Array.isArray(member))
      )
      return isMultilingual ? [path] : members.flatMap(([name, member]) => leftIn(member, `${path}.${name}`))
    }
    FastCheck.assert(FastCheck.property(
      FastCheck.record({ title: texts, description: texts, longDescription: texts, conditions: texts }),
      FastCheck.constantFrom("fr", "en", "it", "pt-BR"),
      FastCheck.boolean(),
      FastCheck.boolean(),
      (content, monolingual, includeLabels, detailed) => {
        const event = shownOf({ ...bilingual, ...content })
        const all = { ...whole, includeLabels, detailed }
        expect(leftIn(presentEvent(event, { ...all, monolingual }), "")).toEqual([])
        expect(leftIn(presentEvent(event, all), "")).not.toEqual([])
      }
    ))
  })
})

describe("labels", () => {
  it("every choice has labels in the same languages", () => {
    expect(Object.entries(choiceLabels).map(([name, labels]) => [name, Object.keys(labels)])).toEqual([
      ["status", ["1", "2", "3", "4", "5", "6"]],
      ["attendanceMode", ["1", "2", "3"]]
    ])
    for (const label of Object.values(choiceLabels).flatMap((labels) => Object.values(labels))) {
      expect(Object.keys(label)).toEqual(["fr", "en", "de", "it", "es"])
      for (const text of Object.values(label)) expect(text).toMatch(/\S/)
    }
  })

  it("labels are shown with the number", () => {
    expect(presentEvent(shownOf({ ...bilingual, status: 6 }), { ...whole, detailed: false, includeLabels: true })).toMatchObject({
      status: { id: 6, label: { fr: "Annulé", en: "Cancelled" } },
      attendanceMode: { id: 3, label: { fr: "Sur place et en ligne" } }
    })
  })

  const written = (body: Json, lang: string | null, stored: Event) =>
    readEvent(JSON.parse(JSON.stringify(body)), {
      mode: "replace",
      lang,
      defaultLang: null,
      limits: defaultLimits,
      stored,
      fields: noFields,
      ...noTickets
    })

  it.each([1, 2, 3, 4, 5, 6] as const)("a labelled choice is parsed as its number: status %i", (status) => {
    for (const attendanceMode of [1, 3] as const) {
      const event: Event = { ...bilingual, status, attendanceMode }
      const labelled = written(presentEvent(shownOf(event), { ...whole, includeLabels: true }), null, event)
      const unlabelled = written(presentEvent(shownOf(event), whole), null, event)
      expect(labelled).toEqual(unlabelled)
      expect(labelled.issues).toEqual([])
      expect(labelled.draft).toMatchObject({ status, attendanceMode })
    }
  })

  it("labelled monolingual output is accepted with the language of the request", () => {
    const read = presentEvent(shownOf(storedEvent), { ...whole, includeLabels: true, monolingual: "fr" })
    const { draft, issues } = written(read, "fr", storedEvent)
    expect(issues).toEqual([])
    const { conditions, description, keywords, longDescription, title } = storedEvent
    expect(draft).toMatchObject({ title, description, longDescription, conditions, keywords, status: 1, attendanceMode: 3 })
  })
})
