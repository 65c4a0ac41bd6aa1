import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Age, Image, Multilingual, readAs, Registration, Text, Timing } from "./readAs.js"

/** What its templates show beside those of the portal that it is built on. */
const Shown = Schema.Struct({
  title: Multilingual,
  description: Multilingual,
  longDescription: Multilingual,
  conditions: Multilingual,
  dateRange: Multilingual,
  image: Image,
  age: Age,
  registration: Registration,
  nextTiming: Timing,
  lastTiming: Timing,
  location: Schema.Struct({ name: Text, address: Text, city: Text, latitude: Schema.Number, longitude: Schema.Number }),
  categorie: Schema.Int,
  publics: Schema.NonEmptyArray(Schema.Int)
})

const Page = Schema.Struct({ total: Schema.Int, events: Schema.Array(Schema.Struct({ featured: Schema.Boolean })) })

layer(ClientsWorld.layer, { excludeTestServices: true })("integration-parametrable", (it) => {
  const listing = (query: string) =>
    Effect.flatMap(
      TestWorld,
      ({ secrets, send }) =>
        send(`${town}/events?${query}&detailed=1&key=${secrets.publicKey}&size=20&from=0&cms=agenda-portal&sort=lastTimingWithFeatured.asc`)
    )

  it.effect("shows the featured events and the others apart", () =>
    Effect.gen(function*() {
      const featured = yield* listing("featured=1&relative%5B0%5D=current&relative%5B1%5D=upcoming")
      expect(readAs(featured, Page)).toEqual({ total: 1, events: [{ featured: true }] })
      Schema.decodeUnknownSync(Shown)(at(featured.body, "events", 0))
      const others = readAs(yield* listing("featured=0&relative%5B0%5D=current&relative%5B1%5D=upcoming"), Page)
      expect(others).toEqual({ total: 2, events: [{ featured: false }, { featured: false }] })
    }))

  it.effect("labels the options of events by the schema", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const agenda = yield* send(`${town}?key=${secrets.publicKey}&detailed=1`)
      const Options = Schema.Array(Schema.Struct({ id: Schema.Union(Schema.Int, Schema.String), label: Multilingual }))
      const Field = Schema.Struct({ field: Text, options: Schema.optional(Options) })
      const { schema } = readAs(agenda, Schema.Struct({ schema: Schema.Struct({ fields: Schema.NonEmptyArray(Field) }) }))
      const publics = schema.fields.find(({ field }) => field === "publics")
      expect(publics?.options?.map(({ label }) => label.fr)).toEqual(["Famille", "Scolaires"])
    }))
})
