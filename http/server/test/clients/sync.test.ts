import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Multilingual, readAs, SlotInstant, Text } from "./readAs.js"

const Place = Schema.Struct({ uid: Schema.Int, name: Text, address: Text, latitude: Schema.Number, longitude: Schema.Number })
const Places = Schema.Struct({ locations: Schema.Array(Schema.Struct({ uid: Schema.Int, name: Text, address: Text })) })

/** What its database of synchronised events keeps and compares. */
const Synced = Schema.Struct({
  event: Schema.Struct({
    uid: Schema.Int,
    timings: Schema.NonEmptyArray(Schema.Struct({ begin: SlotInstant, end: SlotInstant }))
  })
})

const Field = Schema.Struct({ field: Text, fieldType: Text, label: Multilingual })
const Choice = Schema.Struct({
  ...Field.fields,
  options: Schema.NonEmptyArray(Schema.Struct({ id: Schema.Int, value: Text, label: Multilingual }))
})

const timings = [
  { begin: "2025-07-10T08:00:00.000Z", end: "2025-07-10T10:00:00.000Z" },
  { begin: "2025-07-11T08:00:00.000Z", end: "2025-07-11T10:00:00.000Z" }
]

layer(ClientsWorld.layer, { excludeTestServices: true })("@openagenda/sync", (it) => {
  const headersOf = Effect.map(TestWorld, ({ credentials }) => ({ ...credentials.administratorToken, nonce: "3716012345678" }))

  const bodyOf = Effect.map(ClientsWorld, ({ hall }) => ({
    title: { fr: "Atelier" },
    description: { fr: "Venu d'ailleurs" },
    keywords: { fr: ["atelier"] },
    registration: ["https://billets.example/atelier"],
    age: { min: 6, max: 12 },
    locationUid: hall,
    categorie: 2,
    timings
  }))

  it.effect("reads the fields that events are mapped to", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const agenda = yield* send(`${town}?key=${secrets.publicKey}`)
      const { schema } = readAs(agenda, Schema.Struct({ uid: Schema.Int, schema: Schema.Struct({ fields: Schema.Array(Field) }) }))
      expect(schema.fields.map(({ field }) => field)).toEqual(expect.arrayContaining(["title", "timings", "categorie", "uid-externe"]))
      const fields = at(agenda.body, "schema", "fields")
      const categorie = Array.isArray(fields) ? fields.find((field: unknown) => at(field, "field") === "categorie") : undefined
      expect(Schema.decodeUnknownSync(Choice)(categorie).options.map(({ value }) => value)).toEqual(["concert", "atelier"])
    }))

  it.effect("lists locations by twenty until a page is empty, and creates those that it does not find", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const headers = yield* headersOf
      const names = Array.from({ length: 21 }, (_, index) => `Lieu ${index + 1}`)
      for (const name of names) {
        const body = { name, address: `${name}, Quimper`, countryCode: "FR", latitude: 48, longitude: -4 }
        const created = yield* send(`${town}/locations`, { method: "POST", body, headers })
        expect(readAs(created, Schema.Struct({ location: Place })).location.name).toBe(name)
      }
      const page = (from: number) =>
        Effect.map(
          send(`${town}/locations?from=${from}&size=20&detailed=true`, { headers }),
          (answer) => readAs(answer, Places).locations
        )
      const pages = [yield* page(0), yield* page(20), yield* page(22)]
      expect(pages.map(({ length }) => length)).toEqual([20, 2, 0])
      expect(pages.flat().map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    }))

  it.effect("creates, updates and removes events", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const headers = yield* headersOf
      const body = yield* bodyOf
      const { event } = readAs(yield* send(`${town}/events`, { method: "POST", body, headers }), Synced)
      const path = `${town}/events/${event.uid}`
      expect(readAs(yield* send(path, { method: "POST", body, headers }), Synced).event).toEqual(event)
      expect(event.timings.map(({ begin }) => begin)).toEqual(["2025-07-10T10:00:00+02:00", "2025-07-11T10:00:00+02:00"])
      readAs(yield* send(path, { method: "DELETE", headers }), Synced)
      const again = yield* send(path, { method: "DELETE", headers })
      expect([again.status, at(again.body, "error")]).toEqual([404, "event not found"])
    }))

  it.effect("tells refusals apart", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const headers = yield* headersOf
      const body = yield* bodyOf
      const posting = (fields: object) => send(`${town}/events`, { method: "POST", body: { ...body, ...fields }, headers })
      expect((yield* posting({ slug: "atelier-du-jour" })).status).toBe(200)
      const taken = yield* posting({ slug: "atelier-du-jour" })
      expect(at(taken.body, "errors", 0)).toMatchObject({ field: "slug", code: "duplicate" })
      const picture = yield* posting({ image: { url: "http://127.0.0.1/picture.jpg" } })
      expect(at(picture.body, "errors")).toMatchObject([{ field: "image" }])
      const invalid = yield* posting({ title: {}, timings: [] })
      expect([invalid.status, at(invalid.body, "message")]).toEqual([400, "data is invalid"])
      expect(at(invalid.body, "errors")).toMatchObject([{ field: "title", code: "required" }, { field: "timings", code: "required" }])
    }))
})
