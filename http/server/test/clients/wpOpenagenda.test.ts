import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { readAs, Text } from "./readAs.js"

const OneEvent = Schema.Struct({
  event: Schema.Struct({
    uid: Schema.Int,
    keywords: Schema.Struct({ fr: Schema.Tuple(Schema.Literal("brocante"), Schema.Literal("place")) }),
    age: Schema.Struct({ min: Schema.Literal(6), max: Schema.Null })
  })
})

/** A form of text fields, as curl sends an array of them. */
const formed = (fields: { readonly [name: string]: string }) =>
  Effect.promise(async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const request = new Response(form)
    return { headers: { "content-type": request.headers.get("content-type") ?? "" }, body: Buffer.from(await request.arrayBuffer()) }
  })

layer(ClientsWorld.layer, { excludeTestServices: true })("wp-openagenda", (it) => {
  it.effect("reads a location with a key", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const { hall } = yield* ClientsWorld
      const Venue = Schema.Struct({ uid: Schema.Int, name: Text, address: Text, city: Text, postalCode: Text, countryCode: Text })
      readAs(yield* send(`${town}/locations/${hall}?key=${secrets.publicKey}`), Schema.Struct({ location: Venue }))
    }))

  it.effect("posts events as forms with the token in a field", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const { hall } = yield* ClientsWorld
      const token = yield* send("/v2/requestAccessToken", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `grant_type=authorization_code&code=${secrets.administrator}`
      })
      const { access_token } = readAs(token, Schema.Struct({ access_token: Text, expires_in: Schema.Positive }))
      const posting = (path: string, title: string) =>
        Effect.gen(function*() {
          const data = {
            slug: "vide-grenier-1234",
            title: { fr: title },
            description: { fr: "Sur la place" },
            longDescription: { fr: "<p>Sur la place</p>" },
            keywords: { fr: "brocante, place" },
            timings: [{ begin: "2025-07-13T08:00:00+0200", end: "2025-07-13T18:00:00+0200" }],
            age: { min: "6", max: "" },
            accessibility: { hi: false },
            conditions: { fr: "Entrée libre" },
            registration: ["https://billets.example/vide-grenier"],
            locationUid: String(hall)
          }
          const form = yield* formed({ access_token, nonce: "77", data: JSON.stringify(data), lang: "fr" })
          return readAs(yield* send(path, { method: "POST", ...form }), OneEvent)
        })
      const { event } = yield* posting(`${town}/events`, "Vide-grenier")
      yield* posting(`${town}/events/${event.uid}`, "Grand vide-grenier")
    }))
})
