import { describe, expect, it } from "@effect/vitest"
import { explainTickets } from "../../src/derive/availability/explainTickets.js"
import { presentEvent } from "../../src/present/presentEvent.js"
import { presentExplanation } from "../../src/present/presentExplanation.js"
import type { EventViewing } from "../../src/present/presentField.js"
import { readFieldPath, selectFields } from "../../src/query/event/FieldPath.js"
import { instantOf } from "../instantOf.js"
import { noFields } from "../validation/noFields.js"
import { storedEvent } from "../validation/storedEvent.js"
import { ticketedAt, ticketedEvent, ticketRows } from "./ticketed.js"

const now = instantOf("2022-10-20T00:00:00Z")

const plain: EventViewing = { now, detailed: false, privileged: false, removedFlag: false, sort: null, toHtml: noFields.toHtml }

const picked = (...paths: ReadonlyArray<string>) => ({ ...plain, fields: selectFields(paths.map((path) => readFieldPath(path) ?? [])) })

const shown = ticketedAt(now)

const [billetweb, mapado] = ticketedEvent.offers

const offers = [{ ...billetweb, pricing: "paid" }, { ...mapado, pricing: "unknown" }]

const publicRows = [
  {
    provider: "billetweb",
    status: "limited",
    onSaleFrom: "2022-10-01T10:00:00+02:00",
    onSaleThrough: "2022-10-25T10:00:00+02:00",
    sourceRef: "b1-2",
    syncedAt: "2022-09-30T08:00:00Z"
  },
  { provider: "mapado", status: "soldOut", syncedAt: "2022-09-30T09:00:00Z" }
]

const slots = (availability: unknown) => [
  { id: "aaaaa", begin: "2022-10-15T17:00:00+02:00", end: "2022-10-15T19:00:00+02:00" },
  {
    id: "bbbbb",
    begin: "2022-10-30T02:30:00+01:00",
    end: "2022-10-30T04:00:00+01:00",
    offers: ticketedEvent.slotOffers["bbbbb"],
    availability
  }
]

describe("the tickets of an event", () => {
  it("the default list item has offers and their aggregate, without slots", () => {
    const item = presentEvent({ ...shown, body: null }, plain)
    expect(item).toMatchObject({
      offers,
      offersAggregate: {
        pricing: "mixed",
        availability: { status: "limited", occurrencesAvailable: 1, occurrencesTotal: 1, nextAvailable: "2022-10-30T02:30:00+01:00" }
      }
    })
    expect(Object.keys(item)).not.toContain("timings")
    expect(Object.keys(item)).not.toContain("availabilityUpdatedAt")
  })

  it("the detailed form has all public ticket data", () => {
    const event = presentEvent(shown, { ...plain, detailed: true })
    expect(event).toMatchObject({ offers, availabilityUpdatedAt: "2022-10-05T20:00:00.123Z" })
    expect(event["timings"]).toEqual(slots(publicRows))
    expect(event["registration"]).toEqual([
      ...ticketedEvent.registration,
      { type: "link", value: "https://mapado.example.org/concert" }
    ])
  })

  it("privileged callers see every fact", () => {
    const [first, second] = publicRows
    expect(presentEvent(shown, { ...plain, detailed: true, privileged: true })["timings"]).toEqual(slots([
      { ...first, closedBySource: false, remaining: 3, lowStockThreshold: 5, reportedStatus: "available" },
      { ...second, reportedStatus: "soldOut" }
    ]))
  })

  it("an event without tickets has no ticket members", () => {
    const event = presentEvent({ ...ticketedAt(now, storedEvent, {}), availability: null }, { ...plain, detailed: true, privileged: true })
    expect(Object.keys(event).filter((name) => name.startsWith("offers"))).toEqual([])
    expect(event["timings"]).toEqual([
      { id: "aaaaa", begin: "2022-10-15T17:00:00+02:00", end: "2022-10-15T19:00:00+02:00" },
      { id: "bbbbb", begin: "2022-10-30T02:30:00+01:00", end: "2022-10-30T04:00:00+01:00" }
    ])
    expect(event["registration"]).toEqual(storedEvent.registration)
  })

  it("a row without offers yields an aggregate", () => {
    const event = presentEvent(ticketedAt(now, storedEvent), plain)
    expect(event).toMatchObject({ offersAggregate: { pricing: "unknown", availability: { status: "limited" } } })
    expect(Object.keys(event)).not.toContain("offers")
  })

  it("ticket members can be selected by path", () => {
    expect(presentEvent(shown, picked("offers.provider", "offers.tiers.priceCents", "offersAggregate.availability.status"))).toEqual({
      offers: [{ provider: "billetweb", tiers: [{ priceCents: 1_800 }] }, { provider: "mapado", tiers: [] }],
      offersAggregate: { availability: { status: "limited" } }
    })
    expect(presentEvent(shown, picked("timings.availability.status", "timings.offers.bookingUrl"))).toEqual({
      timings: [{}, {
        offers: [{ bookingUrl: "https://tickets.example.org/concert/2" }],
        availability: [{ status: "limited" }, { status: "soldOut" }]
      }]
    })
    expect(readFieldPath("offers.price")).toBeUndefined()
  })

  it("tier labels are not collapsed in a monolingual view", () => {
    const event = presentEvent(shown, { ...plain, detailed: true, monolingual: "en" })
    expect(event["offers"]).toEqual(offers)
    expect(event["timings"]).toEqual(slots(publicRows))
  })
})

describe("the explanation of tickets", () => {
  it("each price and status has its rule, facts and next change", () => {
    const tickets = { ...ticketedEvent, slots: ticketedEvent.timings, rows: ticketRows }
    const paid = {
      provider: "billetweb",
      currency: "EUR",
      pricing: "paid",
      rule: "allPaid",
      facts: { tiers: [{ offerType: "standard", priceCents: 1_800 }] },
      until: null,
      tiers: billetweb?.tiers,
      source: billetweb?.source,
      syncedAt: billetweb?.syncedAt
    }
    const unknown = {
      provider: "mapado",
      currency: "EUR",
      pricing: "unknown",
      rule: "noTiers",
      facts: { tiers: [] },
      until: null,
      tiers: [],
      source: mapado?.source
    }
    expect(presentExplanation(explainTickets(tickets, now), "Europe/Paris")).toEqual({
      at: "2022-10-20T00:00:00.000Z",
      pricing: {
        pricing: "mixed",
        rule: "mixed",
        facts: { entries: [{ provider: "billetweb", pricing: "paid" }, { provider: "mapado", pricing: "unknown" }] },
        until: null
      },
      offers: [paid, unknown],
      availability: {
        status: "limited",
        rule: "anyLimited",
        facts: { available: 0, limited: 1, soldOut: 0, notYetOnSale: 0, salesClosed: 0, unknown: 0 },
        until: "2022-10-25T08:00:00.001Z",
        occurrencesAvailable: 1,
        occurrencesTotal: 1,
        nextAvailable: "2022-10-30T02:30:00+01:00",
        changesAt: "2022-10-25T08:00:00.001Z"
      },
      slots: [
        {
          id: "aaaaa",
          begin: "2022-10-15T17:00:00+02:00",
          counts: false,
          status: "unknown",
          rule: "noRow",
          until: null,
          availability: [],
          offers: [paid, unknown]
        },
        {
          id: "bbbbb",
          begin: "2022-10-30T02:30:00+01:00",
          counts: true,
          status: "limited",
          rule: "bestForBuyer",
          until: "2022-10-25T08:00:00.001Z",
          availability: [
            {
              provider: "billetweb",
              status: "limited",
              rule: "lowStock",
              facts: { remaining: 3, lowStockThreshold: 5, status: "available" },
              until: "2022-10-25T08:00:00.001Z"
            },
            { provider: "mapado", status: "soldOut", rule: "soldOut", facts: { status: "soldOut" }, until: null }
          ],
          offers: [
            {
              ...paid,
              pricing: "donation",
              rule: "donation",
              facts: { tiers: [{ offerType: "donation" }] },
              tiers: ticketedEvent.slotOffers["bbbbb"]?.[0]?.tiers,
              bookingUrl: "https://tickets.example.org/concert/2"
            },
            unknown
          ]
        }
      ]
    })
  })

  it("an event without offers and rows has no availability explanation", () => {
    const explained = explainTickets({ offers: [], slotOffers: {}, slots: storedEvent.timings, rows: {} }, now)
    expect(explained).toMatchObject({ availability: null, pricing: { pricing: "unknown", rule: "noEntry", entries: [] } })
  })
})
