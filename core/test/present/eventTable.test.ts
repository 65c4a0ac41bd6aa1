import { describe, expect, it } from "vitest"
import type { AdditionalField } from "../../src/domain/field/AdditionalField.js"
import type { PublishedEvent } from "../../src/domain/publication/PublishedEvent.js"
import { eventColumns, type EventTableOptions } from "../../src/present/export/eventTable.js"
import { publicationWith } from "../derive/publication.js"

const fields: ReadonlyArray<AdditionalField> = [
  {
    field: "genres",
    fieldType: "checkbox",
    label: { fr: "Genres" },
    optional: true,
    schemaType: "agenda",
    options: [{ id: 1, value: "music", label: { fr: "Musique", en: "Music" } }, { id: 2, value: "dance", label: {} }]
  },
  { field: "motto", fieldType: "text", label: {}, optional: true, schemaType: "agenda", languages: ["fr", "it"] },
  { field: "places", fieldType: "integer", label: {}, optional: true, schemaType: "agenda" },
  { field: "free", fieldType: "boolean", label: {}, optional: true, schemaType: "agenda" },
  { field: "plan", fieldType: "file", label: {}, optional: true, schemaType: "agenda" },
  { field: "part", fieldType: "section", label: {}, optional: true, schemaType: "agenda" }
]

const options: EventTableOptions = {
  languages: ["fr", "en"],
  monolingual: null,
  labels: ["fr"],
  fields,
  selection: null,
  agendaUrl: "https://agenda.example/agendas/town",
  imageBase: "https://agenda.example/images/",
  now: 1_893_530_000_000
}

const event = publicationWith({
  fields: {
    genres: [1, 2, 9],
    motto: { it: "Forza" },
    places: 0,
    free: false,
    plan: { url: "https://example.org/plan.pdf", name: "plan", size: null, type: null }
  },
  keywords: { fr: ["jazz", "plein air"], en: [] },
  accessibility: { hi: true, vi: false, pi: false, mi: true, ii: false },
  extIds: [{ key: "erp", value: "1:2" }],
  registration: [{ type: "phone", value: "+33 1 02 03 04 05" }],
  offers: [{
    provider: "weezevent",
    currency: "EUR",
    tiers: [{ label: {}, priceCents: 1800, offerType: "standard" }],
    source: { ref: "1", url: "https://tickets.example/1" },
    syncedAt: "2029-01-01T00:00:00Z"
  }]
})

const row = (published: PublishedEvent, different: Partial<EventTableOptions> = {}) =>
  Object.fromEntries(eventColumns({ ...options, ...different }).map(({ cell, path }) => [path.join("."), cell(published)]))

const paris = (instant: number) => ({ instant, timezone: "Europe/Paris" })

describe("eventColumns", () => {
  it("have a column for each text and language", () => {
    expect(row(event)).toMatchObject({
      "uid": 42,
      "url": "https://agenda.example/agendas/town/events/concert",
      "title.fr": "Concert <d'été>",
      "title.en": "Summer concert",
      "description.en": null,
      "keywords.fr": "jazz|plein air",
      "keywords.en": null,
      "motto.fr": null,
      "motto.it": "Forza",
      "motto.en": null
    })
  })

  it("have one column for each text in one language", () => {
    expect(row(event, { monolingual: ["en"] })).toMatchObject({ title: "Summer concert", motto: "Forza" })
    expect(row(event, { monolingual: ["en"] })).not.toHaveProperty(["title.fr"])
  })

  it("show times in the time zone of the event, and all slots exactly", () => {
    expect(row(event)).toMatchObject({
      "firstTiming.begin": paris(1_893_517_200_000),
      "firstTiming.end": paris(1_893_524_400_000),
      "nextTiming.begin": paris(1_893_603_600_000),
      "nextTiming.end": paris(1_893_610_800_000),
      "lastTiming.begin": paris(1_893_603_600_000),
      "timings": "2030-01-01T18:00:00+01:00/2030-01-01T20:00:00+01:00|2030-01-02T18:00:00+01:00/2030-01-02T20:00:00+01:00",
      "timezone": "Europe/Paris",
      "updatedAt": paris(event.event.updatedAt)
    })
    expect(row(event, { now: 1_893_610_800_000 })).toMatchObject({ "nextTiming.begin": null, "nextTiming.end": null })
  })

  it("show the place, and nothing of one that there is not", () => {
    expect(row(event)).toMatchObject({ "location.name": "Halle aux Grains", "location.city": "Saint-Aubry", "location.latitude": 49.2 })
    expect(row({ ...event, location: null })).toMatchObject({ "location.name": null, "location.latitude": null })
  })

  it("show tickets, lists, the largest image and labels", () => {
    expect(row(event)).toMatchObject({
      "registration": "+33 1 02 03 04 05|https://tickets.example/1",
      "offersAggregate.pricing": "paid",
      "offersAggregate.availability.status": "unknown",
      "accessibility": "hi|mi",
      "extIds": "erp:1:2",
      "image": "https://agenda.example/images/a.full.jpg",
      "genres": "Musique|dance|9",
      "places": 0,
      "free": false,
      "plan": "https://example.org/plan.pdf"
    })
    expect(row(event)).not.toHaveProperty("part")
    expect(row(event, { labels: ["en"] })).toMatchObject({ genres: "Music|dance|9" })
    expect(row(publicationWith())).toMatchObject({ "offersAggregate.pricing": null, "offersAggregate.availability.status": null })
  })

  it("escape the separator of lists in their items", () => {
    expect(row(publicationWith({ keywords: { fr: ["a|b", "c\\"] } }))).toMatchObject({ "keywords.fr": "a\\|b|c\\\\" })
  })

  it("are chosen by paths, and always have the uid", () => {
    const kept = (selection: EventTableOptions["selection"]) =>
      eventColumns({ ...options, languages: ["pt-BR", "fr"], selection }).map(({ path }) => path.join("."))
    expect(kept({ title: { pt: "whole" }, location: { city: "whole" } })).toEqual(["uid", "title.pt-BR", "location.city"])
    expect(kept({ title: "whole", timings: { begin: "whole" } })).toEqual(["uid", "title.pt-BR", "title.fr", "timings"])
    expect(kept({ stateHistory: "whole" })).toEqual(["uid"])
    expect(kept({ genres: "whole" })).toEqual(["uid", "genres"])
  })
})
