import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Accessibility, Age, Image, Keywords, Multilingual, readAs, Registration, Text, Timing } from "./readAs.js"

const Head = Schema.Struct({
  uid: Schema.Int,
  title: Text,
  slug: Text,
  summary: Schema.Struct({
    publishedEvents: Schema.Struct({ current: Schema.Int, upcoming: Schema.Int, passed: Schema.Int })
  }),
  schema: Schema.Struct({ fields: Schema.NonEmptyArray(Schema.Struct({ field: Text, fieldType: Text })) }),
  slugSchemaOptionIdMap: Schema.NonEmptyArray(Schema.Struct({ slug: Text, fieldName: Text, optionId: Schema.Int }))
})

/** What its pages show of an event. */
const Shown = Schema.Struct({
  uid: Schema.Int,
  slug: Text,
  title: Multilingual,
  description: Multilingual,
  longDescription: Multilingual,
  conditions: Multilingual,
  keywords: Keywords,
  dateRange: Multilingual,
  timings: Schema.NonEmptyArray(Timing),
  nextTiming: Timing,
  timezone: Text,
  image: Image,
  registration: Registration,
  attendanceMode: Schema.Int,
  status: Schema.Int,
  featured: Schema.Boolean,
  accessibility: Accessibility,
  age: Age,
  location: Schema.Struct({
    uid: Schema.Int,
    name: Text,
    address: Text,
    city: Text,
    region: Text,
    postalCode: Text,
    countryCode: Text,
    latitude: Schema.Number,
    longitude: Schema.Number,
    timezone: Text
  }),
  categorie: Schema.Int,
  publics: Schema.NonEmptyArray(Schema.Int)
})

const count = { eventCount: Schema.Positive }
const Valued = Schema.Struct({ ...count, key: Text })
const Corner = Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })

/** The choices of its filters, by the name of the filter. */
const Choices = Schema.Struct({
  viewport: Schema.Struct({ topLeft: Corner, bottomRight: Corner }),
  city: Schema.NonEmptyArray(Valued),
  department: Schema.NonEmptyArray(Valued),
  region: Schema.NonEmptyArray(Valued),
  district: Schema.NonEmptyArray(Valued),
  adminLevel3: Schema.NonEmptyArray(Valued),
  keyword: Schema.NonEmptyArray(Valued),
  relative: Schema.NonEmptyArray(Valued),
  attendanceMode: Schema.NonEmptyArray(Schema.Struct({ ...count, key: Schema.Literal(1, 2, 3) })),
  status: Schema.NonEmptyArray(Schema.Struct({ ...count, key: Schema.Int })),
  locationUid: Schema.NonEmptyArray(Schema.Struct({ ...count, key: Schema.Int, location: Schema.Struct({ name: Text }) })),
  originAgendaUid: Schema.NonEmptyArray(Schema.Struct({ ...count, key: Schema.Int, agenda: Schema.Struct({ title: Text }) })),
  memberUid: Schema.Array(Schema.Unknown),
  sourceAgendaUid: Schema.Array(Schema.Unknown),
  addMethod: Schema.Array(Schema.Unknown),
  categorie: Schema.NonEmptyArray(
    Schema.Union(Schema.Struct({ ...count, id: Schema.Int, label: Multilingual }), Schema.Struct({ ...count, key: Schema.Literal("null") }))
  )
})

const facets = [
  ["viewport", "viewport"],
  ["city", "cities"],
  ["department", "departments"],
  ["region", "regions"],
  ["district", "districts"],
  ["adminLevel3", "adminLevels3"],
  ["keyword", "keywords"],
  ["relative", "relative"],
  ["attendanceMode", "attendanceModes"],
  ["status", "status"],
  ["locationUid", "locations"],
  ["originAgendaUid", "originAgendas"],
  ["memberUid", "members"],
  ["sourceAgendaUid", "sourceAgendas"],
  ["addMethod", "addMethods"]
] as const

/** The facets of its filters with short keys, as `qs` writes them. */
const asked = [
  ...facets.map(([key, type], index) =>
    `aggregations[${index}][k]=${key}&aggregations[${index}][t]=${type}&aggregations[${index}][s]=2000`
  ),
  "aggregations[15][k]=categorie&aggregations[15][t]=af&aggregations[15][f]=categorie&aggregations[15][m]=null"
].join("&")

const encoded = (query: string): string => query.replaceAll("[", "%5B").replaceAll("]", "%5D")

layer(ClientsWorld.layer, { excludeTestServices: true })("@openagenda/agenda-portal", (it) => {
  const listing = (query: string) =>
    Effect.flatMap(
      TestWorld,
      ({ secrets, send }) =>
        send(`${town}/events?${encoded(query)}&key=${secrets.publicKey}&size=20&from=0&cms=agenda-portal&host=https%3A%2F%2Fportal.example`)
    )
  const Page = Schema.Struct({ total: Schema.Int, events: Schema.Array(Schema.Struct({ uid: Schema.Int, slug: Text })) })

  it.effect("reads the agenda once, and stops at an unknown key", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const head = readAs(yield* send(`${town}?key=${secrets.publicKey}&detailed=1`), Head)
      expect(head.summary.publishedEvents).toEqual({ current: 1, upcoming: 2, passed: 1 })
      expect(head.slugSchemaOptionIdMap).toContainEqual({ slug: "atelier", fieldName: "categorie", optionId: 2 })
      expect((yield* send(`${town}?key=unknown&detailed=1`)).status).toBe(403)
    }))

  it.effect("lists pages of events", () =>
    Effect.gen(function*() {
      const all = readAs(yield* listing("page=1&detailed=1&relative[0]=passed&relative[1]=current&relative[2]=upcoming"), Page)
      expect([all.total, all.events.length]).toEqual([4, 4])
      expect(readAs(yield* listing("detailed=1&relative[0]=upcoming&categorie[0]=1&city[0]=Quimper"), Page).total).toBe(1)
      const days = "timings[gte]=2025-07-01T00:00:00.000Z&timings[lte]=2025-07-31T22:00:00.000Z&timings[tz]=Europe/Paris"
      expect(readAs(yield* listing(`${days}&detailed=1`), Page).total).toBe(1)
    }))

  it.effect("shows one event, found by its slug or uid", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const query = "longDescriptionFormat=HTMLWithEmbeds&detailed=1&relative[0]=passed&relative[1]=upcoming&relative[2]=current"
      const found = readAs(yield* listing(`${query}&uid=${events.concert}`), Schema.Struct({ events: Schema.Tuple(Shown) }))
      const [{ longDescription, slug, uid }] = found.events
      expect(uid).toBe(events.concert)
      expect(longDescription.fr).toContain("<iframe")
      expect(readAs(yield* listing(`${query}&slug=${slug}`), Page).events).toEqual([{ uid, slug }])
    }))

  it.effect("asks for the choices of its filters", () =>
    Effect.gen(function*() {
      const answer = yield* listing(`${asked}&detailed=1`)
      const { aggregations } = readAs(answer, Schema.Struct({ aggregations: Choices }))
      expect(aggregations.city).toEqual([{ key: "Quimper", eventCount: 3 }])
      expect(aggregations.categorie.map((choice) => "id" in choice ? choice.id : choice.key)).toEqual(["null", 1, 2])
      const short = yield* listing(`aggsSizeLimit=1500&${asked.replaceAll("aggregations", "aggs")}`)
      readAs(short, Schema.Struct({ aggregations: Choices }))
    }))

  it.effect("translates links of its first version", () =>
    Effect.gen(function*() {
      const day = "date[gte]=2025-07-01T00:00:00%2B02:00&date[lte]=2025-07-01T23:59:00%2B02:00"
      expect(readAs(yield* listing(`${day}&detailed=1`), Page).total).toBe(1)
      expect(readAs(yield* listing("date[lte]=today&date[timezone]=Europe/Paris&detailed=1"), Page).total).toBe(2)
      expect(readAs(yield* listing("date[gte]=today&date[timezone]=Europe/Paris&detailed=1"), Page).total).toBe(3)
    }))
})
