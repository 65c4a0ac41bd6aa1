import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Keywords, Multilingual, readAs, Text, Timing } from "./readAs.js"

/** The columns of its data set that a list without `detailed` fills. */
const Row = Schema.Struct({
  uid: Schema.Int,
  slug: Text,
  title: Multilingual,
  description: Multilingual,
  keywords: Keywords,
  firstTiming: Timing,
  lastTiming: Timing,
  nextTiming: Timing,
  image: Schema.Struct({ base: Text, filename: Text }),
  location: Schema.Struct({ name: Text, address: Text, city: Text, latitude: Schema.Number, longitude: Schema.Number }),
  attendanceMode: Schema.Int,
  status: Schema.Int
})

const Page = Schema.Struct({
  total: Schema.Int,
  events: Schema.Array(Schema.Struct({ uid: Schema.Int })),
  after: Schema.NullOr(Schema.NonEmptyArray(Text))
})

layer(ClientsWorld.layer, { excludeTestServices: true })("@data-fair/processing-openagenda", (it) => {
  const asking = (query: string) =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`${town}/events?${query}`, { headers: credentials.ownerless }))

  it.effect("imports every page of events", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const first = yield* asking("size=300&relative%5B%5D=current&relative%5B%5D=upcoming")
      expect(readAs(first, Page)).toMatchObject({ total: 3, after: null })
      Schema.decodeUnknownSync(Row)(at(first.body, "events", 0))
      const seen: Array<number> = []
      let next: ReadonlyArray<string> | null = []
      while (next !== null) {
        const page: typeof Page.Type = readAs(
          yield* asking(`size=3${next.map((key) => `&after[]=${encodeURIComponent(key)}`).join("")}`),
          Page
        )
        seen.push(...page.events.map(({ uid }) => uid))
        next = page.after
      }
      expect([seen.length, new Set(seen)]).toEqual([4, new Set(Object.values(events))])
    }))

  it.effect("exports rows in one language by their external identifiers", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const { hall } = yield* ClientsWorld
      const token = yield* send("/v2/requestAccessToken", { method: "POST", body: { code: secrets.administrator } })
      const { access_token } = readAs(token, Schema.Struct({ access_token: Text, expires_in: Schema.Positive }))
      const data = {
        title: "Marché",
        description: "Le samedi",
        timings: [{ begin: "2025-07-05T08:00:00+02:00", end: "2025-07-05T13:00:00+02:00" }],
        locationUid: hall,
        attendanceMode: 1
      }
      const path = `${town}/events/ext/data-fair/${encodeURIComponent("ligne 1/a")}`
      const exporting = (row: object) =>
        send(path, { method: "PUT", body: { data: row }, headers: { "access-token": access_token, lang: "fr" } })
      const One = Schema.Struct({ event: Schema.Struct({ uid: Schema.Int, title: Schema.Struct({ fr: Text }) }) })
      const made = readAs(yield* exporting(data), One)
      expect(readAs(yield* exporting({ ...data, title: "Grand marché" }), One).event).toEqual({
        ...made.event,
        title: { fr: "Grand marché" }
      })
      const online = { ...data, locationUid: undefined, attendanceMode: 2, onlineAccessLink: "https://live.example/marche" }
      expect(readAs(yield* exporting(online), One).event.uid).toBe(made.event.uid)
      expect((yield* exporting({ ...data, timings: [] })).status).toBe(400)
    }))
})
