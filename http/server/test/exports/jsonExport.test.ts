import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { FilledWorld } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"

const list = `/v2/agendas/${agendas.main}/events`

layer(FilledWorld.layer, { excludeTestServices: true })("the export as JSON", (it) => {
  it.effect("is the list, byte for byte, where their sizes are equal", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      for (
        const query of [
          "size=300",
          "size=2&sort=timings.asc&detailed=1&includeSort=1",
          "size=3&from=1&monolingual=fr&includeLabels=1",
          "size=300&removed=null&if[]=uid&if[]=title.fr",
          "size=1&aggs[]=cities&aggs[]=keywords",
          "size=0&aggs[]=cities"
        ]
      ) {
        const exported = yield* send(`${list}.json?${query}`, { headers })
        expect(exported.status, query).toBe(200)
        expect(exported.text, query).toBe((yield* send(`${list}?${query}`, { headers })).text)
      }
    }))

  it.effect("continues after its size", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.ownerless
      const first = yield* send(`${list}.json?size=3&sort=timings.asc`, { headers })
      const { after, events: begun }: { readonly after: ReadonlyArray<string>; readonly events: ReadonlyArray<unknown> } = Object(
        first.body
      )
      const rest = after.map((value) => `after[]=${encodeURIComponent(value)}`).join("&")
      const second = yield* send(`${list}.json?sort=timings.asc&${rest}`, { headers })
      expect(second.body).toMatchObject({ total: 5, after: null })
      const whole = yield* send(`${list}.json?sort=timings.asc`, { headers })
      expect([...begun, ...Object(second.body).events]).toEqual(Object(whole.body).events)
    }))
})
