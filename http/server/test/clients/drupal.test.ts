import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Keywords, Multilingual, readAs, Text, Timing } from "./readAs.js"

/** What it puts into the reader's language and shows. */
const Shown = Schema.Struct({
  uid: Schema.Int,
  slug: Text,
  title: Multilingual,
  description: Multilingual,
  country: Schema.Struct({ code: Schema.Literal("FR"), fr: Text, en: Text, de: Text, es: Text, it: Text }),
  dateRange: Multilingual,
  longDescription: Multilingual,
  keywords: Keywords,
  conditions: Multilingual,
  timings: Schema.NonEmptyArray(Timing),
  image: Schema.Struct({ base: Text, filename: Text }),
  location: Schema.Struct({ timezone: Text, city: Text, address: Text, latitude: Schema.Number, longitude: Schema.Number })
})

const Page = Schema.Struct({ total: Schema.Int, events: Schema.Array(Schema.Struct({ uid: Schema.Int, slug: Text })) })

layer(ClientsWorld.layer, { excludeTestServices: true })("openagenda (Drupal)", (it) => {
  const asking = (query: string) =>
    Effect.flatMap(
      TestWorld,
      ({ credentials, send }) => send(`${town}/events?${query}`, { headers: { ...credentials.ownerless, accept: "application/json" } })
    )
  const paged = (query: string) =>
    asking(`${query}&sort=timingsWithFeatured.asc&longDescriptionFormat=HTMLWithEmbeds&includeLabels=1&detailed=1`)

  it.effect("reads the agenda and its additional fields", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const Agenda = Schema.Struct({
        uid: Schema.Int,
        title: Text,
        schema: Schema.Struct({ fields: Schema.NonEmptyArray(Schema.Struct({ field: Text, fieldType: Text })) })
      })
      const { schema } = readAs(yield* send(town, { headers: { ...credentials.ownerless, accept: "application/json" } }), Agenda)
      expect(schema.fields).toContainEqual({ field: "publics", fieldType: "checkbox" })
    }))

  it.effect("lists pages of events", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const answer = yield* paged("relative%5B0%5D=current&relative%5B1%5D=upcoming&from=0&size=20")
      expect(readAs(answer, Page).events[0]?.uid).toBe(events.concert)
      Schema.decodeUnknownSync(Shown)(at(answer.body, "events", 0))
      const second = readAs(yield* paged("_wrapper_format=drupal_ajax&page=1&from=2&size=2"), Page)
      expect([second.total, second.events.length]).toEqual([4, 2])
    }))

  it.effect("shows an event by its slug between its neighbours", () =>
    Effect.gen(function*() {
      const found = yield* asking("slug=concert-aux-halles&detailed=1&includeLabels=1")
      expect(readAs(found, Schema.Struct({ events: Schema.Tuple(Shown) })).events[0].slug).toBe("concert-aux-halles")
      const all = readAs(yield* paged("from=0&size=20"), Page).events
      expect(readAs(yield* paged("detailed=1&from=0&size=2"), Page).events).toEqual(all.slice(0, 2))
      expect(readAs(yield* paged("detailed=1&from=1&size=3"), Page).events).toEqual(all.slice(1, 4))
    }))
})
