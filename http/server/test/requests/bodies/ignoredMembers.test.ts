import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type Call } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const written = (path: string, call: Call) =>
  Effect.flatMap(
    TestWorld,
    ({ credentials, send }) =>
      Effect.map(send(`${main}${path}`, { method: "POST", ...call, headers: credentials.moderatorToken }), (answer) => {
        expect(answer.status, answer.text).toBe(200)
        const warnings = at(answer.body, "warnings")
        const ignored = Array.isArray(warnings)
          ? warnings.map((one: unknown) => `${String(at(one, "code"))} ${String(at(one, "field"))}`)
          : []
        return { body: answer.body, ignored }
      })
  )

const tier = { label: { fr: "Plein tarif" }, priceCents: 500 }

layer(TestWorld.layer(), { excludeTestServices: true })("an ignored member of a body", (it) => {
  it.effect("is listed at every depth of an event", () =>
    Effect.gen(function*() {
      const { body, ignored } = yield* written("/events", {
        body: {
          ...onlineBody,
          unknown: 1,
          age: { min: 5, maximum: 9 },
          registration: ["a@example.org", { value: "https://a.example", label: "A" }],
          extIds: [{ key: "a", value: "b", source: "c" }],
          status: { id: 1, label: "x", name: "y" },
          timings: [{ ...onlineBody.timings[0], note: 1, offers: [{ provider: "mapado", bookingUrl: "https://b.example", x: 1 }] }],
          offers: [{
            provider: "mapado",
            currency: "EUR",
            tiers: [{ ...tier, price: 5 }],
            source: { url: "https://t.example/1", name: 1 },
            foo: 1
          }]
        }
      })
      expect(ignored.toSorted()).toEqual([
        "ignored age.maximum",
        "ignored extIds[0].source",
        "ignored offers[0].foo",
        "ignored offers[0].source.name",
        "ignored offers[0].tiers[0].price",
        "ignored registration[1].label",
        "ignored status.name",
        "ignored timings[0].note",
        "ignored timings[0].offers[0].x",
        "ignored unknown"
      ])
      const event = at(body, "event")
      expect((yield* written(`/events/${String(at(event, "uid"))}`, { body: event })).ignored.filter((one) => /[[.]/.test(one))).toEqual([])
    }))

  it.effect("is listed for a location", () =>
    Effect.gen(function*() {
      const body = { ...locationBody, unknown: 1, extIds: [{ key: "a", value: "b", source: "c" }] }
      expect((yield* written("/locations", { body })).ignored).toEqual(["ignored unknown", "ignored extIds[0].source"])
    }))

  it.effect("is listed beside `data`", () =>
    Effect.gen(function*() {
      const title = { fr: "À la racine" }
      expect((yield* written("/events", { body: { data: onlineBody, title } })).ignored).toEqual(["ignored title"])
      expect((yield* written("/locations", { body: { data: locationBody, name: "x" } })).ignored).toEqual(["ignored name"])
      const invitation = { role: "contributor", emails: ["a@example.org"] }
      expect((yield* written("/members/invite", { body: { data: invitation, role: "x" } })).ignored).toEqual(["ignored role"])
    }))

  it.effect("is listed beside `data` that is JSON text, short or long", () =>
    Effect.gen(function*() {
      const textOf = (length: number): string => JSON.stringify(onlineBody).padEnd(length)
      for (const length of [16_384, 16_385]) {
        const body = { data: textOf(length), title: { fr: "À la racine" } }
        expect((yield* written("/events", { body })).ignored).toEqual(["ignored title"])
      }
    }))

  it.effect("is listed when the path has another value of an external identifier", () =>
    Effect.gen(function*() {
      const extIds = [{ key: "other", value: "1" }, { key: "desk", value: "B" }]
      const event = yield* written("/events/ext/desk/A", { method: "PUT", body: { ...onlineBody, extIds } })
      expect(event.ignored).toEqual(["ignored extIds[1].value"])
      expect(at(event.body, "event", "extIds")).toEqual([{ key: "other", value: "1" }, { key: "desk", value: "A" }])
      const location = yield* written("/locations/ext/desk/A", { method: "PUT", body: { ...locationBody, extIds } })
      expect(location.ignored).toEqual(["ignored extIds[1].value"])
      const same = { ...onlineBody, extIds: [{ key: "desk", value: "A" }] }
      expect((yield* written("/events/ext/desk/A", { method: "PUT", body: same })).ignored).toEqual([])
    }))
})

layer(TestWorld.layer(), { excludeTestServices: true })("a time zone in another case", (it) => {
  it.effect("matches its location, in the spelling of the database", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const made = yield* written("/locations", { body: { ...locationBody, timezone: "EUROPE/PARIS" } })
      expect(at(made.body, "location", "timezone")).toBe("Europe/Paris")
      const uid = Number(at(made.body, "location", "uid"))
      const { body } = yield* written("/events", { body: { ...onlineBody, attendanceMode: 1, locationUid: uid, timezone: "europe/paris" } })
      expect(at(body, "event", "timezone")).toBe("Europe/Paris")
      yield* written(`/locations/${uid}`, { method: "PATCH", body: { timezone: "asia/tokyo" } })
      const read = yield* send(`${main}/events/${String(at(body, "event", "uid"))}`, { headers: credentials.ownerless })
      expect(at(read.body, "event", "timezone")).toBe("Asia/Tokyo")
    }))
})

layer(TestWorld.layer(), { excludeTestServices: true })("a box with an edge on the antimeridian", (it) => {
  it.effect("contains locations on the edge, by either of its two longitudes", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const longitude of [180, -180]) {
        const made = yield* written("/locations", { body: { ...locationBody, latitude: 0, longitude } })
        yield* written("/events", { body: { ...onlineBody, attendanceMode: 1, locationUid: at(made.body, "location", "uid") } })
      }
      for (const [west, east, total] of [[-180, -170, 2], [170, 180, 2], [-180, -180, 2], [180, 180, 2], [-180, 180, 2], [-179, 179, 0]]) {
        const box = `geo[northEast][lat]=1&geo[southWest][lat]=-1&geo[northEast][lng]=${east}&geo[southWest][lng]=${west}`
        const answer = yield* send(`${main}/events?${box}`, { headers: credentials.ownerless })
        expect(at(answer.body, "total"), box).toBe(total)
      }
    }))
})
