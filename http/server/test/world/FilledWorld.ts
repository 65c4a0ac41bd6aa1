import { Agendas } from "@agenda-engine/core/services/Agendas"
import { expect } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../test/world/bodies.js"
import { TestWorld } from "./TestWorld.js"
import { agendas } from "./World.js"

const option = (id: number, value: string, fr: string) => ({ id, value, label: { fr, en: value } })

/** The additional fields of the town's agenda; `dossier` is for those who moderate. */
const schema = {
  fields: [
    {
      field: "genres",
      fieldType: "checkbox",
      label: { fr: "Genres" },
      options: [option(1, "music", "Musique"), option(2, "dance", "Danse"), option(3, "opera", "Opéra")]
    },
    { field: "level", fieldType: "radio", label: { fr: "Niveau" }, options: [option(1, "easy", "Facile"), option(2, "hard", "Difficile")] },
    { field: "free", fieldType: "boolean", label: { fr: "Gratuit" } },
    { field: "places", fieldType: "integer", label: { fr: "Places" } },
    { field: "motto", fieldType: "text", label: { fr: "Devise" } },
    {
      field: "dossier",
      fieldType: "radio",
      label: { fr: "Dossier" },
      options: [option(1, "open", "Ouvert"), option(2, "closed", "Clos")],
      read: ["administrator", "moderator"]
    },
    { field: "budget", fieldType: "number", label: { fr: "Budget" }, read: ["administrator", "moderator"] }
  ]
}

const places = {
  quimper: locationBody,
  brest: {
    ...locationBody,
    name: "Le Quartz",
    address: "60 rue du Château, Brest",
    adminLevel4: "Brest",
    latitude: 48.39,
    longitude: -4.49
  },
  suva: {
    name: "Civic Hall",
    address: "Victoria Parade, Suva",
    countryCode: "fj",
    adminLevel4: "Suva",
    latitude: -18.14,
    longitude: 178.44
  },
  nowhere: { name: "Nulle part", address: "Lieu secret", countryCode: "fr" }
} as const

const slot = (begin: string, end: string) => ({ begin, end })

/** The events of the town's agenda by name, which is their English title too; the world stands at 2025-06-15. */
const written = {
  jazz: {
    place: "quimper",
    timings: [
      slot("2025-07-01T19:00:00+02:00", "2025-07-01T22:00:00+02:00"),
      slot("2025-07-02T19:00:00+02:00", "2025-07-02T22:00:00+02:00")
    ],
    title: { en: "jazz", fr: "Concert de jazz" },
    keywords: { fr: ["Jazz", "Plein air"] },
    genres: [1],
    level: 1,
    free: true,
    places: 100,
    age: { min: 6, max: 12 },
    accessibility: { mi: true, hi: true }
  },
  rock: {
    place: "brest",
    timings: [slot("2025-07-02T20:00:00+02:00", "2025-07-02T23:00:00+02:00")],
    title: { en: "rock", fr: "Rock et jazz" },
    description: { fr: "Un concert" },
    keywords: { fr: ["jazz"], br: ["Plein Air"] },
    genres: [1, 2],
    free: false,
    places: 300,
    age: { min: null, max: 18 },
    status: 6
  },
  opera: {
    place: "suva",
    timings: [slot("2025-08-10T19:00:00+12:00", "2025-08-10T22:00:00+12:00")],
    title: { en: "opera" },
    keywords: { en: ["plein air"] },
    genres: [3],
    level: 2,
    places: 50,
    motto: "Plein  Été",
    dossier: 1,
    budget: 900.5
  },
  talk: {
    timings: [slot("2025-05-01T10:00:00+02:00", "2025-05-01T12:00:00+02:00")],
    title: { en: "talk" },
    description: { en: "About music" },
    keywords: {},
    attendanceMode: 2,
    onlineAccessLink: "https://example.org/talk"
  },
  lost: {
    place: "nowhere",
    timings: [
      slot("2025-10-26T02:30:00+02:00", "2025-10-26T02:45:00+02:00"),
      slot("2025-10-26T02:30:00+01:00", "2025-10-26T02:45:00+01:00")
    ],
    title: { en: "lost" },
    keywords: {},
    featured: true
  },
  draft: {
    place: "brest",
    timings: [slot("2025-07-03T19:00:00+02:00", "2025-07-03T22:00:00+02:00")],
    title: { en: "draft", fr: "Brouillon de jazz" },
    keywords: { fr: ["brouillon"] },
    genres: [2],
    dossier: 2,
    state: 1
  }
} as const

/** The name of an event of a filled world. */
export type Name = keyof typeof written

/** A world whose agendas have events, and the uids of what is in it. */
export class FilledWorld extends Context.Tag("test/FilledWorld")<FilledWorld, {
  readonly locations: ReadonlyMap<string, number>
  readonly events: ReadonlyMap<string, number>
}>() {
  static readonly layer = Layer.effect(
    FilledWorld,
    Effect.gen(function*() {
      const { credentials, send, within } = yield* TestWorld
      const settings = { contribution: { defaultLang: "fr" } }
      yield* within(Effect.flatMap(Agendas, (all) => all.restore({ uid: agendas.main, title: "Town agenda", settings, schema })))
      const locations = new Map<string, number>()
      const events = new Map<string, number>()
      const write = (agenda: number, name: string, path: string, body: object, headers: { readonly "access-token": string }) =>
        Effect.gen(function*() {
          const answer = yield* send(`/v2/agendas/${agenda}/${path}`, { method: path === "locations" ? "POST" : "PUT", body, headers })
          expect(answer.status, `${name}: ${answer.text}`).toBe(200)
          return Number(at(answer.body, path === "locations" ? "location" : "event", "uid"))
        })
      const moderator = credentials.moderatorToken
      for (const [name, body] of Object.entries(places)) {
        locations.set(name, yield* write(agendas.main, name, "locations", body, moderator))
      }
      for (const [name, event] of Object.entries(written)) {
        const { place, ...fields } = { place: null, ...event }
        const locationUid = place === null ? null : locations.get(place) ?? null
        const body = { ...onlineBody, description: { en: "An event" }, attendanceMode: 1, onlineAccessLink: null, locationUid, ...fields }
        events.set(name, yield* write(agendas.main, name, `events/ext/name/${name}`, body, moderator))
      }
      const elsewhere = { ...onlineBody, keywords: { fr: ["ailleurs"] } }
      for (
        const [agenda, name, headers] of [
          [agendas.other, "other", credentials.strangerToken],
          [agendas.private, "private", credentials.administratorToken],
          [agendas.unindexed, "unindexed", credentials.administratorToken]
        ] as const
      ) {
        events.set(name, yield* write(agenda, name, `events/ext/name/${name}`, { ...elsewhere, title: { en: name } }, headers))
      }
      return { locations, events }
    })
  ).pipe(Layer.provideMerge(TestWorld.layer()))
}
