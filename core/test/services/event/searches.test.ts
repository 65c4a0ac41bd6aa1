import { describe, expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import { EventQuery } from "../../../src/query/event/EventQuery.js"
import { Access, authorized } from "../../../src/services/Access.js"
import { Events } from "../../../src/services/Events.js"
import { Locations } from "../../../src/services/Locations.js"
import { instantOf } from "../../instantOf.js"
import { testAgenda, testEngine } from "../testEngine.js"

const day = (date: string): JsonObject => ({ timings: [{ begin: `${date}T10:00:00Z`, end: `${date}T12:00:00Z` }] })

const venue = (name: string, address: string, more: JsonObject = {}) => ({ name, address, countryCode: "FR", ...more })

const venues = {
  paris: venue("Le Carreau", "3 rue de Rivoli", {
    adminLevel4: "Paris",
    adminLevel2: "Paris",
    adminLevel1: "Île-de-France",
    postalCode: "75011"
  }),
  louvre: venue("Pavillon", "1 place du Louvre", {
    adminLevel4: "Paris",
    adminLevel2: "Paris",
    adminLevel1: "Île-de-France",
    postalCode: "75001"
  }),
  lyon: venue("Le Sucre", "50 quai Rambaud", {
    adminLevel4: "Lyon",
    adminLevel2: "Rhône",
    adminLevel1: "Auvergne-Rhône-Alpes",
    postalCode: "69002"
  }),
  sete: venue("La Passerelle", "1 quai Dunkerque", {
    adminLevel4: "Sète",
    adminLevel2: "Hérault",
    adminLevel1: "Occitanie",
    postalCode: "34200"
  }),
  rennes: venue("Le Triangle", "1 boulevard de Yougoslavie", {
    adminLevel4: "Rennes",
    adminLevel2: "Ille-et-Vilaine",
    adminLevel1: "Bretagne"
  })
}

interface Told {
  readonly title: JsonObject
  readonly description: JsonObject
  readonly date?: string
  readonly at?: keyof typeof venues
}

const fr = (title: string, description = title, more: Pick<Told, "at" | "date"> = {}): Told => ({
  title: { fr: title },
  description: { fr: description },
  ...more
})

const en = (title: string): Told => ({ title: { en: title }, description: { en: title } })

/** In the order in which they happen. */
const told: ReadonlyArray<Told> = [
  fr("Exposition de photos", "Photographie contemporaine."),
  fr("Concert de l'orchestre"),
  fr("Battle de hip hop"),
  fr("Ciné-club du lundi"),
  fr("L'art français du jardin"),
  fr("Cuisine japonaise"),
  fr("Poète japonais"),
  fr("Le petit prince"),
  fr("Une petite fille"),
  fr("Le lapin blanc"),
  fr("Nuits blanches"),
  fr("Le sport actif"),
  fr("Une retraite active"),
  fr("Banc public"),
  fr("Lecture publique"),
  fr("Un travail de nuit"),
  fr("Les travaux des champs"),
  fr("Le vitrail"),
  fr("Les vitraux"),
  fr("Celle qui marche"),
  fr("Le marché du samedi"),
  fr("Le 11 novembre à Paris", "Commémoration."),
  fr("Tombola", "Tirage à midi.", { at: "paris" }),
  fr("Quadrille", "Ouvert à tous.", { at: "louvre" }),
  fr("Rentrée à l'Université Paris 1"),
  fr("Bourse aux disques", "Vinyles.", { at: "lyon" }),
  fr("Joutes", "Sur le canal.", { at: "sete" }),
  fr("Scène ouverte", "Chanson.", { at: "rennes" }),
  fr("Kermesse du lycée René", "Jeux."),
  fr("Tour de France", "Départ."),
  fr("Fanfare de Saint-Germain"),
  en("Talk: what is AI?"),
  en("Children's workshop"),
  en("An evening with Sinead O'Connor"),
  fr("Cirque ancien", "Chapiteau.", { date: "2029-03-01" }),
  fr("Cirque récent", "Chapiteau.", { date: "2029-12-01" }),
  fr("Cirque en mai", "Chapiteau.", { date: "2030-05-01" }),
  fr("Cirque en juin", "Chapiteau.", { date: "2030-06-01" }),
  fr("Week-end en famille"),
  { title: { es: "Diseñar un videojuego" }, description: { es: "Taller." } },
  { title: { de: "Kurs für Anfänger" }, description: { de: "Tanzen." } },
  { title: { de: "Kurse im Sommer" }, description: { de: "Malen." } }
]

const dateOf = (index: number): string => `2031-0${1 + Math.floor(index / 28)}-${String(1 + index % 28).padStart(2, "0")}`

/** An agenda with these events, and the titles that a search of it lists. */
class Searched extends Context.Tag("test/Searched")<
  Searched,
  {
    readonly titles: (search: string) => Effect.Effect<ReadonlyArray<string>>
    /** In the list across agendas. */
    readonly everywhere: (search: string) => Effect.Effect<ReadonlyArray<string>>
  }
>() {}

const searched = Layer.effect(
  Searched,
  Effect.gen(function*() {
    yield* TestClock.setTime(instantOf("2030-01-01T00:00:00Z"))
    const { anyone, moderator, ref } = yield* testAgenda
    const [events, locations, access] = yield* Effect.all([Events, Locations, Access])
    const uids = new Map<string, number>()
    for (const [name, body] of Object.entries(venues)) {
      const { location: { uid } } = yield* authorized(moderator.token, ref, "locations:write", (by) => locations.create(by, rawBody(body)))
      uids.set(name, uid)
    }
    for (const [index, { at, date = dateOf(index), description, title }] of told.entries()) {
      const place = at === undefined
        ? { attendanceMode: 2, onlineAccessLink: "https://example.org/live" }
        : { attendanceMode: 1, locationUid: uids.get(at) ?? 0 }
      const body = rawBody({ title, description, ...day(date), ...place, state: 2 })
      yield* authorized(moderator.token, ref, "events:write", (by) => events.create(by, body, { lang: null }))
    }
    const queryOf = (search: string) => EventQuery.make({ search, size: 100 })
    const titlesOf = ({ events }: { readonly events: ReadonlyArray<{ readonly title: { readonly [language: string]: string } }> }) =>
      events.map(({ title }) => Object.values(title)[0] ?? "")
    return {
      titles: (search) =>
        authorized(anyone, ref, "events:read", (by) => events.list(by, queryOf(search))).pipe(
          Effect.map(titlesOf),
          Effect.provideService(Access, access),
          Effect.orDie
        ),
      everywhere: (search) => events.listPublic(anyone, queryOf(search)).pipe(Effect.map(titlesOf), Effect.orDie)
    }
  })
).pipe(Layer.provide(testEngine))

const both = (one: string, other: string) => [one, other]

/** Searches, and the titles that each lists, in order. */
const searches: ReadonlyArray<readonly [search: string, titles: ReadonlyArray<string>]> = [
  ["expositon", ["Exposition de photos"]],
  ["cocnert", ["Concert de l'orchestre"]],
  ["vinylles", ["Bourse aux disques"]],
  ["hip hop", ["Battle de hip hop"]],
  ["hiphop", ["Battle de hip hop"]],
  ["ciné-club", ["Ciné-club du lundi"]],
  ["cineclub", ["Ciné-club du lundi"]],
  ["cine club", ["Ciné-club du lundi"]],
  ["expo photo", ["Exposition de photos"]],
  ["expos photos", ["Exposition de photos"]],
  ["art français", ["L'art français du jardin"]],
  ["art française", ["L'art français du jardin"]],
  ["japonais", both("Poète japonais", "Cuisine japonaise")],
  ["japonaise", both("Cuisine japonaise", "Poète japonais")],
  ["petit", both("Le petit prince", "Une petite fille")],
  ["petite", both("Une petite fille", "Le petit prince")],
  ["petites", both("Le petit prince", "Une petite fille")],
  ["blanc", both("Le lapin blanc", "Nuits blanches")],
  ["blanche", both("Le lapin blanc", "Nuits blanches")],
  ["blanches", both("Nuits blanches", "Le lapin blanc")],
  ["actif", both("Le sport actif", "Une retraite active")],
  ["active", both("Une retraite active", "Le sport actif")],
  ["public", both("Banc public", "Lecture publique")],
  ["publique", both("Lecture publique", "Banc public")],
  ["travail", both("Un travail de nuit", "Les travaux des champs")],
  ["travaux", both("Les travaux des champs", "Un travail de nuit")],
  ["vitrail", both("Le vitrail", "Les vitraux")],
  ["vitraux", both("Les vitraux", "Le vitrail")],
  ["marché", both("Le marché du samedi", "Celle qui marche")],
  ["marche", both("Celle qui marche", "Le marché du samedi")],
  ["paris 11", ["Tombola"]],
  ["paris 11e", ["Tombola"]],
  ["75011", ["Tombola"]],
  ["rue de Rivoli", ["Tombola"]],
  ["Rhône", ["Bourse aux disques"]],
  ["Occitanie", ["Joutes"]],
  ["exposition autour de la photographie", ["Exposition de photos"]],
  ["talks about AI", ["Talk: what is AI?"]],
  ["childrens workshop", ["Children's workshop"]],
  ["oconnor", ["An evening with Sinead O'Connor"]],
  ["o'connor", ["An evening with Sinead O'Connor"]],
  ["rennes", ["Scène ouverte"]],
  ["français", ["L'art français du jardin"]],
  ["france", ["Tour de France", "Tombola", "Quadrille"]],
  ["st germain", ["Fanfare de Saint-Germain"]],
  ["1er arrondissement", ["Quadrille"]],
  ["premier arrondissement", ["Quadrille"]],
  ["paris 1er", ["Quadrille"]],
  ["université paris 1", ["Rentrée à l'Université Paris 1"]],
  ["cirque", ["Cirque en mai", "Cirque en juin", "Cirque récent", "Cirque ancien"]],
  ["weekend", ["Week-end en famille"]],
  ["week end", ["Week-end en famille"]],
  ["video juego", ["Diseñar un videojuego"]],
  ["Kurs", both("Kurs für Anfänger", "Kurse im Sommer")],
  ["Kurse", both("Kurse im Sommer", "Kurs für Anfänger")]
]

describe("the searches that people type", () => {
  layer(searched)("over one agenda", (it) => {
    it.effect.each(searches)("%s", ([search, titles]) =>
      Effect.gen(function*() {
        const searched = yield* Searched
        expect(yield* searched.titles(search)).toEqual(titles)
      }))

    it.effect.each([["cocnert", ["Concert de l'orchestre"]], ["expo photo", ["Exposition de photos"]]] as const)(
      "%s, across agendas",
      ([search, titles]) =>
        Effect.gen(function*() {
          const searched = yield* Searched
          expect(yield* searched.everywhere(search)).toEqual(titles)
        })
    )
  })
})
