import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Keywords, Multilingual, readAs, Text, Timing } from "./readAs.js"

const Event = Schema.Struct({
  uid: Schema.Int,
  slug: Text,
  title: Multilingual,
  description: Multilingual,
  dateRange: Multilingual,
  firstTiming: Timing,
  nextTiming: Timing,
  lastTiming: Timing,
  keywords: Keywords,
  attendanceMode: Schema.Int,
  location: Schema.Struct({ name: Text, address: Text, city: Text, latitude: Schema.Number, longitude: Schema.Number })
})

const Agenda = Schema.Struct({ uid: Schema.Int, slug: Text, title: Text, description: Text, official: Schema.Boolean })

layer(ClientsWorld.layer, { excludeTestServices: true })("@pipeworx/mcp-openagenda", (it) => {
  const asking = (path: string, query: string) =>
    Effect.flatMap(
      TestWorld,
      ({ secrets, send }) =>
        send(`${path}?key=${secrets.publicKey}&${query}`, {
          headers: { accept: "application/json", "user-agent": "pipeworx-mcp-openagenda/1.0" }
        })
    )

  it.effect("searches agendas", () =>
    Effect.gen(function*() {
      const found = readAs(
        yield* asking("/v2/agendas", "search=ville&size=10"),
        Schema.Struct({ total: Schema.Int, agendas: Schema.Tuple(Agenda) })
      )
      expect(found.agendas[0].description).toBe("Ce qui se passe en ville")
      expect(readAs(yield* asking("/v2/agendas", "search=ville&size=10&official=1"), Schema.Struct({ total: Schema.Int })).total).toBe(0)
    }))

  it.effect("lists events between two days, or the next ones", () =>
    Effect.gen(function*() {
      const days = "size=20&timings%5Bgte%5D=2025-07-01&timings%5Blte%5D=2025-07-31T23%3A59%3A59&search=concert"
      const between = yield* asking(`${town}/events`, days)
      readAs(between, Schema.Struct({ total: Schema.Literal(1), events: Schema.Tuple(Event) }))
      expect(at(between.body, "events", 0, "originAgenda", "title")).toBe("Agenda de la ville")
      const next = yield* asking(`${town}/events`, "size=20&relative%5B%5D=upcoming")
      const Online = Schema.Struct({ events: Schema.Array(Schema.Struct({ onlineAccessLink: Schema.optional(Schema.NullOr(Text)) })) })
      expect(readAs(next, Online).events.some(({ onlineAccessLink }) => onlineAccessLink === "https://live.example/film")).toBe(true)
    }))

  it.effect("shows what a refused key is told", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const refused = yield* send(`${town}/events?key=unknown&size=20`)
      const { error, success } = Schema.decodeUnknownSync(Schema.Struct({ success: Schema.Boolean, error: Text }))(refused.body)
      expect([refused.status, success, error]).toEqual([403, false, "could not find user or agenda matching key"])
    }))
})
