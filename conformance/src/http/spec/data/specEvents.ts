import type { AgendaName } from "./specAgendas.js"
import type { PlaceName } from "./specPlaces.js"

/** What an event is written with. */
export interface SpecEvent {
  readonly agenda: AgendaName
  /** Null: online. */
  readonly place: PlaceName | null
  readonly fields: { readonly [field: string]: unknown }
}

const inTown = (place: PlaceName | null, fields: SpecEvent["fields"]): SpecEvent => ({ agenda: "main", place, fields })
const elsewhere = (agenda: AgendaName, place: PlaceName | null, fields: SpecEvent["fields"]): SpecEvent => ({ agenda, place, fields })

const slot = (begin: string, end: string) => ({ begin, end })
/** A slot from ten to twelve in Paris's summer. */
const morning = (day: string) => slot(`${day}T10:00:00+02:00`, `${day}T12:00:00+02:00`)
/** The same in its winter. */
const winterMorning = (day: string) => slot(`${day}T10:00:00+01:00`, `${day}T12:00:00+01:00`)

const fr = (title: string, description = "Tout public") => ({ title: { fr: title }, description: { fr: description } })
const en = (title: string) => ({ title: { en: title }, description: { en: "All ages" } })

/**
 * The events by slug, in the order in which they are made, a minute apart; the last is made long before now, which is
 * 2025-06-15T15:06:40Z. What is not said of one is the default.
 */
export const specEvents: { readonly [slug: string]: SpecEvent } = {
  "ended": inTown("hall", {
    ...fr("Fanfare de printemps"),
    timings: [morning("2025-05-01")],
    keywords: { fr: ["Jazz", "été"] },
    age: { min: 6, max: 12 },
    accessibility: ["mi"],
    genre: 1,
    publics: [1, 2],
    free: true,
    places: 50,
    price: 12.5,
    artist: "Émile",
    themes: [1]
  }),
  "ended-today": inTown("arena", {
    ...fr("Match d'improvisation"),
    timings: [morning("2025-06-15")],
    keywords: { fr: ["rock"] },
    featured: true
  }),
  "ended-now": inTown(null, { ...en("Morning webinar"), timings: [slot("2025-06-15T15:00:00Z", "2025-06-15T15:06:40Z")] }),
  "running": inTown("opera", {
    ...fr("Les concerts du parc"),
    timings: [slot("2025-06-15T15:00:00Z", "2025-06-15T16:00:00Z")],
    keywords: { fr: ["jazz"] },
    age: { min: 12, max: null },
    accessibility: { mi: true, hi: true },
    genre: 2,
    room: 11,
    publics: [2],
    free: false,
    places: 200,
    price: 8,
    artist: "emile",
    themes: [2, 1],
    budget: 1_000,
    backstage: 1
  }),
  "begins-now": inTown(null, { ...fr("Atelier en ligne"), timings: [slot("2025-06-15T15:06:40Z", "2025-06-15T17:00:00Z")] }),
  "between": inTown("hall", {
    title: { fr: "Concert d'été", en: "Summer concert" },
    description: { fr: "Tout public" },
    timings: [morning("2025-06-01"), morning("2025-06-20")],
    keywords: { fr: ["jazz", "été", "plein air"] },
    featured: true
  }),
  "soon": inTown("chapel", {
    ...fr("Veillée des contes"),
    timings: [slot("2025-06-15T15:06:41Z", "2025-06-15T16:30:00Z"), winterMorning("2026-03-01")]
  }),
  "tonight": inTown("arena", {
    ...fr("Nuit du jazz"),
    timings: [slot("2025-06-15T21:00:00Z", "2025-06-15T21:59:00Z")],
    keywords: { fr: ["JAZZ"] }
  }),
  "after-midnight": inTown("hall", { ...fr("Bal de minuit"), timings: [slot("2025-06-15T22:30:00Z", "2025-06-15T23:30:00Z")] }),
  "july": inTown("opera", {
    ...fr("Opéra en plein air", "Grand concert"),
    timings: [
      slot("2025-07-01T19:00:00+02:00", "2025-07-01T22:00:00+02:00"),
      slot("2025-07-02T19:00:00+02:00", "2025-07-02T22:00:00+02:00")
    ],
    featured: true,
    attendanceMode: 3,
    onlineAccessLink: "https://example.org/opera",
    longDescription: { fr: "Venez **nombreux**" },
    age: { min: null, max: 10 },
    accessibility: ["vi"],
    extIds: [{ key: "other", value: "A/1 é;b{tag}" }],
    genre: 1,
    room: 12,
    places: 50,
    budget: 3_000,
    bio: { fr: "Né à *Quimper*" },
    notes: "à revoir",
    page: "<p>Une page</p>"
  }),
  "august": inTown("east", {
    ...en("Island festival"),
    timings: [slot("2025-08-01T19:00:00+12:00", "2025-08-01T22:00:00+12:00")],
    keywords: { en: ["music"] },
    genre: 3,
    publics: [1]
  }),
  "august-too": inTown("east", { ...en("Beach party"), timings: [slot("2025-08-01T19:00:00+12:00", "2025-08-01T23:00:00+12:00")] }),
  "cancelled": inTown("west", { ...en("Reef walk"), timings: [slot("2025-09-10T08:00:00+12:00", "2025-09-10T09:00:00+12:00")], status: 6 }),
  "postponed": inTown("arena", { ...fr("Salon du livre"), timings: [morning("2025-10-04")], status: 4 }),
  "english": inTown("hall", {
    title: { en: "Harvest lectures", de: "Herbstvorträge" },
    description: { en: "All ages" },
    timings: [winterMorning("2025-11-11")]
  }),
  "winter": inTown("chapel", { ...fr("Marché de Noël"), timings: [winterMorning("2025-12-01"), winterMorning("2026-02-01")] }),
  "ready": inTown(null, { ...fr("Projet de concert"), timings: [morning("2025-07-15")], state: 1, keywords: { fr: ["secret"] } }),
  "review": inTown(null, { ...fr("À relire"), timings: [morning("2025-07-16")], state: 0 }),
  "refused": inTown(null, { ...fr("Refusé"), timings: [morning("2025-07-17")], state: -1 }),
  "gone": inTown(null, { ...fr("Retiré"), timings: [morning("2025-07-03")] }),
  "withdrawn": inTown(null, { ...fr("Dépublié"), timings: [morning("2025-07-04")] }),
  "never": inTown(null, { ...fr("Jamais paru"), timings: [morning("2025-07-05")], state: 0 }),
  "match": elsewhere("other", "stadium", { ...fr("Match amical"), timings: [morning("2025-07-05")], keywords: { fr: ["foot"] } }),
  "old-match": elsewhere("other", "stadium", { ...fr("Match aller"), timings: [morning("2025-05-03")], featured: true }),
  "derby": elsewhere("other", "stadium", { ...fr("Derby"), timings: [slot("2025-06-15T14:00:00Z", "2025-06-15T16:00:00Z")] }),
  "hidden": elsewhere("private", null, { ...fr("Caché"), timings: [morning("2025-07-06")] }),
  "unlisted": elsewhere("unindexed", null, { ...fr("Discret"), timings: [morning("2025-07-07")] })
}
