import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}/events`

layer(TestWorld.layer(), { excludeTestServices: true })("searches", (it) => {
  const put = (id: string, body: object) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const options = { method: "PUT", body: { ...onlineBody, state: 2, ...body }, headers: credentials.moderatorToken }
      const { status, text } = yield* send(`${main}/ext/source/${id}`, options)
      expect(status, text).toBe(200)
    })

  const list = (query: string) =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`${main}?${query}`, { headers: credentials.ownerless }))

  it.effect("explain the score of each event with explain=1", () =>
    Effect.gen(function*() {
      yield* put("1", { title: { fr: "Nuit du jazz" } })
      const { body } = yield* list("search=jazz&explain=1&includeSort=1&if=uid")
      const hits = [{ text: "jazz", field: "title", match: "typed", points: 16 }]
      expect(at(body, "events", 0)).toMatchObject({ explain: { score: 16, fit: 1, hits }, sort: [{ key: "search", value: 16 }] })
      expect(at((yield* list("search=jazz")).body, "events", 0, "explain")).toBeUndefined()
      expect(at((yield* list("explain=1")).body, "events", 0, "explain")).toBeUndefined()
    }))
})
