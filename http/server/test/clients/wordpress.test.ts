import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Image, Labelled, Multilingual, readAs, Registration, Text, Timing } from "./readAs.js"

const listed = {
  uid: Schema.Int,
  slug: Text,
  title: Multilingual,
  description: Multilingual,
  dateRange: Multilingual,
  attendanceMode: Labelled,
  image: Image,
  nextTiming: Timing,
  lastTiming: Timing
}

/** What its template of one event shows. */
const Single = Schema.Struct({
  ...listed,
  timings: Schema.NonEmptyArray(Timing),
  longDescription: Multilingual,
  registration: Registration,
  location: Schema.Struct({
    uid: Schema.Int,
    name: Text,
    address: Text,
    phone: Text,
    timezone: Text,
    latitude: Schema.Number,
    longitude: Schema.Number,
    description: Multilingual,
    access: Multilingual
  }),
  categorie: Labelled,
  publics: Schema.NonEmptyArray(Labelled)
})

const Page = Schema.Struct({ success: Schema.Literal(true), total: Schema.Int, events: Schema.Array(Schema.Struct({ uid: Schema.Int })) })
const Count = Schema.Struct({ key: Text, eventCount: Schema.Positive })

layer(ClientsWorld.layer, { excludeTestServices: true })("openagenda (WordPress)", (it) => {
  const asking = (path: string, query: string) =>
    Effect.flatMap(TestWorld, ({ secrets, send }) => send(`${town}/${path}?key=${secrets.publicKey}&${query}`))

  it.effect("lists events with labels and embedded media", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const answer = yield* asking(
        "events",
        "size=20&longDescriptionFormat=HTMLWithEmbeds&includeLabels=1&relative%5B0%5D=current&relative%5B1%5D=upcoming"
      )
      const page = readAs(answer, Page)
      expect([page.total, page.events[0]?.uid]).toEqual([3, events.concert])
      Schema.decodeUnknownSync(Schema.Struct(listed))(at(answer.body, "events", 0))
    }))

  it.effect("pages by from, and finds the events beside one", () =>
    Effect.gen(function*() {
      const uids = (query: string) => Effect.map(asking("events", query), (answer) => readAs(answer, Page).events.map(({ uid }) => uid))
      const all = yield* uids("size=20&includeLabels=1")
      expect(yield* uids("size=2&from=2&includeLabels=1")).toEqual(all.slice(2))
      expect(yield* uids("from=1&size=1&longDescriptionFormat=markdown&includeLabels=1")).toEqual(all.slice(1, 2))
      expect(yield* uids("from=9&size=1&longDescriptionFormat=markdown&includeLabels=1")).toEqual([])
    }))

  it.effect("shows one event by its slug", () =>
    Effect.gen(function*() {
      const query = "size=1&longDescriptionFormat=HTMLWithEmbeds&includeLabels=1&detailed=1"
      const answer = yield* asking("events/slug/concert-aux-halles", query)
      const { event } = readAs(answer, Schema.Struct({ success: Schema.Literal(true), event: Single }))
      expect(event.longDescription.fr).toContain("<iframe")
      const missing = yield* asking("events/slug/nothing", query)
      expect([missing.status, at(missing.body, "event")]).toEqual([404, undefined])
    }))

  it.effect("links to exports of what is shown", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const query = "size=20&longDescriptionFormat=HTMLWithEmbeds&includeLabels=1&city%5B0%5D=Quimper"
      const exported = (format: string) => send(`/agendas/${agendas.main}/events.v2.${format}?key=${secrets.publicKey}&${query}`)
      expect(readAs(yield* exported("json"), Page).total).toBe(3)
      for (const [format, type] of [["rss", "application/rss+xml"], ["xlsx", "application/vnd.openxmlformats"]] as const) {
        const answer = yield* exported(format)
        expect([format, answer.status]).toEqual([format, 200])
        expect(answer.headers["content-type"]).toContain(type)
      }
    }))

  it.effect("asks for the choices of its filters", () =>
    Effect.gen(function*() {
      const query = [
        "size=20&includeLabels=1&city%5B0%5D=Quimper&search=concert&oa-lang=fr",
        "aggregations%5B0%5D%5Bkey%5D=city&aggregations%5B0%5D%5Btype%5D=cities&aggregations%5B0%5D%5Bsize%5D=2000",
        "aggregations%5B1%5D%5Bkey%5D=keyword&aggregations%5B1%5D%5Btype%5D=keywords&aggregations%5B1%5D%5Bsize%5D=2000"
      ].join("&")
      const choices = Schema.Struct({ city: Schema.NonEmptyArray(Count), keyword: Schema.NonEmptyArray(Count) })
      const page = readAs(yield* asking("events", query), Schema.Struct({ ...Page.fields, aggregations: choices }))
      expect(page.aggregations.city).toEqual([{ key: "Quimper", eventCount: 1 }])
    }))
})
