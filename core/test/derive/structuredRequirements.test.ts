import { describe, expect, it } from "@effect/vitest"
import { structuredData } from "../../src/derive/structured/structuredData.js"
import type { PublishedEvent } from "../../src/domain/publication/PublishedEvent.js"
import { publicationWith } from "./publication.js"

const options = {
  now: 1_893_000_000_000,
  languages: ["fr"],
  agendaUrl: "https://a.example/agendas/town",
  imageBase: "https://a.example/images/"
}

/**
 * What Google requires of an Event, by where it happens
 * (developers.google.com/search/docs/appearance/structured-data/event).
 */
const required = {
  place: ["name", "startDate", "location", "location.address"],
  online: ["name", "startDate", "location", "location.url"]
}

/**
 * What Google recommends; an offer says `lowPrice` where an AggregateOffer stands for many (schema.org/AggregateOffer).
 */
const recommended = [
  "description",
  "endDate",
  "eventStatus",
  "image",
  "location.name",
  "location.address.streetAddress",
  "location.address.addressLocality",
  "location.address.postalCode",
  "location.address.addressRegion",
  "location.address.addressCountry",
  "offers",
  "offers.availability",
  "offers.lowPrice",
  "offers.priceCurrency",
  "offers.url",
  "offers.validFrom",
  "organizer",
  "organizer.name",
  "organizer.url",
  "performer",
  "performer.name",
  "previousStartDate"
]

/** What is recommended and never said, and why. */
const unsaid: { readonly [path: string]: string } = {
  performer: "an event does not say who performs",
  "performer.name": "an event does not say who performs",
  previousStartDate: "when a slot was before it was moved is not kept"
}

/** What schema.org has of a thing that can be named, and of an AggregateOffer, beside what Google asks for. */
const ours = [
  "@type",
  "@id",
  "url",
  "eventAttendanceMode",
  "offers.@type",
  "offers.highPrice",
  "offers.offerCount",
  "offers.validThrough",
  "location.geo"
]

const known = [...recommended.filter((path) => !(path in unsaid)), ...ours]

const inside = (value: unknown, name: string): unknown =>
  Object.entries(Object(Array.isArray(value) ? value[0] : value)).find(([key]) => key === name)?.[1]

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** The properties of these that an Event does not have; of a list its first member counts. */
const missingIn = (event: unknown, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => !isSaid(path.split(".").reduce(inside, event)))

/** The same without what is at a path. */
const without = (value: unknown, [name = "", ...rest]: ReadonlyArray<string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => without(one, [name, ...rest]))
  return Object.fromEntries(
    Object.entries(Object(value)).flatMap(([key, one]) =>
      key !== name ? [[key, one]] : rest.length === 0 ? [] : [[key, without(one, rest)]]
    )
  )
}

const graphOf = (published: PublishedEvent): ReadonlyArray<unknown> => {
  const graph = structuredData(published, options)["@graph"]
  return Array.isArray(graph) ? graph : []
}

/** An event of which everything is known. */
const whole = publicationWith({
  offers: [{
    provider: "mapado",
    currency: "EUR",
    tiers: [{ label: { fr: "Plein" }, offerType: "standard", priceCents: 1_800 }],
    source: { url: "https://m.example/" }
  }]
}, {
  rows: Object.fromEntries(["aaaaa", "bbbbb"].map((slot) => [slot, {
    mapado: { syncedAt: "2029-12-01T00:00:00Z", onSaleFrom: "2029-12-01T10:00:00+01:00", onSaleThrough: "2029-12-31T10:00:00+01:00" }
  }]))
})

/** An event of which as little is known as may be. */
const least = publicationWith({ title: {}, description: {}, image: null, onlineAccessLink: null, attendanceMode: 2 }, { location: null })

describe("requirements of search engines for structured data", () => {
  it("a complete event has every required and recommended property in each slot", () => {
    const graph = graphOf(whole)
    expect(graph).toHaveLength(2)
    for (const event of graph) expect(missingIn(event, [...required.place, ...known])).toEqual([])
  })

  it("a minimal event has every required property", () => {
    for (const attendanceMode of [1, 2, 3] as const) {
      const [event] = graphOf({ ...least, event: { ...least.event, attendanceMode } })
      expect(missingIn(event, required.online)).toEqual([])
    }
    const [there] = graphOf(publicationWith({ title: {}, description: {}, image: null }))
    expect(missingIn(there, required.place)).toEqual([])
  })

  it.each([...new Set([...required.place, ...known])])("the check detects that %s is missing", (path) => {
    const [event] = graphOf(whole)
    expect(missingIn(without(event, path.split(".")), [...required.place, ...known])).toContain(path)
  })

  it("unknown properties are omitted", () => {
    for (const event of [...graphOf(whole), ...graphOf(least)]) {
      expect(missingIn(event, Object.keys(unsaid))).toEqual(Object.keys(unsaid))
    }
  })
})
