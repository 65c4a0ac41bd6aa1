import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { graphIn } from "../../world/graphIn.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const town = "/agendas/town-agenda"
const events = `/v2/agendas/${agendas.main}/events`

const label = { fr: "Plein", en: "Full" }
const entry = (provider: string, currency: string, ...amounts: ReadonlyArray<object>) => ({
  provider,
  currency,
  tiers: amounts.map((amount) => ({ label, ...amount })),
  source: { url: `https://${provider}.example/e?a=1&b=2` }
})

/** What is sold in currencies of 2, 0, 3 and 4 decimals. */
const offers = [
  entry("mapado", "EUR", { priceCents: 1_850 }, { priceCents: 1_000 }, { offerType: "donation", minAmountCents: 550 }, {
    offerType: "donation"
  }),
  entry("weezevent", "JPY", { priceCents: 1_500 }),
  entry("billetweb", "KWD", { priceCents: 1_250 }),
  entry("eventbrite", "CLF", { priceCents: 12_345 })
]

const slot = (id: string, day: string) => ({ id, begin: `2025-07-${day}T19:00:00+02:00`, end: `2025-07-${day}T22:00:00+02:00` })

const body = {
  ...onlineBody,
  state: 2,
  slug: "sold",
  offers,
  timings: [
    slot("aaaaa", "01"),
    slot("bbbbb", "02"),
    {
      ...slot("ccccc", "03"),
      offers: [{ provider: "mapado", tiers: [{ label, priceCents: 0 }], bookingUrl: "https://mapado.example/c" }, {
        provider: "weezevent",
        tiers: []
      }]
    }
  ]
}

const syncedAt = "2025-06-15T15:00:00Z"

const rows = {
  aaaaa: {
    mapado: { syncedAt, remaining: 3, lowStockThreshold: 5, onSaleThrough: "2025-06-30T18:30:00+02:00" },
    weezevent: { syncedAt, remaining: 0 },
    billetweb: { syncedAt, onSaleFrom: "2025-06-20T10:00:00+02:00" },
    eventbrite: { syncedAt, closedBySource: true }
  },
  bbbbb: { weezevent: { syncedAt, remaining: 0 } },
  ccccc: { mapado: { syncedAt, remaining: 90 } }
}

/** Text as it is looked at: without markup, spaces of every kind alike. */
const seen = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, " ").replaceAll("&amp;", "&").replaceAll(/[\s\u00A0\u202F\u2060]+/g, " ").trim()

const all = (page: string, pattern: RegExp): ReadonlyArray<string> => [...page.matchAll(pattern)].map(([, found = ""]) => seen(found))

/**
 * The tickets of a page, offer by offer: tiers, whether there are any, what is said of the sale, and where they are
 * booked.
 */
const ticketsIn = (page: string) =>
  [...page.matchAll(/<div class="offer">(.*?)<\/div>/gs)].map(([, offer = ""]) => ({
    tiers: all(offer, /<li>(.*?)<\/li>/gs),
    status: all(offer, /<span class="badge[^"]*">(.*?)<\/span>/gs),
    sale: all(offer, /<p class="sale">(.*?)<\/p>/gs),
    book: [...offer.matchAll(/<a class="button" href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, to = "", says = ""]) => [seen(to), seen(says)])
  }))

const badgesIn = (markup: string) => all(markup, /<span class="badge[^"]*">(.*?)<\/span>/gs)

/** What the page of the first slot shows of each offer, by the language it is asked for in. */
const firstSlot = {
  en: [
    {
      tiers: ["Full €18.50", "Full €10", "Full From €5.50", "Full Pay what you like"],
      status: ["Few tickets left"],
      sale: ["On sale until 30 June 2025 at 18:30"],
      book: [["https://mapado.example/e?a=1&b=2", "Book on Mapado"]]
    },
    { tiers: ["Full JP¥1,500"], status: ["Sold out"], sale: [], book: [] },
    {
      tiers: ["Full KWD 1.250"],
      status: ["Not yet on sale"],
      sale: ["On sale from 20 June 2025 at 10:00"],
      book: [["https://billetweb.example/e?a=1&b=2", "Book on Billetweb"]]
    },
    { tiers: ["Full CLF 1.2345"], status: ["Sales are closed"], sale: [], book: [] }
  ],
  fr: [
    {
      tiers: ["Plein 18,50 €", "Plein 10 €", "Plein À partir de 5,50 €", "Plein Prix libre"],
      status: ["Derniers billets"],
      sale: ["En vente jusqu’au 30 juin 2025 à 18:30"],
      book: [["https://mapado.example/e?a=1&b=2", "Réserver sur Mapado"]]
    },
    { tiers: ["Plein 1 500 JPY"], status: ["Épuisé"], sale: [], book: [] },
    {
      tiers: ["Plein 1,250 KWD"],
      status: ["Pas encore en vente"],
      sale: ["En vente à partir du 20 juin 2025 à 10:00"],
      book: [["https://billetweb.example/e?a=1&b=2", "Réserver sur Billetweb"]]
    },
    { tiers: ["Plein 1,2345 CLF"], status: ["Vente terminée"], sale: [], book: [] }
  ]
} as const

/** What the item of the agenda's page says, and the list of dates of the event's. */
const badges = {
  en: ["Online", "Free – €18.50 · JP¥1,500 · KWD 1.250 · CLF 1.2345", "Tickets available"],
  fr: ["En ligne", "Gratuit – 18,50 € · 1 500 JPY · 1,250 KWD · 1,2345 CLF", "Billets disponibles"]
}
const dates = {
  en: ["Few tickets left", "Sold out", "Tickets available"],
  fr: ["Derniers billets", "Épuisé", "Billets disponibles"]
}

/** The path of an event with tickets. */
const sell = Effect.gen(function*() {
  const { credentials, send } = yield* TestWorld
  const headers = credentials.moderatorToken
  const made = yield* send(`${events}/ext/pages/sold`, { method: "PUT", body, headers })
  const path = `${events}/${String(at(made.body, "event", "uid"))}`
  const patched = yield* send(`${path}/availability`, { method: "PATCH", body: rows, headers })
  expect(patched.status, patched.text).toBe(200)
  return path
})

layer(TestWorld.layer(), { excludeTestServices: true })("tickets on public pages", (it) => {
  it.effect("show prices per currency, status and booking links, in every language", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      yield* sell
      for (const lang of ["en", "fr"] as const) {
        const slot = yield* send(`${town}/events/sold/aaaaa?lang=${lang}`)
        expect(ticketsIn(slot.text)).toEqual(firstSlot[lang])
        const [list = ""] = /<ul class="dates">.*?<\/ul>/s.exec(slot.text) ?? []
        expect(badgesIn(list)).toEqual(dates[lang])
        // The page of the event shows the slot that is next.
        expect(ticketsIn((yield* send(`${town}/events/sold?lang=${lang}`)).text)).toEqual(firstSlot[lang])
        expect(badgesIn((yield* send(`${town}?lang=${lang}`)).text)).toEqual(badges[lang])
      }
      const german = yield* send(`${town}/events/sold/aaaaa?lang=de`)
      expect(ticketsIn(german.text).map(({ tiers, status }) => [tiers[0], ...status])).toEqual([
        ["Plein 18,50 €", "Wenige Karten übrig"],
        ["Plein 1.500 ¥", "Ausverkauft"],
        ["Plein 1,250 KWD", "Noch nicht im Verkauf"],
        ["Plein 1,2345 CLF", "Verkauf beendet"]
      ])
      expect(german.text).toContain('<span lang="fr" dir="ltr">Plein</span>')
    }))

  it.effect("are those of the shown slot, in text and in structured data", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      yield* sell
      const { text } = yield* send(`${town}/events/sold/ccccc?lang=en`)
      expect(ticketsIn(text).slice(0, 2)).toEqual([
        { tiers: ["Full Free"], status: ["Tickets available"], sale: [], book: [["https://mapado.example/c", "Book on Mapado"]] },
        { tiers: [], status: [], sale: [], book: [["https://weezevent.example/e?a=1&b=2", "Book on Weezevent"]] }
      ])
      const url = (provider: string) => ({ url: `https://${provider}.example/e?a=1&b=2` })
      const priced = (priceCurrency: string, price: string) => ({
        "@type": "AggregateOffer",
        priceCurrency,
        lowPrice: price,
        highPrice: price,
        offerCount: 1
      })
      expect(at(graphIn(text), "@graph", 0, "offers")).toEqual([
        { ...priced("EUR", "0.00"), availability: "https://schema.org/InStock", url: "https://mapado.example/c" },
        { "@type": "Offer", ...url("weezevent") },
        { ...priced("KWD", "1.250"), ...url("billetweb") },
        { ...priced("CLF", "1.2345"), ...url("eventbrite") }
      ])
    }))

  it.effect("are neither bookable nor available when the event is cancelled", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const path = yield* sell
      yield* send(path, { method: "PATCH", body: { status: 6 }, headers: credentials.moderatorToken })
      const { text } = yield* send(`${town}/events/sold/aaaaa?lang=en`)
      expect(badgesIn(text)).toEqual(["Cancelled"])
      expect(ticketsIn(text).flatMap(({ book, sale }) => [...book, ...sale])).toEqual([])
      expect(badgesIn((yield* send(`${town}?lang=en`)).text)).toEqual(["Cancelled", "Online", badges.en[1]])
    }))

  it.effect("show availability from rows alone, until the slot has ended", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      const past = { id: "ddddd", begin: "2025-06-01T19:00:00+02:00", end: "2025-06-01T22:00:00+02:00" }
      const unpriced = { ...onlineBody, state: 2, slug: "unpriced", timings: [past, slot("eeeee", "04"), slot("fffff", "05")] }
      const made = yield* send(`${events}/ext/pages/unpriced`, { method: "PUT", body: unpriced, headers })
      const known = { mapado: { syncedAt, remaining: 0 } }
      const patched = yield* send(`${events}/${String(at(made.body, "event", "uid"))}/availability`, {
        method: "PATCH",
        body: { ddddd: known, eeeee: known },
        headers
      })
      expect(patched.status, patched.text).toBe(200)
      const tickets = (slotId: string) =>
        Effect.map(
          send(`${town}/events/unpriced/${slotId}?lang=en`),
          ({ text }) => /<section class="tickets".*?<\/section>/s.exec(text)?.[0]
        )
      expect(seen((yield* tickets("eeeee")) ?? "")).toBe("Tickets Sold out")
      expect([yield* tickets("ddddd"), yield* tickets("fffff")]).toEqual([undefined, undefined])
    }))
})
