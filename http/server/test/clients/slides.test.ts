import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Accessibility, Age, Image, Keywords, Multilingual, readAs, Text, Timing } from "./readAs.js"

/** What a slide shows. */
const Slide = Schema.Struct({
  uid: Schema.Int,
  slug: Text,
  title: Multilingual,
  description: Multilingual,
  longDescription: Multilingual,
  conditions: Multilingual,
  keywords: Keywords,
  dateRange: Multilingual,
  timings: Schema.NonEmptyArray(Timing),
  firstTiming: Timing,
  image: Image,
  imageCredits: Text,
  accessibility: Accessibility,
  age: Age,
  attendanceMode: Schema.Int,
  location: Schema.Struct({ name: Text, timezone: Text }),
  categorie: Schema.Int,
  publics: Schema.NonEmptyArray(Schema.Int)
})

const Options = Schema.NonEmptyArray(Schema.Struct({ id: Schema.Int, value: Text, label: Multilingual }))

layer(ClientsWorld.layer, { excludeTestServices: true })("openagenda-slides", (it) => {
  const asking = (path: string, query = "") =>
    Effect.flatMap(
      TestWorld,
      ({ secrets, send }) => send(`${town}${path}?key=${secrets.publicKey}${query}`, { headers: { "user-agent": "oaslides/1.0" } })
    )

  it.effect("reads the options of its two fields", () =>
    Effect.gen(function*() {
      const fields = at((yield* asking("")).body, "schema", "fields")
      for (const code of ["categorie", "publics"]) {
        const field = Array.isArray(fields) ? fields.find((one: unknown) => at(one, "field") === code) : undefined
        expect(Schema.decodeUnknownSync(Options)(at(field, "options"))).toHaveLength(2)
      }
    }))

  it.effect("lists the events from today on, and reads one for its slots", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const listed = yield* asking("/events", "&size=100&offset=0&detailed=1&timings%5Bgte%5D=2025-06-15")
      expect(readAs(listed, Schema.Struct({ total: Schema.Int, events: Schema.Array(Schema.Unknown) })).total).toBe(3)
      Schema.decodeUnknownSync(Slide)(at(listed.body, "events", 0))
      readAs(yield* asking(`/events/${events.concert}`), Schema.Struct({ event: Slide }))
    }))
})
