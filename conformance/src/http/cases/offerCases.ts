import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { anyText, textLike } from "../answer/Pattern.js"
import { ask, askFor, askRefused, check, checkLike } from "../check/checks.js"
import { newEvent } from "../check/written.js"
import { casesOf } from "../run/HttpCase.js"
import { itemsOf } from "../spec/SpecCase.js"
import { offer, provider, tier } from "./ticketCases.js"

const paid = offer([tier(1_800)])
const label = { fr: "Plein tarif" }

/** Offers that are refused: what is wrong, the offers, the code and the field of the error. */
const refused: ReadonlyArray<readonly [name: string, offers: ReadonlyArray<object>, code: string, field: string]> = [
  ["currency", [{ ...paid, currency: "EURO" }], "currency.invalid", "offers[0].currency"],
  ["price-below-zero", [offer([tier(-1)])], "range", "offers[0].tiers[0].priceCents"],
  ["price-in-parts", [offer([tier(0.5)])], "integer.invalid", "offers[0].tiers[0].priceCents"],
  ["minimum-below-zero", [offer([{ label, minAmountCents: -1 }])], "range", "offers[0].tiers[0].minAmountCents"],
  ["tiers", [offer(Array.from({ length: 51 }, () => tier(100)))], "tooMany", "offers[0].tiers"],
  ["label", [offer([{ ...tier(100), label: "Plein tarif" }])], "type.invalid", "offers[0].tiers[0].label"],
  ["sale-offset", [offer([{ ...tier(100), saleStart: "2035-01-01T00:00:00" }])], "offset.required", "offers[0].tiers[0].saleStart"],
  ["url", [{ ...paid, source: { ref: "1", url: "ftp://tickets.example.org" } }], "url.invalid", "offers[0].source.url"],
  ["pricing", [{ ...paid, pricing: "free" }], "pricing.mismatch", "offers[0].pricing"],
  ["provider", [{ ...paid, provider: "no-such-provider" }], "provider.unknown", "offers[0].provider"],
  ["provider-twice", [paid, paid], "duplicate", "offers[1].provider"]
]

const refusals = casesOf(
  "ticketing",
  "refused",
  refused.map(([name, offers, code, field]) =>
    [
      name,
      "service.md, Offers; wire.md §8",
      `an offer is refused with ${code} at ${field.replace(/^offers\[\d\]\.?/, "")}`,
      function*(target) {
        const [, path, token] = yield* newEvent(target, {})
        const { body } = yield* askRefused(target, 400, path, { method: "PATCH", headers: token, body: { offers } })
        yield* check(
          itemsOf(body, "errors").some((error) => at(error, "code") === code && at(error, "field") === field),
          "errors",
          `${code} of ${field}`,
          shown(at(body, "errors"))
        )
      }
    ] as const
  )
)

const normalised = "https://tickets.example.org/1"

/** URLs that are the same once they are normalised. */
const spelled = ["HTTPS://Tickets.Example.org:443/1/", `${normalised}?utm_source=x`, `${normalised}#top`]

const links = (event: unknown) =>
  itemsOf(event, "registration").filter((entry) => at(entry, "type") === "link").map((entry) => at(entry, "value"))

const projections = casesOf("ticketing", "registration", [
  [
    "once",
    "service.md, Projection into registration; wire.md §8",
    "a source that is there as a link, however spelled, is not added again",
    function*(target) {
      for (const value of spelled) {
        const [event] = yield* newEvent(target, { registration: ["a@example.org", { type: "link", value }], offers: [paid] })
        yield* check(links(event).length === 1, `the links beside ${value}`, "one", links(event))
      }
    }
  ],
  [
    "read-only",
    "wire.md §8, Registration",
    "a source is added when read and not stored, though the event that was read is sent back",
    function*(target) {
      const [event, path, token] = yield* newEvent(target, { registration: ["a@example.org"], offers: [paid] })
      yield* checkLike("registration", itemsOf(event, "registration"), [
        { type: "email", value: "a@example.org" },
        { type: "link", value: normalised }
      ])
      yield* askFor(target, 200, path, { method: "POST", headers: token, body: event })
      const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { offers: [] } })
      yield* checkLike("the links without offers", links(at(body, "event")), [])
    }
  ],
  ["slots", "service.md, Projection into registration", "the bookingUrl of a slot is not added", function*(target) {
    const [event] = yield* newEvent(target, {
      offers: [paid],
      timings: [{
        begin: "2035-05-01T10:00:00Z",
        end: "2035-05-01T12:00:00Z",
        offers: [{ provider, bookingUrl: "https://tickets.example.org/slot" }]
      }]
    })
    yield* checkLike("the links", links(event), [normalised])
    yield* checkLike(
      "the override",
      at(event, "timings", 0, "offers"),
      [{ provider, bookingUrl: "https://tickets.example.org/slot" }],
      true
    )
  }],
  ["override", "wire.md §8, Overrides", "an override of a provider without an offer is refused", function*(target) {
    const [event, path, token] = yield* newEvent(target, {})
    const timings = itemsOf(event, "timings").map((slot) => ({ ...Object(slot), offers: [{ provider, tiers: [tier(100)] }] }))
    yield* askRefused(target, 400, path, { method: "PATCH", headers: token, body: { timings } })
  }]
])

/** Prices in minor units, and how the graph prints them. */
const printed: ReadonlyArray<readonly [currency: string, cents: readonly [number, number], low: string, high: string]> = [
  ["EUR", [1_800, 2_505], "18.00", "25.05"],
  ["JPY", [1_500, 2_000], "1500", "2000"],
  ["BHD", [1_250, 10_005], "1.250", "10.005"],
  ["EUR", [0, 5], "0.00", "0.05"]
]

const graphOf = (body: unknown): ReadonlyArray<unknown> => itemsOf(body, "@graph").filter((node) => at(node, "@type") === "Event")

const offersOf = (node: unknown): ReadonlyArray<unknown> => [at(node, "offers")].flat()

/** The statuses of slots in schema.org's words. */
const words = [
  ["InStock", { remaining: 5 }],
  ["LimitedAvailability", { remaining: 1, lowStockThreshold: 5 }],
  ["SoldOut", { remaining: 0 }],
  ["PreSale", { onSaleFrom: "2034-01-01T00:00:00Z" }],
  ["OutOfStock", { onSaleThrough: "2020-01-01T00:00:00Z" }]
] as const

const graphs = casesOf("ticketing", "graph", [
  [
    "prices",
    "service.md, priceCents; wire.md §8, Structured data",
    "prices are in major units with the decimals of the currency: 2, 0 or 3",
    function*(target) {
      for (const [currency, cents, lowPrice, highPrice] of printed) {
        const [, path] = yield* newEvent(target, { state: 2, offers: [{ ...offer(cents.map(tier)), currency }] })
        const { body } = yield* askFor(target, 200, `${path}/structured-data`)
        yield* checkLike(`the offers in ${currency}`, offersOf(graphOf(body)[0]), [
          { "@type": "AggregateOffer", priceCurrency: currency, lowPrice, highPrice, offerCount: 2, url: normalised }
        ])
      }
    }
  ],
  [
    "slots",
    "service.md, structured data; wire.md §8",
    "there is one event for each slot, whose address ends with the id of the slot",
    function*(target) {
      const [event, path, token] = yield* newEvent(target, {
        state: 2,
        timings: words.map((_, index) => ({ begin: `2035-05-0${index + 1}T10:00:00Z`, end: `2035-05-0${index + 1}T12:00:00Z` })),
        offers: [paid]
      })
      const slots = itemsOf(event, "timings").map((slot) => String(at(slot, "id")))
      const rows = Object.fromEntries(
        words.map(([, facts], index) => [slots[index], { [provider]: { syncedAt: at(event, "createdAt"), ...facts } }])
      )
      yield* askFor(target, 200, `${path}/availability`, { method: "PATCH", headers: token, body: rows })
      const { body, headers } = yield* askFor(target, 200, `${path}/structured-data`)
      yield* check(
        String(headers["content-type"]).startsWith("application/ld+json"),
        "content-type",
        "application/ld+json",
        headers["content-type"]
      )
      yield* check(graphOf(body).length === slots.length, "the graph", `${slots.length} events`, graphOf(body).length)
      for (const [index, node] of graphOf(body).entries()) {
        const end = new RegExp(`${slots[index] ?? ""}$`)
        yield* checkLike(`the event of slot ${index + 1}`, node, {
          "@id": textLike(end),
          url: textLike(end),
          name: anyText,
          startDate: at(event, "timings", index, "begin"),
          eventStatus: textLike(/EventScheduled$/),
          eventAttendanceMode: textLike(/OnlineEventAttendanceMode$/),
          location: { "@type": "VirtualLocation" }
        })
        yield* checkLike(`its offers`, offersOf(node), [{ availability: textLike(new RegExp(`${words[index]?.[0] ?? ""}$`)) }])
      }
    }
  ],
  ["override", "service.md, Per-slot override rules", "the tiers of a slot replace those of the event in its offers", function*(target) {
    const [, path] = yield* newEvent(target, {
      state: 2,
      offers: [offer([tier(1_800), tier(900)])],
      timings: [
        { begin: "2035-05-01T10:00:00Z", end: "2035-05-01T12:00:00Z" },
        {
          begin: "2035-05-02T10:00:00Z",
          end: "2035-05-02T12:00:00Z",
          offers: [{ provider, tiers: [tier(500)], bookingUrl: "https://tickets.example.org/slot" }]
        }
      ]
    })
    const { body } = yield* askFor(target, 200, `${path}/structured-data`)
    yield* checkLike(
      "the offers of both slots",
      graphOf(body).map((node) => offersOf(node)[0]),
      [
        { lowPrice: "9.00", highPrice: "18.00", offerCount: 2, url: normalised },
        { lowPrice: "5.00", highPrice: "5.00", offerCount: 1, url: "https://tickets.example.org/slot" }
      ]
    )
  }],
  ["hidden", "wire.md §3", "the graph of an unpublished event is answered 404", function*(target) {
    const [, path, token] = yield* newEvent(target, { state: 0 })
    yield* askRefused(target, 404, `${path}/structured-data`)
    yield* ask(target, `${path}/structured-data`, { headers: token })
  }]
])

/** What is wrong with offers, and what is made of them. */
export const offerCases = [...refusals, ...projections, ...graphs]
