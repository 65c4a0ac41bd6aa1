import { Agendas } from "@agenda-engine/core/services/Agendas"
import { expect } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import sharp from "sharp"
import { at } from "../../../test/world/at.js"
import { formOf } from "../world/formOf.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"

const option = (id: number, value: string, fr: string, en: string) => ({ id, value, label: { fr, en } })

const schema = {
  fields: [
    {
      field: "categorie",
      fieldType: "radio",
      label: { fr: "Catégorie" },
      options: [option(1, "concert", "Concert", "Concert"), option(2, "atelier", "Atelier", "Workshop")]
    },
    {
      field: "publics",
      fieldType: "checkbox",
      label: { fr: "Publics" },
      options: [option(1, "famille", "Famille", "Families"), option(2, "scolaires", "Scolaires", "Schools")]
    },
    { field: "uid-externe", fieldType: "text", label: { fr: "Identifiant externe" } }
  ]
}

const hall = {
  name: "Salle des Halles",
  address: "3 place des Halles, 29000 Quimper",
  access: { fr: "Arrêt Halles" },
  description: { fr: "Une salle de 300 places", en: "A hall of 300 seats" },
  imageCredits: "Archives de la ville",
  adminLevel1: "Bretagne",
  adminLevel2: "Finistère",
  adminLevel3: "Quimper Bretagne Occidentale",
  adminLevel4: "Quimper",
  adminLevel6: "Centre",
  postalCode: "29000",
  insee: "29232",
  countryCode: "FR",
  latitude: 47.9960,
  longitude: -4.1020,
  timezone: "Europe/Paris",
  website: "https://halles.example",
  email: "accueil@halles.example",
  phone: "0298000000",
  links: ["https://social.example/halles"],
  extIds: [{ key: "default", value: "hall-1" }]
}

const slot = (day: string, from = "19:00", to = "21:30") => ({ begin: `${day}T${from}:00+02:00`, end: `${day}T${to}:00+02:00` })

/** Events of the town's agenda by the value of their external identifier; the world stands at 2025-06-15. */
const written = {
  concert: {
    title: { fr: "Concert aux Halles", en: "Concert at the market hall" },
    description: { fr: "Trois musiciens", en: "Three musicians" },
    longDescription: { fr: "Un **soir** d'été\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ", en: "A summer *night*" },
    conditions: { fr: "Gratuit", en: "Free" },
    keywords: { fr: ["concert", "été"], en: ["concert"] },
    timings: [slot("2025-07-01"), slot("2025-07-08")],
    imageCredits: "Archives de la ville",
    registration: ["https://billets.example/concert", "billets@halles.example", "0298000001"],
    accessibility: { mi: true, hi: true },
    age: { min: 6, max: 99 },
    categorie: 1,
    publics: [1, 2],
    "uid-externe": "concert@halles",
    featured: true
  },
  film: {
    title: { fr: "Film en ligne", en: "Online film" },
    description: { fr: "Depuis chez vous", en: "From home" },
    keywords: { fr: ["film"] },
    timings: [slot("2025-06-20")],
    attendanceMode: 2,
    onlineAccessLink: "https://live.example/film",
    categorie: 2
  },
  walk: {
    title: { fr: "Visite du quartier", en: "A walk in the district" },
    description: { fr: "À pied", en: "On foot" },
    keywords: { fr: ["visite"] },
    timings: [slot("2025-06-01", "10:00", "11:00"), slot("2025-09-01", "10:00", "11:00")],
    publics: [1]
  },
  lecture: {
    title: { fr: "Conférence", en: "Lecture" },
    description: { fr: "Passée", en: "Over" },
    timings: [slot("2025-05-05")]
  }
}

const picture = Effect.promise(() => sharp({ create: { width: 1_000, height: 600, channels: 3, background: "#336699" } }).jpeg().toBuffer())

/** The paths of the town's agenda. */
export const town = `/v2/agendas/${agendas.main}`

/** A world whose agenda, location and concert have a value in every field that clients read. */
export class ClientsWorld extends Context.Tag("test/ClientsWorld")<ClientsWorld, {
  readonly hall: number
  readonly events: { readonly [name in keyof typeof written]: number }
}>() {
  static readonly layer = Layer.effect(
    ClientsWorld,
    Effect.gen(function*() {
      const { credentials, send, within } = yield* TestWorld
      yield* within(Effect.flatMap(Agendas, (all) =>
        all.restore({
          uid: agendas.main,
          title: "Agenda de la ville",
          description: "Ce qui se passe en ville",
          image: "https://agenda.example/town.jpg",
          settings: { contribution: { defaultLang: "fr" } },
          schema
        })))
      const made = (subject: "event" | "location", path: string, call: ReturnType<typeof formOf>) =>
        Effect.map(
          send(`${town}/${path}`, {
            ...call,
            method: subject === "event" ? "PUT" : "POST",
            headers: { ...call.headers, ...credentials.moderatorToken }
          }),
          (answer) => {
            expect([answer.status, at(answer.body, "warnings")], answer.text).toEqual([200, undefined])
            return Number(at(answer.body, subject, "uid"))
          }
        )
      const bytes = yield* picture
      const locationUid = yield* made("location", "locations", { body: hall })
      const event = (name: keyof typeof written) => {
        const data = { ...written[name], ...(name === "film" ? {} : { locationUid }) }
        return made("event", `events/ext/source/${name}`, name === "concert" ? formOf(data, { bytes }) : { body: data })
      }
      return {
        hall: locationUid,
        events: {
          concert: yield* event("concert"),
          film: yield* event("film"),
          walk: yield* event("walk"),
          lecture: yield* event("lecture")
        }
      }
    })
  ).pipe(Layer.provideMerge(TestWorld.layer()))
}
