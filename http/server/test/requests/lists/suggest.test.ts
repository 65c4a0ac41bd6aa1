import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { expectProblem } from "../../world/expectProblem.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

/** Events that must not show: each has a word and a place of its own. */
const hidden = { ready: 1, review: 0, refused: -1 } as const

const filled = Effect.gen(function*() {
  const { credentials, send } = yield* TestWorld
  const post = (path: string, body: object) =>
    Effect.tap(
      send(`${main}${path}`, { method: "POST", body, headers: credentials.administratorToken }),
      (answer) => Effect.sync(() => expect(answer.status, answer.text).toBe(200))
    )
  const place = yield* post("/locations", { ...locationBody, name: "Médiathèque des Arts" })
  yield* post("/events", { ...eventBody, locationUid: at(place.body, "location", "uid"), state: 2 })
  for (const [name, state] of Object.entries(hidden)) {
    const secretPlace = yield* post("/locations", { ...locationBody, name: `Zzplace${name}`, adminLevel4: `Zzcity${name}` })
    yield* post("/events", {
      ...eventBody,
      title: { fr: `Zztitle${name} concert` },
      keywords: { fr: [`zzkeyword${name}`] },
      description: { fr: `Zzdescription${name}` },
      locationUid: at(secretPlace.body, "location", "uid"),
      state
    })
  }
  const removed = yield* post("/events", {
    ...onlineBody,
    title: { fr: "Zztitleremoved" },
    keywords: { fr: ["zzkeywordremoved"] },
    state: 2
  })
  const uid = String(at(removed.body, "event", "uid"))
  expect((yield* send(`${main}/events/${uid}`, { method: "DELETE", headers: credentials.administratorToken })).status).toBe(200)
})

const suggested = (path: string, headers?: { readonly [name: string]: string }) =>
  Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { headers: headers ?? credentials.ownerless }))

layer(TestWorld.layer(), { excludeTestServices: true })("suggestions", (it) => {
  it.effect("complete a search by words, keywords, places and titles that each find an event", () =>
    Effect.gen(function*() {
      yield* filled
      const { body, status } = yield* suggested(`${main}/suggest?q=jaz`)
      expect(status).toBe(200)
      expect(body).toEqual({ success: true, suggestions: [{ type: "word", text: "jazz" }] })
      const places = yield* suggested(`${main}/suggest?q=concert%20m`)
      expect(at(places.body, "suggestions")).toContainEqual({ type: "place", text: "concert Médiathèque des Arts" })
      for (const q of ["c", "jaz", "concert m", "qui", "plein a", "sum", "d'e"]) {
        const answer = yield* suggested(`${main}/suggest?q=${encodeURIComponent(q)}`)
        const list = at(answer.body, "suggestions")
        for (const suggestion of Array.isArray(list) ? list : []) {
          const text = String(at(suggestion, "text"))
          const found = yield* suggested(`${main}/events?search=${encodeURIComponent(text)}`)
          expect(at(found.body, "total"), text).toBe(1)
        }
      }
    }))

  it.effect("tell nobody of unpublished and removed events", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      for (const headers of [credentials.ownerless, credentials.contributorToken, credentials.administratorToken]) {
        for (const q of ["zz", "zzt", "zzk", "zzp", "zzc", "zzd", "zztitleready", "concert zz", "c", "con"]) {
          for (const path of [`${main}/suggest`, "/v2/agendas/suggest"]) {
            const { status, text } = yield* suggested(`${path}?q=${encodeURIComponent(q)}&size=20`, headers)
            expect(status).toBe(200)
            expect(text.toLowerCase()).not.toContain("zz")
          }
        }
      }
      const page = yield* suggested("/agendas/town-agenda/suggest?q=zz", {})
      expect([page.status, page.body]).toEqual([200, { success: true, suggestions: [] }])
    }))

  it.effect("need the rights of lists", () =>
    Effect.gen(function*() {
      expect((yield* suggested(`${main}/suggest?q=a`, {})).status).toBe(401)
      expect((yield* suggested("/v2/agendas/suggest?q=a", {})).status).toBe(401)
      expect((yield* suggested("/v2/agendas/999/suggest?q=a")).status).toBe(404)
    }))

  it.effect("are none without words, and refuse bad parameters", () =>
    Effect.gen(function*() {
      for (const q of ["", "?q=", "?q=%20", "?q=%22%3F"]) {
        expect((yield* suggested(`${main}/suggest${q}`)).body).toEqual({ success: true, suggestions: [] })
      }
      for (const path of [`${main}/suggest`, "/v2/agendas/suggest"]) {
        const answer = yield* suggested(`${path}?q=a&size=21`)
        expectProblem(answer, 400, "parameters", "parameters are invalid")
        expect(at(answer.body, "errors")).toMatchObject([{ code: "parameter.invalid", field: "size" }])
      }
    }))

  it.effect("of agendas are titles and their words", () =>
    Effect.gen(function*() {
      const { body } = yield* suggested("/v2/agendas/suggest?q=tow")
      expect(at(body, "suggestions")).toEqual([{ type: "word", text: "Town" }, { type: "title", text: "Town agenda" }])
    }))
})
