import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { readAs, Text } from "./readAs.js"

const Location = Schema.Struct({ uid: Schema.Int, name: Text, address: Text })
const OneLocation = Schema.Struct({ location: Location })

layer(ClientsWorld.layer, { excludeTestServices: true })("kerlandrier", (it) => {
  const connected = Effect.gen(function*() {
    const { secrets, send } = yield* TestWorld
    const body = { grant_type: "client_credentials", code: secrets.administrator }
    const token = yield* send("/v2/requestAccessToken", { method: "POST", body })
    const { access_token } = readAs(token, Schema.Struct({ access_token: Text, expires_in: Schema.Positive }))
    return { "content-type": "application/json", "access-token": access_token, nonce: "1750000000123" }
  })

  it.effect("walks the locations from after=0, and writes them without coordinates", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const headers = yield* connected
      const body = { name: "Café du port", address: "Quai du port, Douarnenez", countryCode: "FR", state: 0 }
      const created = readAs(yield* send(`${town}/locations`, { method: "POST", body, headers }), OneLocation)
      const path = `${town}/locations/${created.location.uid}`
      readAs(
        yield* send(path, { method: "PATCH", body: { uid: created.location.uid, description: { fr: "Concerts" } }, headers }),
        OneLocation
      )
      const Page = Schema.Struct({ locations: Schema.Array(Location), after: Schema.NullOr(Schema.Int) })
      const seen: Array<string> = []
      let after: number | null = 0
      while (after !== null) {
        const page: typeof Page.Type = readAs(yield* send(`${town}/locations?after=${after}&detailed=1`, { headers }), Page)
        seen.push(...page.locations.map(({ name }) => name))
        after = page.after
      }
      expect(seen.toSorted()).toEqual(["Café du port", "Salle des Halles"])
      expect((yield* send(path, { method: "DELETE", headers })).status).toBe(200)
    }))

  it.effect("lists events in one language, with its own identifier", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const Event = Schema.Struct({
        uid: Schema.Int,
        title: Text,
        description: Text,
        longDescription: Text,
        keywords: Schema.NonEmptyArray(Text),
        location: Location,
        "uid-externe": Text
      })
      const query = "relative%5B%5D=upcoming&search=concert&detailed=1&monolingual=fr"
      const headers = { "content-type": "application/json", nonce: "1750000000123" }
      const listed = yield* send(`${town}/events?key=${secrets.publicKey}&${query}`, { headers })
      readAs(listed, Schema.Struct({ events: Schema.Tuple(Event), after: Schema.Null }))
      const found = yield* send(`${town}/events?search=concert&detailed=1&monolingual=fr&nonce=1&relative=current&relative=upcoming`, {
        headers: { ...headers, key: secrets.publicKey }
      })
      readAs(found, Schema.Struct({ events: Schema.Tuple(Event) }))
    }))

  it.effect("creates, replaces and removes events", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { hall } = yield* ClientsWorld
      const headers = yield* connected
      const body = {
        "uid-externe": "import@calendar",
        slug: "fest-noz",
        title: { fr: "Fest-noz" },
        description: { fr: "Importé" },
        longDescription: { fr: "Importé d'un calendrier" },
        locationUid: hall,
        timings: [{ begin: "2025-07-19T19:00:00.000Z", end: "2025-07-19T22:00:00.000Z" }]
      }
      const One = Schema.Struct({
        event: Schema.Struct({ uid: Schema.Int, location: Location, "uid-externe": Schema.Literal("import@calendar") })
      })
      const created = readAs(yield* send(`${town}/events`, { method: "POST", body, headers }), One)
      const path = `${town}/events/${created.event.uid}`
      expect(readAs(yield* send(path, { method: "POST", body, headers }), One)).toEqual(created)
      expect((yield* send(path, { method: "DELETE", headers })).status).toBe(200)
    }))
})
