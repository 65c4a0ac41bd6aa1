import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { nextTiming } from "../../src/derive/dates/dateRange.js"
import { matchSlots } from "../../src/derive/dates/matchSlots.js"
import type { Event } from "../../src/domain/event/Event.js"
import { defaultLimits } from "../../src/domain/Limits.js"
import { presentEvent, presentTombstone } from "../../src/present/presentEvent.js"
import type { EventViewing } from "../../src/present/presentField.js"
import { recordOf } from "../../src/services/event/EventRecords.js"
import { applyDraft } from "../../src/services/event/write/applyDraft.js"
import { readEvent } from "../../src/validation/event/readEvent.js"
import { instantOf } from "../instantOf.js"
import { noFields } from "../validation/noFields.js"
import { noTickets } from "../validation/noTickets.js"
import { storedEvent, untouched } from "../validation/storedEvent.js"
import { agendaRecord, locationRecord, memberRecord, stateChanges } from "./records.js"

const now = instantOf("2022-10-20T00:00:00Z")

const plain: EventViewing = { now, detailed: false, privileged: false, removedFlag: false, sort: null, toHtml: noFields.toHtml }

const shownOf = (event: Event) => {
  const record = recordOf(event, untouched)
  return {
    head: record,
    body: record,
    next: nextTiming(event.timings, now),
    availability: null,
    location: event.locationUid === null ? null : locationRecord,
    agenda: agendaRecord,
    member: memberRecord,
    history: stateChanges
  }
}

const shown = shownOf(storedEvent)

describe("presentEvent", () => {
  it("presents the default list item", () => {
    const item = presentEvent({ ...shown, body: null }, plain)
    expect(item).toMatchObject({
      uid: 11,
      slug: "concert",
      title: { fr: "Concert" },
      description: { fr: "Un concert" },
      image: JSON.parse(JSON.stringify(storedEvent.image)),
      imageCredits: "Moi",
      featured: false,
      attendanceMode: 3,
      onlineAccessLink: "https://example.org/live",
      keywords: { fr: ["jazz", "été"] },
      originAgenda: { uid: 7, title: "La Ville", image: "/images/ville.jpg" },
      location: { name: "Salle", address: "1 rue de la Paix", city: "Paris", latitude: 48.87, longitude: 2.33 },
      status: 1,
      firstTiming: { begin: "2022-10-15T17:00:00+02:00", end: "2022-10-15T19:00:00+02:00" },
      nextTiming: { begin: "2022-10-30T02:30:00+01:00", end: "2022-10-30T04:00:00+01:00" },
      lastTiming: { begin: "2022-10-30T02:30:00+01:00", end: "2022-10-30T04:00:00+01:00" }
    })
    expect(Object.keys(item)).toEqual([
      "uid",
      "slug",
      "title",
      "description",
      "image",
      "imageCredits",
      "featured",
      "attendanceMode",
      "onlineAccessLink",
      "keywords",
      "dateRange",
      "originAgenda",
      "location",
      "status",
      "firstTiming",
      "nextTiming",
      "lastTiming"
    ])
  })

  it("presents every public member in the detailed form", () => {
    const event = presentEvent(shown, { ...plain, detailed: true })
    expect(event).toMatchObject({
      longDescription: { fr: "**Un** concert" },
      conditions: { fr: "Gratuit" },
      timings: [
        { id: "aaaaa", begin: "2022-10-15T17:00:00+02:00", end: "2022-10-15T19:00:00+02:00" },
        { id: "bbbbb", begin: "2022-10-30T02:30:00+01:00", end: "2022-10-30T04:00:00+01:00" }
      ],
      registration: [{ type: "email", value: "a@example.org" }],
      accessibility: { hi: true, vi: false, pi: false, mi: true, ii: false },
      age: { min: 7, max: null },
      state: 2,
      createdAt: "2022-10-05T20:00:00.000Z",
      updatedAt: "2022-10-05T20:00:00.001Z",
      timezone: "Europe/Paris",
      country: { code: "FR", fr: "France", de: "Frankreich" },
      extIds: [{ key: "old", value: "1" }],
      locationUid: 5,
      location: { uid: 5, city: "Paris", region: "Île-de-France", postalCode: "75002", description: { fr: "Une salle" } },
      originAgenda: { uid: 7, slug: "la-ville", official: true }
    })
    expect(event).not.toHaveProperty("member")
    expect(event).not.toHaveProperty("removed")
    expect(event).not.toHaveProperty("sort")
    expect(event).not.toHaveProperty("contributorUid")
  })

  it.each<[string, Partial<EventViewing>, boolean]>([
    ["privileged, detailed", { privileged: true, detailed: true }, true],
    ["privileged, not detailed", { privileged: true }, false],
    ["not privileged, detailed", { detailed: true }, false]
  ])("includes the contributor: %s", (_label, view, isShown) => {
    expect("member" in presentEvent(shown, { ...plain, ...view })).toBe(isShown)
  })

  it("presents the member to privileged callers", () => {
    expect(presentEvent(shown, { ...plain, detailed: true, privileged: true }).member).toEqual({
      uid: 2,
      userUid: 3,
      name: "Camille",
      email: "camille@example.org",
      phone: null,
      organization: "La Ville",
      position: null,
      role: "contributor"
    })
  })

  it("includes removed and sort if requested", () => {
    const item = presentEvent(shown, { ...plain, removedFlag: true, sort: [{ key: "featured", value: false }] })
    expect(item).toMatchObject({ removed: false, sort: [{ key: "featured", value: false }] })
  })

  it("presents an event without location after all slots have ended", () => {
    const event = shownOf({ ...storedEvent, locationUid: null, attendanceMode: 2 })
    expect(presentEvent({ ...event, next: null }, { ...plain, detailed: true })).toMatchObject({
      location: null,
      locationUid: null,
      country: null,
      nextTiming: null
    })
  })

  it.each([
    ["2022-10-20T00:00:00Z", "15 et 30 octobre"],
    ["2023-10-20T00:00:00Z", "15 et 30 octobre 2022"]
  ])("includes the year if it is not the current one: %s", (at, fr) => {
    expect(presentEvent(shown, { ...plain, now: instantOf(at) })).toMatchObject({ dateRange: { fr } })
  })

  const text = FastCheck.dictionary(FastCheck.constantFrom("fr", "en", "de"), FastCheck.constantFrom("a", "É 🎉", "<b>x</b>", "a\nb"))
  const neededText = text.filter((one) => Object.keys(one).length > 0)
  const slots = FastCheck.uniqueArray(FastCheck.nat(5_000), { minLength: 1, maxLength: 5 }).map((hours) =>
    hours.sort((a, b) => a - b).map((hour, index) => ({
      id: `slot${index}`,
      begin: 1_660_000_000_000 + hour * 3_600_000,
      end: 1_660_000_000_000 + hour * 3_600_000 + 1_800_000
    }))
  )
  const events = FastCheck.record({
    title: neededText,
    description: neededText,
    longDescription: text,
    conditions: text,
    keywords: FastCheck.dictionary(
      FastCheck.constantFrom("fr", "en"),
      FastCheck.uniqueArray(FastCheck.constantFrom("jazz", "plein air", "a, b"), { minLength: 1 })
    ),
    attendanceMode: FastCheck.constantFrom(1 as const, 3 as const),
    status: FastCheck.constantFrom(1 as const, 4 as const, 6 as const),
    imageCredits: FastCheck.constantFrom(null, "Moi"),
    image: FastCheck.constantFrom(null, storedEvent.image),
    timezone: FastCheck.constantFrom("Europe/Paris", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"),
    age: FastCheck.constantFrom({ min: null, max: null }, { min: 3, max: null }, { min: 0, max: 120 }),
    registration: FastCheck.subarray([
      { type: "phone" as const, value: "01" },
      { type: "link" as const, value: "https://example.org" },
      { type: "phone" as const, value: "a@example.org" }
    ]),
    slots
  }).map(({ slots: [slot, ...more], ...content }): Event => ({
    ...storedEvent,
    ...content,
    timings: [slot ?? storedEvent.timings[0], ...more]
  }))

  it("a full update with the presented event changes nothing", () => {
    FastCheck.assert(FastCheck.property(events, FastCheck.boolean(), (event, privileged) => {
      const body = JSON.parse(
        JSON.stringify(presentEvent(shownOf(event), { ...plain, detailed: true, privileged, removedFlag: privileged }))
      )
      const { draft, issues } = readEvent(body, {
        mode: "replace",
        lang: null,
        defaultLang: null,
        limits: defaultLimits,
        stored: event,
        fields: noFields,
        ...noTickets
      })
      expect(issues).toEqual([])
      const { timings, ...content } = event
      expect({ ...event, ...applyDraft(content, draft, "replace"), timezone: draft.timezone }).toEqual(event)
      expect(matchSlots(timings, [], draft.timings ?? [])).toEqual({ slots: timings, retired: [], issues: [] })
      expect([draft.state, draft.featured]).toEqual([event.state, event.featured])
    }))
  })
})

describe("presentTombstone", () => {
  it("presents uid, removed and updatedAt", () => {
    const tombstone = { agendaUid: 7, uid: 11, audience: "public" as const, removedAt: instantOf("2022-10-20T00:00:00.5Z") }
    expect(presentTombstone(tombstone)).toEqual({ uid: 11, removed: true, updatedAt: "2022-10-20T00:00:00.500Z" })
  })
})
