import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { structuredData } from "../../../src/derive/structured/structuredData.js"
import type { PublishedEvent } from "../../../src/domain/publication/PublishedEvent.js"
import { scriptJson } from "../../../src/domain/text/markupText.js"
import { formatAmount } from "../../../src/domain/ticketing/currency.js"
import type { OffersEntry } from "../../../src/domain/ticketing/Offers.js"
import { publicationWith } from "../publication.js"

const now = 1_893_000_000_000
const options = { now, languages: ["fr"], agendaUrl: "https://a.example/agendas/town", imageBase: "https://a.example/images/" }

const Url = Schema.String.pipe(Schema.pattern(/^https?:\/\/[^\s]+$/))
const Text = Schema.NonEmptyString
const Instant = Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/))
const Decimal = Schema.String.pipe(Schema.pattern(/^\d+(?:\.\d+)?$/))
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const of = (...names: ReadonlyArray<string>) => Schema.Literal(...names.map((name) => `https://schema.org/${name}`))

const PostalAddress = Schema.Struct({
  "@type": Schema.Literal("PostalAddress"),
  streetAddress: Text,
  addressLocality: optional(Text),
  postalCode: optional(Text),
  addressRegion: optional(Text),
  addressCountry: Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/))
})
const Place = Schema.Struct({
  "@type": Schema.Literal("Place"),
  name: Text,
  address: PostalAddress,
  geo: optional(Schema.Struct({
    "@type": Schema.Literal("GeoCoordinates"),
    latitude: Schema.Number.pipe(Schema.between(-90, 90)),
    longitude: Schema.Number.pipe(Schema.between(-180, 180))
  }))
})
const VirtualLocation = Schema.Struct({ "@type": Schema.Literal("VirtualLocation"), url: Url })
const AggregateOffer = Schema.Struct({
  "@type": Schema.Literal("AggregateOffer"),
  priceCurrency: Schema.String.pipe(Schema.pattern(/^[A-Z]{3}$/)),
  lowPrice: Decimal,
  highPrice: Decimal,
  offerCount: Schema.Int.pipe(Schema.positive()),
  availability: optional(of("InStock", "LimitedAvailability", "SoldOut", "PreSale", "OutOfStock")),
  url: optional(Url),
  validFrom: optional(Instant),
  validThrough: optional(Instant)
})
const Offer = Schema.Struct({ "@type": Schema.Literal("Offer"), url: Url })

/**
 * What Google and schema.org ask of an Event: name, startDate and location are required, the rest recommended; nothing
 * else is said.
 */
const Graph = Schema.Struct({
  "@context": Schema.Literal("https://schema.org"),
  "@graph": Schema.NonEmptyArray(Schema.Struct({
    "@type": Schema.Literal("Event"),
    "@id": Url,
    url: Url,
    name: Text,
    description: optional(Text),
    startDate: Instant,
    endDate: Instant,
    eventStatus: of("EventScheduled", "EventRescheduled", "EventMovedOnline", "EventPostponed", "EventCancelled"),
    eventAttendanceMode: of("OfflineEventAttendanceMode", "OnlineEventAttendanceMode", "MixedEventAttendanceMode"),
    location: Schema.Union(Place, VirtualLocation, Schema.Tuple(Place, VirtualLocation)),
    organizer: Schema.Struct({ "@type": Schema.Literal("Organization"), name: Text, url: Url }),
    image: optional(Schema.NonEmptyArray(Url)),
    offers: optional(Schema.NonEmptyArray(Schema.Union(AggregateOffer, Offer)))
  }))
})

const decode = Schema.decodeUnknownSync(Graph, { onExcessProperty: "error" })
const graphOf = (published: PublishedEvent, at = now) => decode(structuredData(published, { ...options, now: at }))["@graph"]
const offersOf = (published: PublishedEvent, at = now) => graphOf(published, at)[0].offers

const tier = (
  amounts: { readonly priceCents?: number; readonly minAmountCents?: number },
  offerType: "standard" | "donation" = "standard"
) => ({
  label: { fr: "Plein" },
  offerType,
  ...amounts
})
const entry = (provider: string, currency: string, tiers: OffersEntry["tiers"], url?: string): OffersEntry => ({
  provider,
  currency,
  tiers,
  ...(url === undefined ? {} : { source: { url } })
})

describe("structuredData", () => {
  it("has one Event per slot, identified by the URL of its page", () => {
    const graph = graphOf(publicationWith())
    expect(graph.map((one) => one["@id"])).toEqual([
      "https://a.example/agendas/town/events/concert/aaaaa",
      "https://a.example/agendas/town/events/concert/bbbbb"
    ])
    expect(graph.map(({ url }) => url)).toEqual(graph.map((one) => one["@id"]))
    expect(graph.map(({ startDate }) => startDate)).toEqual(["2030-01-01T18:00:00+01:00", "2030-01-02T18:00:00+01:00"])
    expect(graph[0]).toMatchObject({
      name: "Concert <d'été>",
      organizer: { name: "Town", url: "https://a.example/agendas/town" },
      image: ["https://a.example/images/a.full.jpg", "https://a.example/images/a.jpg"]
    })
  })

  it.each(
    [[1, "EventScheduled"], [2, "EventRescheduled"], [3, "EventMovedOnline"], [4, "EventPostponed"], [5, "EventScheduled"], [
      6,
      "EventCancelled"
    ]] as const
  )("says of status %i that it is %s", (status, name) => {
    expect(graphOf(publicationWith({ status }))[0].eventStatus).toBe(`https://schema.org/${name}`)
  })

  it("the location is a Place, a VirtualLocation or both, and never missing", () => {
    const link = { onlineAccessLink: "https://live.example/" }
    const virtual = { "@type": "VirtualLocation", url: "https://live.example/" }
    const modes = ([1, 2, 3] as const).map((attendanceMode) => graphOf(publicationWith({ attendanceMode, ...link }))[0])
    expect(modes.map(({ eventAttendanceMode }) => eventAttendanceMode.slice("https://schema.org/".length))).toEqual([
      "OfflineEventAttendanceMode",
      "OnlineEventAttendanceMode",
      "MixedEventAttendanceMode"
    ])
    const [there, online, both] = modes
    expect(there?.location).toMatchObject({ "@type": "Place", name: "Halle aux Grains", address: { addressCountry: "FR" } })
    expect(online?.location).toEqual(virtual)
    expect(both?.location).toEqual([there?.location, virtual])
    expect(graphOf(publicationWith({}, { location: null }))[0].location).toMatchObject({ "@type": "VirtualLocation" })
  })

  it("there are no offers without tickets", () => {
    expect(offersOf(publicationWith())).toBeUndefined()
    expect(offersOf(publicationWith({ offers: [entry("mapado", "EUR", [])] }))).toBeUndefined()
  })

  it("an AggregateOffer per currency covers the tiers with an amount", () => {
    const offers = [
      entry("mapado", "EUR", [tier({ priceCents: 1800 }), tier({}), tier({}, "donation"), tier({ minAmountCents: 550 }, "donation")]),
      entry("weezevent", "JPY", [tier({ priceCents: 1500 })], "https://w.example/"),
      entry("billetweb", "BHD", [tier({ priceCents: 1250 })]),
      entry("eventbrite", "CLF", [tier({ priceCents: 12_345 })])
    ]
    expect(offersOf(publicationWith({ offers }))).toEqual([
      { "@type": "AggregateOffer", priceCurrency: "EUR", lowPrice: "0.00", highPrice: "18.00", offerCount: 3 },
      { "@type": "AggregateOffer", priceCurrency: "JPY", lowPrice: "1500", highPrice: "1500", offerCount: 1, url: "https://w.example/" },
      { "@type": "AggregateOffer", priceCurrency: "BHD", lowPrice: "1.250", highPrice: "1.250", offerCount: 1 },
      { "@type": "AggregateOffer", priceCurrency: "CLF", lowPrice: "1.2345", highPrice: "1.2345", offerCount: 1 }
    ])
    expect(formatAmount(5, "EUR")).toBe("0.05")
    expect(formatAmount(Number.MAX_SAFE_INTEGER, "BHD")).toBe("9007199254740.991")
  })

  it("an Offer without amounts has only a link", () => {
    const offers = [entry("mapado", "EUR", [tier({}, "donation")], "https://m.example/")]
    expect(offersOf(publicationWith({ offers }))).toEqual([{ "@type": "Offer", url: "https://m.example/" }])
  })

  it("slot overrides apply", () => {
    const offers = [entry("mapado", "EUR", [tier({ priceCents: 1800 })], "https://m.example/")]
    const slotOffers = { bbbbb: [{ provider: "mapado", tiers: [tier({ priceCents: 900 })], bookingUrl: "https://m.example/b" }] }
    const [first, second] = graphOf(publicationWith({ offers, slotOffers }))
    expect(first.offers?.[0]).toMatchObject({ lowPrice: "18.00", url: "https://m.example/" })
    expect(second?.offers?.[0]).toMatchObject({ lowPrice: "9.00", url: "https://m.example/b" })
  })

  it.each(
    [
      [{ remaining: 5 }, "InStock"],
      [{ remaining: 5, lowStockThreshold: 5 }, "LimitedAvailability"],
      [{ remaining: 0 }, "SoldOut"],
      [{ status: "notYetOnSale" }, "PreSale"],
      [{ closedBySource: true }, "OutOfStock"],
      [{ status: "unknown" }, undefined]
    ] as const
  )("says of tickets that are %o what they are", (facts, name) => {
    const offers = [entry("mapado", "EUR", [tier({ priceCents: 1800 })])]
    const rows = { aaaaa: { mapado: { syncedAt: "2029-12-01T00:00:00Z", ...facts } } }
    expect(offersOf(publicationWith({ offers }, { rows }))).toEqual([{
      "@type": "AggregateOffer",
      priceCurrency: "EUR",
      lowPrice: "18.00",
      highPrice: "18.00",
      offerCount: 1,
      ...(name === undefined ? {} : { availability: `https://schema.org/${name}` })
    }])
  })

  it("availability changes exactly at the instants of the sale", () => {
    const offers = [entry("mapado", "EUR", [tier({ priceCents: 1800 })])]
    const sale = { onSaleFrom: "2029-12-20T10:00:00+01:00", onSaleThrough: "2029-12-31T10:00:00+01:00" }
    const published = publicationWith({ offers }, { rows: { aaaaa: { mapado: { syncedAt: "2029-12-01T00:00:00Z", ...sale } } } })
    const from = 1_892_451_600_000
    const through = 1_893_402_000_000
    const said = [from - 1, from, through, through + 1].map((at) => offersOf(published, at)?.[0])
    expect(said.map((offer) => offer?.["@type"] === "AggregateOffer" ? offer.availability?.split("/").at(-1) : null)).toEqual([
      "PreSale",
      "InStock",
      "InStock",
      "OutOfStock"
    ])
    expect(said[0]).toMatchObject({ validFrom: sale.onSaleFrom, validThrough: sale.onSaleThrough })
  })

  it("the provider with available tickets is shown when several sell in one currency", () => {
    const offers = [
      entry("mapado", "EUR", [tier({ priceCents: 1800 })], "https://m.example/"),
      entry("weezevent", "EUR", [tier({ priceCents: 2000 })], "https://w.example/")
    ]
    const syncedAt = "2029-12-01T00:00:00Z"
    const rows = { aaaaa: { mapado: { syncedAt, remaining: 0 }, weezevent: { syncedAt, remaining: 9 } } }
    expect(offersOf(publicationWith({ offers }, { rows }))).toEqual([{
      "@type": "AggregateOffer",
      priceCurrency: "EUR",
      lowPrice: "18.00",
      highPrice: "20.00",
      offerCount: 2,
      availability: "https://schema.org/InStock",
      url: "https://w.example/"
    }])
  })

  it("the data can be embedded in a script element", () => {
    const graph = structuredData(publicationWith({ title: { fr: "</script><!-- <script>" } }), options)
    expect(scriptJson(graph)).not.toContain("<")
    expect(JSON.parse(scriptJson(graph))).toEqual(graph)
  })
})
