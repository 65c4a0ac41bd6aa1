import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

const texts = [
  { title: { en: "Summer", "pt-BR": "Verão" }, description: { en: "Hot", "pt-BR": "Quente" }, keywords: { "pt-BR": ["praia"] } },
  { title: { fr: "Printemps", pt: "Primavera" }, description: { fr: "Doux", pt: "Suave" }, keywords: {} },
  { title: { fr: "Hiver" }, description: { fr: "Froid" }, keywords: {} }
]

/** Events in `pt-BR`, in `pt` and in neither, in this order. */
const written = Layer.effectDiscard(
  Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    for (const text of texts) {
      const made = yield* send(events, { method: "POST", body: { ...onlineBody, ...text }, headers: credentials.moderatorToken })
      expect(made.status, made.text).toBe(200)
    }
  })
).pipe(Layer.provideMerge(TestWorld.layer()))

layer(written, { excludeTestServices: true })("languages of requests (RFC 4647)", (it) => {
  const read = (path: string) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const answer = yield* send(path, { headers: credentials.ownerless })
      expect(answer.status, answer.text).toBe(200)
      return answer
    })

  const titles = (query: string) =>
    Effect.map(read(`${events}?sort=createdAt.asc&${query}`), ({ body }) => {
      const list = at(body, "events")
      return Array.isArray(list) ? list.map((event) => at(event, "title")) : list
    })

  describe("are looked up", () => {
    it.effect("by monolingual, whatever their case", () =>
      Effect.gen(function*() {
        for (const lang of ["pt", "PT", "pt-BR", "pt-br", "pt-PT"]) {
          expect(yield* titles(`monolingual=${lang}`), lang).toEqual(["Verão", "Primavera", "Hiver"])
        }
        for (const lang of ["FR", "fr-CA"]) expect(yield* titles(`monolingual=${lang}`), lang).toEqual(["Summer", "Printemps", "Hiver"])
      }))

    it.effect("by includeFields", () =>
      Effect.gen(function*() {
        expect(yield* titles("includeFields=title.PT")).toEqual([{ "pt-BR": "Verão" }, { pt: "Primavera" }, {}])
        expect(yield* titles("includeFields=title.pt-BR&includeFields=title.fr")).toEqual([
          { "pt-BR": "Verão" },
          { fr: "Printemps", pt: "Primavera" },
          { fr: "Hiver" }
        ])
      }))

    it.effect("by the filter languages, a range matching its subtags", () =>
      Effect.gen(function*() {
        const found = (query: string) => titles(`monolingual=pt&${query}`)
        for (const lang of ["pt", "PT"]) expect(yield* found(`languages=${lang}`), lang).toEqual(["Verão", "Primavera"])
        for (const lang of ["pt-BR", "PT-br"]) expect(yield* found(`languages=${lang}`), lang).toEqual(["Verão"])
        expect(yield* found("languages=p")).toEqual([])
      }))

    it.effect("by lang of structured data and of pages", () =>
      Effect.gen(function*() {
        const first = yield* read(`${events}?sort=createdAt.asc&size=1`)
        const { uid, slug } = { uid: at(first.body, "events", 0, "uid"), slug: at(first.body, "events", 0, "slug") }
        for (const lang of ["pt", "PT", "pt-PT"]) {
          expect((yield* read(`${events}/${String(uid)}/structured-data?lang=${lang}`)).text, lang).toContain("Verão")
          expect((yield* read(`/agendas/town-agenda/events/${String(slug)}?lang=${lang}`)).text, lang).toMatch(/<h1[^>]*>Verão/)
        }
      }))

    it.effect("in header lang, and plain texts are stored under the canonical tag", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const made = yield* send(events, {
          method: "POST",
          body: { ...onlineBody, title: "Automne", description: "Gris", keywords: ["pluie"], state: 0 },
          headers: { ...credentials.moderatorToken, lang: "FR-ca" }
        })
        expect(made.status, made.text).toBe(200)
        expect(at(made.body, "event", "title")).toEqual({ "fr-CA": "Automne" })
      }))
  })

  it.effect("are counted as stored, not as requested", () =>
    Effect.gen(function*() {
      const { body } = yield* read(`${events}?size=0&aggregations=languages`)
      expect(at(body, "aggregations", "languages")).toEqual([
        { key: "fr", eventCount: 2 },
        { key: "en", eventCount: 1 },
        { key: "pt", eventCount: 1 },
        { key: "pt-BR", eventCount: 1 }
      ])
      const agenda = yield* read(`/v2/agendas/${agendas.main}`)
      expect(at(agenda.body, "summary", "languages")).toEqual({ fr: 2, en: 1, pt: 1, "pt-BR": 1 })
    }))
})
