import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Age, Image, Multilingual, readAs, Registration, Text, Timing } from "./readAs.js"

const Token = Schema.Struct({ access_token: Text, expires_in: Schema.Positive })
const Uid = Schema.Struct({ uid: Schema.Int })
const OneEvent = Schema.Struct({ event: Uid })
const OneLocation = Schema.Struct({ location: Uid })

/** What its schema.org conversion reads. */
const Described = Schema.Struct({
  title: Multilingual,
  description: Multilingual,
  timings: Schema.NonEmptyArray(Timing),
  timezone: Text,
  attendanceMode: Schema.Literal(1, 2, 3),
  status: Schema.Literal(1, 2, 3, 4, 5, 6),
  registration: Registration,
  image: Image,
  age: Age,
  location: Schema.Struct({
    name: Text,
    address: Text,
    city: Text,
    region: Text,
    postalCode: Text,
    countryCode: Text,
    latitude: Schema.Number,
    longitude: Schema.Number,
    timezone: Text
  })
})

layer(ClientsWorld.layer, { excludeTestServices: true })("@openagenda/sdk-js", (it) => {
  const connected = Effect.gen(function*() {
    const { secrets, send } = yield* TestWorld
    const answer = yield* send("/v2/requestAccessToken", {
      method: "POST",
      body: { "grant-type": "authorization_code", code: secrets.administrator }
    })
    const { access_token } = readAs(answer, Token)
    return { "access-token": access_token, nonce: "3716012345678", accept: "application/json" }
  })

  it.effect("connects again with the expired token in the header", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const body = { "grant-type": "authorization_code", code: secrets.administrator }
      const headers = { "access-token": "expired", nonce: "1" }
      readAs(yield* send("/v2/requestAccessToken", { method: "POST", body, headers }), Token)
      readAs(yield* send("/v2/requestAccessToken", { method: "POST", body: { ...body, grant_type: "authorization_code" } }), Token)
    }))

  it.effect("reads with a public key in the query, and with a token", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const { events } = yield* ClientsWorld
      const headers = yield* connected
      const path = `${town}/events/${events.concert}`
      for (const answer of [yield* send(`${path}?key=${secrets.publicKey}`), yield* send(path, { headers })]) {
        readAs(answer, Schema.Struct({ event: Described }))
      }
      const listed = yield* send(`${town}/events?sort=updatedAt.desc&relative%5B0%5D=current&relative%5B1%5D=upcoming`, { headers })
      expect(readAs(listed, Schema.Struct({ total: Schema.Int, events: Schema.Array(Uid) })).events).toHaveLength(3)
    }))

  it.effect("writes locations", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const headers = yield* connected
      const body = { name: "Kiosque", address: "Place de l'Église, Brest", latitude: 48.39, longitude: -4.49, countryCode: "FR" }
      const { location: { uid } } = readAs(yield* send(`${town}/locations`, { method: "POST", body, headers }), OneLocation)
      const path = `${town}/locations/${uid}`
      for (
        const answer of [
          yield* send(path, { headers }),
          yield* send(path, { method: "PATCH", body: { name: "Kiosque du port" }, headers }),
          yield* send(path, { method: "POST", body: { ...body, name: "Kiosque" }, headers }),
          yield* send(path, { method: "DELETE", headers })
        ]
      ) expect(readAs(answer, OneLocation).location.uid).toBe(uid)
      const Page = Schema.Struct({ total: Schema.Int, locations: Schema.Array(Uid) })
      expect(readAs(yield* send(`${town}/locations?from=0&size=20&detailed=true`, { headers }), Page).locations).toHaveLength(1)
    }))

  it.effect("writes events", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { hall } = yield* ClientsWorld
      const headers = yield* connected
      const body = {
        slug: "a-title",
        title: { fr: "Un titre", en: "A title" },
        description: { fr: "Une description", en: "A description" },
        locationUid: hall,
        timings: [{ begin: "2025-07-10T08:00:00.000Z", end: "2025-07-10T10:00:00.000Z" }]
      }
      const created = readAs(yield* send(`${town}/events`, { method: "POST", body, headers }), OneEvent)
      const path = `${town}/events/${created.event.uid}`
      for (
        const answer of [
          yield* send(path, { method: "PATCH", body: { title: { fr: "Un autre titre" } }, headers }),
          yield* send(path, { method: "POST", body, headers }),
          yield* send(path, { method: "DELETE", headers })
        ]
      ) expect(readAs(answer, OneEvent)).toEqual(created)
      const gone = yield* send(path, { headers })
      expect([gone.status, gone.body]).toMatchObject([404, { message: "event not found", error: "event not found" }])
    }))
})
