import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import { clubAgenda, townAgenda } from "./demoAgendas.js"
import { daily, type DemoEvent } from "./DemoEvent.js"

const hall = 20_001
const park = 20_003
const workshop = 20_004

const source = (ref: string) => ({ ref, url: `https://tickets.example.org/${ref}` })

const tier = (fr: string, en: string, priceCents: number): JsonObject => ({ label: { fr, en }, priceCents })

const offer = (provider: string, ref: string, tiers: ReadonlyArray<JsonObject>, currency = "EUR"): JsonObject => ({
  provider,
  currency,
  tiers,
  source: source(ref)
})

/**
 * What one needs a ticket for: of every pricing, in several currencies, from one provider and from two, and standing in
 * every way.
 */
export const ticketedEvents: ReadonlyArray<DemoEvent> = [
  {
    id: "river-festival",
    agendaUid: townAgenda,
    locationUid: park,
    slots: daily([8, 9, 10], 15, 21),
    title: { fr: "Festival au fil de l'eau", en: "Riverside festival" },
    description: { fr: "Trois jours de musique sur la rive.", en: "Three days of music by the water." },
    keywords: { fr: ["musique", "festival"], en: ["music", "festival"] },
    more: {
      featured: true,
      offers: [
        offer("weezevent", "festival", [tier("Plein tarif", "Full price", 2450), tier("Tarif réduit", "Reduced", 1600)]),
        offer("billetweb", "festival-groupes", [tier("Groupe, par personne", "Group, each", 1400)])
      ]
    },
    tickets: [
      { rows: [{ provider: "weezevent", remaining: 320, lowStockThreshold: 30 }, { provider: "billetweb", remaining: 0 }] },
      { rows: [{ provider: "weezevent", remaining: 12, lowStockThreshold: 30 }, { provider: "billetweb", remaining: 0 }] },
      {
        rows: [{ provider: "weezevent", remaining: 0 }, { provider: "billetweb", closedBySource: true }],
        offers: [{ provider: "weezevent", tiers: [tier("Soirée de clôture", "Closing night", 3200)] }]
      }
    ]
  },
  {
    id: "winter-revue",
    agendaUid: townAgenda,
    locationUid: hall,
    slots: daily([33, 34], 18, 21),
    title: { fr: "La revue d'hiver", en: "The winter revue" },
    description: { fr: "La troupe de la ville, en chansons.", en: "The town's own company, in song." },
    keywords: { fr: ["théâtre"], en: ["theatre"] },
    more: { offers: [offer("mapado", "revue", [tier("Parterre", "Stalls", 1800), tier("Balcon", "Balcony", 1250)])] },
    tickets: [
      { rows: [{ provider: "mapado", onSaleFrom: 6, remaining: 180 }] },
      { rows: [{ provider: "mapado", onSaleFrom: 6, remaining: 180 }] }
    ]
  },
  {
    id: "choir-evening",
    agendaUid: townAgenda,
    locationUid: hall,
    slots: [[6, 18, 20]],
    title: { fr: "Soirée chorale", en: "An evening of choirs" },
    description: { fr: "Quatre chœurs, prix libre.", en: "Four choirs; pay what you like." },
    keywords: { fr: ["musique", "chorale"], en: ["music", "choir"] },
    more: {
      offers: [
        offer("eventbrite", "chorale", [{
          label: { fr: "Prix libre", en: "Pay what you like" },
          offerType: "donation",
          minAmountCents: 300
        }])
      ]
    }
  },
  {
    id: "puppet-theatre",
    agendaUid: townAgenda,
    locationUid: hall,
    slots: [[3, 13, 14], [3, 15, 16]],
    title: { fr: "Guignol et la rivière", en: "Punch and the river" },
    description: { fr: "Marionnettes, à partir de quatre ans.", en: "Puppets, from four years on." },
    keywords: { fr: ["enfants", "théâtre"], en: ["children", "theatre"] },
    more: {
      age: { min: 4, max: null },
      offers: [offer("billetweb", "guignol", [tier("Adulte", "Adult", 600), tier("Enfant", "Child", 0)])]
    },
    tickets: [
      { rows: [{ provider: "billetweb", closedBySource: true }] },
      { rows: [{ provider: "billetweb", remaining: 3, lowStockThreshold: 5 }] }
    ]
  },
  {
    id: "mill-visit",
    agendaUid: townAgenda,
    locationUid: park,
    slots: daily([2, 9, 16], 8, 9),
    title: { fr: "Visite du moulin", en: "A visit to the mill" },
    description: { fr: "Gratuit, sur inscription.", en: "Free, with a ticket." },
    keywords: { fr: ["patrimoine"], en: ["heritage"] },
    more: { offers: [offer("weezevent", "moulin", [tier("Visiteur", "Visitor", 0)])] },
    tickets: [
      { rows: [{ provider: "weezevent", remaining: 0 }] },
      { rows: [{ provider: "weezevent", remaining: 14 }] },
      { rows: [{ provider: "weezevent", remaining: 15 }] }
    ]
  },
  {
    id: "synth-workshop",
    agendaUid: clubAgenda,
    locationUid: workshop,
    slots: [[13, 9, 16]],
    title: { en: "Build a synthesiser", de: "Einen Synthesizer bauen" },
    description: { en: "One day, one kit, one noise.", de: "Ein Tag, ein Bausatz, ein Klang." },
    keywords: { en: ["electronics", "workshop"], de: ["Elektronik", "Workshop"] },
    more: {
      offers: [
        offer("eventbrite", "synth", [{ label: { en: "With kit", de: "Mit Bausatz" }, priceCents: 8900 }]),
        offer(
          "mapado",
          "synth-ch",
          [{ label: { en: "With kit, from Switzerland", de: "Mit Bausatz, aus der Schweiz" }, priceCents: 9250 }],
          "CHF"
        )
      ]
    },
    tickets: [{ rows: [{ provider: "eventbrite", remaining: 2, lowStockThreshold: 3 }, { provider: "mapado", remaining: 6 }] }]
  }
]
