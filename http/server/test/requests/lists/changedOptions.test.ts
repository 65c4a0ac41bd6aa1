import { Agendas } from "@agenda-engine/core/services/Agendas"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const option = (id: number, value: string, fr: string) => ({ id, value, label: { fr } })
const jazz = option(1, "jazz", "Jazz")
const rock = option(2, "rock", "Rock")

const genres = (options: ReadonlyArray<object>, more: object = {}) => ({
  field: "genres",
  fieldType: "checkbox",
  label: { fr: "Genres" },
  optional: false,
  options,
  ...more
})

/** The options of the field of genres in an agenda that was read. */
const optionsIn = (agenda: unknown): unknown => {
  const fields = at(agenda, "schema", "fields")
  return at(Array.isArray(fields) ? fields.find((field) => at(field, "field") === "genres") : null, "options")
}

layer(TestWorld.layer(), { excludeTestServices: true })("a choice field whose definition changes", (it) => {
  const define = (...fields: ReadonlyArray<object>) =>
    Effect.flatMap(
      TestWorld,
      ({ within }) => within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { schema: JSON.parse(JSON.stringify({ fields })) })))
    )

  const read = (path: string) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const answer = yield* send(`${main}${path}`, { headers: credentials.moderatorToken })
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    })

  const write = (method: string, path: string, body: unknown) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      return yield* send(`${main}/events${path}`, { method, body, headers: credentials.moderatorToken })
    })

  /** Makes an event with these genres and answers its uid. */
  const make = (ids: ReadonlyArray<number>) =>
    Effect.map(write("POST", "", { ...onlineBody, genres: ids }), (answer) => {
      expect(answer.status, answer.text).toBe(200)
      return Number(at(answer.body, "event", "uid"))
    })

  const found = (query: string) =>
    Effect.map(read(`/events?${query}&if=uid&sort=createdAt.asc`), (body) => {
      const events = at(body, "events")
      return new Set(Array.isArray(events) ? events.map((event: unknown) => at(event, "uid")) : [])
    })

  const buckets = Effect.map(
    read("/events?size=0&aggs[0][t]=af&aggs[0][f]=genres"),
    (body) => Object.values(Object(at(body, "aggregations")))[0]
  )

  /** Posts events back as they read, with labels and without, and expects nothing to move. */
  const postBack = (...uids: ReadonlyArray<number>) =>
    Effect.gen(function*() {
      for (const uid of uids) {
        for (const query of ["", "?includeLabels=1"]) {
          const event = at(yield* read(`/events/${uid}${query}`), "event")
          for (const method of ["PUT", "PATCH"]) {
            const back = yield* write(method, `/${uid}`, event)
            expect(back.status, back.text).toBe(200)
            expect(at(back.body, "event", "updatedAt")).toBe(at(event, "updatedAt"))
            expect(at(back.body, "event", "genres")).toEqual(at(yield* read(`/events/${uid}`), "event", "genres"))
          }
        }
      }
    })

  it.effect("shows, finds and accepts back the values of events", () =>
    Effect.gen(function*() {
      yield* define(genres([jazz, rock]))
      const both = yield* make([2, 1])
      const one = yield* make([2])

      // One is renamed, one withdrawn, one added.
      yield* define(genres([option(1, "jazz-music", "Musique de jazz"), option(3, "swing", "Swing")]))
      const labelled = [{ id: 2, label: { fr: "Rock" } }, { id: 1, label: { fr: "Musique de jazz" } }]
      expect(at(yield* read(`/events/${both}?includeLabels=1`), "event", "genres")).toEqual(labelled)
      expect(at(yield* read(`/events?uid=${both}&includeLabels=1`), "events", 0, "genres")).toEqual(labelled)
      expect(at(yield* read(`/events/${one}?includeLabels=1&monolingual=fr`), "event", "genres")).toEqual([{ id: 2, label: "Rock" }])
      expect(yield* found("genres[]=2")).toEqual(new Set([both, one]))
      expect(yield* found("genres[]=1")).toEqual(new Set([both]))
      expect(yield* found("genres[]=3")).toEqual(new Set())
      expect(yield* buckets).toEqual([{ id: 2, label: { fr: "Rock" }, eventCount: 2 }, {
        id: 1,
        label: { fr: "Musique de jazz" },
        eventCount: 1
      }])
      expect(optionsIn(yield* read("?detailed=1"))).toMatchObject([{ id: 1, value: "jazz-music" }, { id: 3 }, {
        id: 2,
        value: "rock",
        withdrawn: true
      }])
      yield* postBack(both, one)
      const refused = yield* write("PATCH", `/${one}`, { genres: [2, 9] })
      expect(at(refused.body, "errors")).toMatchObject([{ code: "option.unknown", field: "genres", index: 1, origin: 9 }])

      // It is offered again.
      yield* define(genres([jazz, rock]))
      expect(at(optionsIn(yield* read("?detailed=1")), 1)).toEqual(rock)
      yield* postBack(both, one)
    }))

  it.effect("is required from then on in creates and full updates", () =>
    Effect.gen(function*() {
      yield* define()
      const answer = yield* write("POST", "", onlineBody)
      const uid = String(at(answer.body, "event", "uid"))
      yield* define(genres([jazz]), {
        field: "subtitle",
        fieldType: "text",
        label: { fr: "Sous-titre" },
        languages: ["fr"],
        optional: false
      })
      const event = at(yield* read(`/events/${uid}`), "event")
      expect(at(event, "genres")).toEqual([])
      const back = yield* write("PUT", `/${uid}`, event)
      expect(at(back.body, "errors")).toMatchObject([
        { code: "required", field: "genres" },
        { code: "required", field: "subtitle", lang: "fr" },
        { code: "required", field: "subtitle", lang: "en" }
      ])
      expect((yield* write("PATCH", `/${uid}`, { status: 2 })).status).toBe(200)
      expect(at((yield* write("PATCH", `/${uid}`, { genres: [] })).body, "errors")).toMatchObject([{ code: "required", field: "genres" }])
    }))
})
