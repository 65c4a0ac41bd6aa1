import type { SearchWeights } from "@agenda-engine/core/search/SearchDocument"
import { Agendas } from "@agenda-engine/core/services/Agendas"
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

  const found = (query: string) =>
    Effect.map(list(query), ({ body, status, text }) => {
      expect(status, text).toBe(200)
      return { total: at(body, "total"), corrected: at(body, "search", "corrected") }
    })

  it.effect("have the weights of the agenda, also when they are corrected", () =>
    Effect.gen(function*() {
      const { within } = yield* TestWorld
      const weighted = (weights: Partial<SearchWeights>) =>
        within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { settings: { search: { weights } } })))
      yield* put("11", { title: { fr: "Saxophone" }, description: { fr: "Des trompettes." } })
      yield* put("12", { title: { fr: "Trompette" }, description: { fr: "Des cuivres." } })
      const ranked = (search: string) =>
        Effect.map(list(`search=${search}&explain=1&if=title`), ({ body }) =>
          [at(body, "events", 0), at(body, "events", 1)].map((event) => [at(event, "title", "fr"), at(event, "explain", "score")]))
      expect(yield* ranked("trompette")).toEqual([["Trompette", 16], ["Saxophone", 4]])
      yield* weighted({ title: 2, description: 10 })
      expect(yield* ranked("trompette")).toEqual([["Saxophone", 10], ["Trompette", 2]])
      expect(yield* ranked("trompete")).toEqual([["Saxophone", 10], ["Trompette", 2]])
      yield* weighted({ title: 0 })
      expect(yield* ranked("trompette")).toEqual([["Saxophone", 4], [undefined, undefined]])
      yield* weighted({})
    }))

  it.effect("correct words that match nothing, and say so", () =>
    Effect.gen(function*() {
      yield* put("2", { title: { fr: "Exposition de photographies" } })
      yield* put("3", { title: { fr: "Hip hop à la ferme" } })
      const corrected = (word: string, ...to: ReadonlyArray<string>) => ({ total: 1, corrected: [{ word, to }] })
      expect(yield* found("search=expositon")).toEqual(corrected("expositon", "exposition"))
      expect(yield* found("search=expositon+photographie")).toEqual(corrected("expositon", "exposition"))
      expect(yield* found("search=hiphop")).toEqual({ total: 1, corrected: undefined })
      yield* put("8", { title: { fr: "Slam" }, description: { fr: "Du slam funk." } })
      yield* put("9", { title: { fr: "Funk" } })
      expect(yield* found("search=slamfunk")).toEqual(corrected("slamfunk", "slam funk"))
      yield* put("10", { title: { fr: "Soirée" }, description: { fr: "Un karaoké géant." } })
      expect(yield* found("search=karakoe")).toEqual(corrected("karakoe", "karaoke"))
      expect(yield* found("search=expo+photo")).toEqual({ total: 1, corrected: undefined })
      expect(yield* found("search=exposition")).toEqual({ total: 1, corrected: undefined })
      expect(yield* found("search=xyzzyqwertyplugh")).toEqual({ total: 0, corrected: undefined })
    }))

  it.effect("widen a search that finds one event by a frequent near word, after that event, unless exact=1", () =>
    Effect.gen(function*() {
      for (let id = 20; id < 30; id++) yield* put(`${id}`, { title: { fr: "Clarinette" } })
      yield* put("30", { title: { fr: "Clarimette" } })
      const titles = (query: string) =>
        Effect.map(list(`${query}&if=title`), ({ body }) => [at(body, "events", 0, "title", "fr"), at(body, "events", 1, "title", "fr")])
      const corrected = [{ word: "clarimette", to: ["clarinette"] }]
      expect(yield* found("search=clarimette")).toEqual({ total: 11, corrected })
      expect(yield* titles("search=clarimette")).toEqual(["Clarimette", "Clarinette"])
      expect(yield* found("search=clarimette&exact=1")).toEqual({ total: 1, corrected: undefined })
      expect(yield* found('search="clarimette"')).toEqual({ total: 1, corrected: undefined })
      expect(yield* found("search=clarinette")).toEqual({ total: 10, corrected: undefined })
    }))

  it.effect("keep words with exact=1, in quotes, and words that filters alone exclude", () =>
    Effect.gen(function*() {
      yield* put("2", { title: { fr: "Exposition de photographies" } })
      for (const query of ["search=expositon&exact=1", 'search="expositon"', "search=expo+photo&exact=1", "search=exposition&city=Brest"]) {
        expect(yield* found(query), query).toEqual({ total: 0, corrected: undefined })
      }
    }))

  it.effect("never offer a word that only unpublished events have, and tell nothing of them", () =>
    Effect.gen(function*() {
      yield* put("4", { title: { fr: "Fusillade" }, state: 1 })
      expect(yield* found("search=fusilade")).toEqual({ total: 0, corrected: undefined })
      expect(yield* found("search=fusillade")).toEqual({ total: 0, corrected: undefined })
      expect(yield* found("search=fusil+exposition")).toEqual({ total: 0, corrected: undefined })
      yield* put("4", { title: { fr: "Fusillade" }, state: 2 })
      expect(yield* found("search=fusilade")).toEqual({ total: 1, corrected: [{ word: "fusilade", to: ["fusillade"] }] })
      yield* put("4", { title: { fr: "Fusillade" }, state: 0 })
      expect(yield* found("search=fusilade")).toEqual({ total: 0, corrected: undefined })
    }))

  it.effect("walk the pages of a corrected search", () =>
    Effect.gen(function*() {
      for (const id of ["5", "6", "7"]) yield* put(id, { title: { fr: `Marionnettes ${id}` } })
      const seen: Array<unknown> = []
      let after = ""
      for (let page = 0; page < 3; page++) {
        const { body } = yield* list(`search=marionetes&size=1&if=uid${after}`)
        expect(at(body, "total")).toBe(3)
        seen.push(at(body, "events", 0, "uid"))
        const next = at(body, "after")
        after = Array.isArray(next) ? next.map((part: unknown) => `&after[]=${encodeURIComponent(String(part))}`).join("") : ""
      }
      expect([new Set(seen).size, after]).toEqual([3, ""])
    }))
})
