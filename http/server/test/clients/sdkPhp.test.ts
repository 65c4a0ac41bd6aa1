import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Labelled, readAs, Text } from "./readAs.js"

const Uid = Schema.Struct({ uid: Schema.Int })
const Labels = Schema.Struct({ uid: Schema.Int, attendanceMode: Labelled, status: Labelled, categorie: Labelled })

layer(ClientsWorld.layer, { excludeTestServices: true })("openagenda/sdk-php", (it) => {
  const asking = (path: string) =>
    Effect.flatMap(
      TestWorld,
      ({ credentials, send }) => send(path, { headers: { ...credentials.moderatorKey, accept: "application/json" } })
    )

  it.effect("lists the agendas of the key's user, to know whether it may show one", () =>
    Effect.gen(function*() {
      const { items } = readAs(yield* asking("/v2/me/agendas"), Schema.Struct({ items: Schema.Array(Uid) }))
      expect(items.map(({ uid }) => uid)).toEqual([agendas.main])
      expect(readAs(yield* asking(`/v2/me/agendas/${agendas.main}`), Uid).uid).toBe(agendas.main)
    }))

  it.effect("lists the additional fields of an agenda", () =>
    Effect.gen(function*() {
      const Agenda = Schema.Struct({
        schema: Schema.Struct({ fields: Schema.NonEmptyArray(Schema.Struct({ field: Text, fieldType: Text })) })
      })
      const { schema } = readAs(yield* asking(town), Agenda)
      expect(schema.fields.map(({ field }) => field).slice(-3)).toEqual(["categorie", "publics", "uid-externe"])
    }))

  it.effect("reads events with labels", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const listed = yield* asking(`${town}/events?featured%5B0%5D=1&includeLabels=1&detailed=1`)
      const page = readAs(listed, Schema.Struct({ events: Schema.Tuple(Labels) }))
      const single = yield* asking(`${town}/events/${events.concert}?includeLabels=1&detailed=1`)
      expect(readAs(single, Schema.Struct({ event: Labels })).event).toEqual(page.events[0])
    }))

  it.effect("writes events with a token", () =>
    Effect.gen(function*() {
      const { credentials, secrets, send } = yield* TestWorld
      const token = yield* send("/v2/requestAccessToken", {
        method: "POST",
        headers: { ...credentials.moderatorKey, accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
        body: `grant_type=authorization_code&code=${secrets.administrator}`
      })
      const { access_token } = readAs(token, Schema.Struct({ access_token: Text }))
      const headers = { ...credentials.moderatorKey, "access-token": access_token, nonce: "1" }
      const { hall } = yield* ClientsWorld
      const body = {
        title: { fr: "Bal" },
        description: { fr: "Un bal" },
        locationUid: hall,
        timings: [{ begin: "2025-07-14T20:00:00+0200", end: "2025-07-14T23:00:00+0200" }]
      }
      const OneEvent = Schema.Struct({ success: Schema.Literal(true), event: Uid })
      const created = readAs(yield* send(`${town}/events`, { method: "POST", headers, body }), OneEvent)
      const path = `${town}/events/${created.event.uid}`
      expect(readAs(yield* send(path, { method: "PUT", headers, body }), OneEvent)).toEqual(created)
      expect(readAs(yield* send(path, { method: "DELETE", headers }), OneEvent)).toEqual(created)
    }))
})
