import { Agendas } from "@agenda-engine/core/services/Agendas"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { expectProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type CredentialName } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const editors = ["moderator", "administrator"]

const genres = {
  field: "genres",
  fieldType: "checkbox",
  label: { fr: "Genres" },
  options: [
    { id: 1, value: "jazz", label: { fr: "Jazz", en: "Jazz music" } },
    { id: 2, value: "rock", label: { fr: "Rock" } },
    { id: 3, value: "swing", label: { fr: "Swing" }, withdrawn: true }
  ]
}

const fields = [
  genres,
  { field: "audience", fieldType: "radio", label: { fr: "Public" }, options: [{ id: 4, value: "all", label: { fr: "Tous" } }] },
  { field: "free", fieldType: "boolean", label: { fr: "Gratuit" } },
  { field: "places", fieldType: "integer", label: { fr: "Places" } },
  { field: "subtitle", fieldType: "text", label: { fr: "Sous-titre" }, languages: ["fr", "en"] },
  { field: "page", fieldType: "html", label: { fr: "Page" } },
  { field: "dossier", fieldType: "text", label: { fr: "Dossier" }, read: editors, write: editors },
  { field: "rating", fieldType: "integer", label: { fr: "Note" }, write: editors },
  { field: "site", fieldType: "link", label: { fr: "Site" } },
  { field: "mail", fieldType: "email", label: { fr: "Courriel" } },
  { field: "call", fieldType: "phone", label: { fr: "Téléphone" } },
  { field: "deadline", fieldType: "date", label: { fr: "Date limite" } },
  { field: "brochure", fieldType: "file", label: { fr: "Brochure" } },
  ...["section", "events", "pass", "stream"].map((fieldType) => ({
    field: `a-${fieldType}`,
    fieldType,
    label: { fr: fieldType },
    info: { fr: "Aide" },
    optional: false
  }))
]

const defining = (defined: ReadonlyArray<object>) =>
  Effect.flatMap(TestWorld, (world) =>
    world.within(Effect.flatMap(Agendas, (all) =>
      all.restore({
        uid: agendas.main,
        title: "Town agenda",
        settings: { contribution: { defaultLang: "fr" } },
        schema: JSON.parse(JSON.stringify({ fields: defined }))
      }))))

/** A world whose main agenda has these fields. */
const defined = Layer.effectDiscard(defining(fields)).pipe(Layer.provideMerge(TestWorld.layer()))

const values = {
  genres: [2, 1],
  audience: [4],
  free: false,
  places: 40,
  subtitle: { fr: "Sous les étoiles", en: "Under the stars" },
  page: "<p>Une <b>page</b><script>alert(1)</script></p>"
}

const shown = { ...values, audience: 4, page: expect.stringContaining("<strong>page</strong>") }

layer(defined, { excludeTestServices: true })("additional fields", (it) => {
  const write = (method: string, path: string, body: unknown, who: CredentialName = "moderatorToken", headers = {}) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      return yield* send(`${main}/events${path}`, {
        method,
        body,
        headers: { ...(who === "none" ? {} : credentials[who]), ...headers }
      })
    })

  const read = (path: string, who: CredentialName = "ownerless") =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      return yield* send(`${main}/events${path}`, { headers: who === "none" ? {} : credentials[who] })
    })

  /** Makes an event with these values and answers it, and the paths by which it is read. */
  const make = (more: object, who: CredentialName = "moderatorToken") =>
    Effect.gen(function*() {
      const answer = yield* write("POST", "", { ...onlineBody, ...more }, who)
      expect(answer.status, answer.text).toBe(200)
      const uid = Number(at(answer.body, "event", "uid"))
      return { answer, event: at(answer.body, "event"), uid, path: `/${uid}`, slug: `/slug/${String(at(answer.body, "event", "slug"))}` }
    })

  describe("are written", () => {
    it.effect("by their codes, and read in the same form", () =>
      Effect.gen(function*() {
        const { answer, event, path, slug, uid } = yield* make({ ...values, state: 2, dossier: "D-7", rating: 5 })
        expect(at(answer.body, "warnings")).toBeUndefined()
        expect(event).toMatchObject({ ...shown, dossier: "D-7", rating: 5 })
        expect(answer.text).not.toContain("alert")
        for (const where of [path, slug, `?uid=${uid}&detailed=1`]) {
          const single = yield* read(where)
          const found = at(single.body, "event") ?? at(single.body, "events", 0)
          expect(found).toMatchObject({ ...shown, rating: 5 })
          expect(found).not.toHaveProperty("dossier")
        }
      }))

    it.effect("as links, addresses, days and files, which lists find and clients send back", () =>
      Effect.gen(function*() {
        const contacts = { site: "https://example.org/inscription", mail: "desk@example.org", call: "+33 2 98 00 00 00" }
        const sent = { ...contacts, deadline: "2031-05-10", brochure: "https://example.org/plan.pdf" }
        const { event, path, uid } = yield* make({ ...sent, state: 2 })
        const brochure = { url: sent.brochure, name: "plan.pdf", size: null, type: null }
        const found = { ...sent, brochure }
        expect(event).toMatchObject(found)
        const detailed = yield* read(`?uid=${uid}&detailed=1`)
        expect(at(detailed.body, "events", 0)).toMatchObject(found)
        const picked = yield* read(`?uid=${uid}&if=brochure.url&if=brochure.name&if=deadline`)
        expect(at(picked.body, "events")).toEqual([{ deadline: found.deadline, brochure: { url: sent.brochure, name: "plan.pdf" } }])
        for (const unknown of ["brochure.fr", "deadline.fr", "site.url"]) {
          expectProblem(yield* read(`?uid=${uid}&if=${unknown}`), 400, "parameters", "parameters are invalid")
        }
        const back = yield* write("PUT", path, event)
        expect(at(back.body, "event")).toMatchObject({ ...found, updatedAt: at(event, "updatedAt") })
        const total = (query: string) => Effect.map(read(`?uid=${uid}&${query}`), ({ body }) => at(body, "total"))
        const queries = [
          "deadline[gte]=2031-05-10&deadline[lte]=2031-05-10",
          "deadline=2031-05-10",
          "deadline[gte]=today&deadline[lte]=2031-05-09T22:00:00Z&deadline[tz]=Europe/Paris",
          "site=https://example.org/inscription",
          "mail=DESK@example.org"
        ]
        for (const query of queries) expect(yield* total(query), query).toBe(1)
        for (
          const query of [
            "deadline[gte]=2031-05-11",
            "deadline[gte]=2031-05-10T00:01",
            "deadline[lte]=today",
            "deadline=empty",
            "brochure=empty",
            "site=https://example.org"
          ]
        ) {
          expect(yield* total(query), query).toBe(0)
        }
        for (const query of ["deadline[gte]=soon", "deadline[gte]=today&deadline[tz]=Mars/Base"]) {
          expectProblem(yield* read(`?${query}`), 400, "parameters", "parameters are invalid")
        }
      }))

    it.effect("not when they belong to the form alone, but the schema shows them", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const { answer, event } = yield* make({ "a-section": "x" })
        expect(at(answer.body, "warnings")).toMatchObject([{ code: "ignored", field: "a-section" }])
        for (const type of ["section", "events", "pass", "stream"]) expect(event).not.toHaveProperty(`a-${type}`)
        const schema = yield* send(`${main}/settings/eventSchema`, { headers: credentials.ownerless })
        expect(at(schema.body, "fields")).toEqual(expect.arrayContaining([
          expect.objectContaining({ field: "a-section", fieldType: "section", info: { fr: "Aide" }, schemaType: "agenda" })
        ]))
      }))

    it.effect("in the language of the request, else the agenda's", () =>
      Effect.gen(function*() {
        const english = yield* write("POST", "", { ...onlineBody, subtitle: "Under the stars" }, "moderatorToken", { lang: "en" })
        expect(at(english.body, "event", "subtitle")).toEqual({ en: "Under the stars" })
        const { event } = yield* make({ subtitle: "Sous les étoiles" })
        expect(at(event, "subtitle")).toEqual({ fr: "Sous les étoiles" })
      }))
  })

  describe("are shown", () => {
    it.effect("in lists where they are of options", () =>
      Effect.gen(function*() {
        const { uid } = yield* make({ ...values, state: 2 })
        const item = at((yield* read(`?uid=${uid}`)).body, "events", 0)
        expect(item).toMatchObject({ genres: [2, 1], audience: 4 })
        for (const code of ["free", "places", "subtitle", "page", "rating", "dossier"]) expect(item).not.toHaveProperty(code)
      }))

    it.effect("with labels, in one language or in all", () =>
      Effect.gen(function*() {
        const { path, uid } = yield* make({ ...values, genres: [1, 3], state: 2 })
        for (const where of [`${path}?`, `?uid=${uid}&`]) {
          const found = (query: string) => Effect.map(read(`${where}${query}`), ({ body }) => at(body, "event") ?? at(body, "events", 0))
          expect(yield* found("includeLabels=1")).toMatchObject({
            genres: [{ id: 1, label: { fr: "Jazz", en: "Jazz music" } }, { id: 3, label: { fr: "Swing" } }],
            audience: { id: 4, label: { fr: "Tous" } }
          })
          expect(yield* found("includeLabels=1&monolingual=en")).toMatchObject({
            genres: [{ id: 1, label: "Jazz music" }, { id: 3, label: "Swing" }],
            audience: { id: 4, label: "Tous" }
          })
          expect(yield* found("detailed=1&monolingual=en")).toMatchObject({ genres: [1, 3], subtitle: "Under the stars" })
        }
      }))

    it.effect("as selected", () =>
      Effect.gen(function*() {
        const { path, uid } = yield* make({ ...values, state: 2 })
        const query = "if[]=uid&if[]=genres&includeFields=subtitle.en&if[]=places"
        for (const where of [`${path}?`, `?uid=${uid}&`]) {
          const { body } = yield* read(`${where}${query}`)
          expect(at(body, "event") ?? at(body, "events", 0)).toEqual({
            uid,
            genres: [2, 1],
            places: 40,
            subtitle: { en: "Under the stars" }
          })
        }
      }))

    it.effect("to callers who may read them only; others get the response for an unknown field", () =>
      Effect.gen(function*() {
        const { path, uid } = yield* make({ ...values, dossier: "D-7", state: 2 })
        for (const who of ["ownerless", "agendaKey", "strangerToken", "contributorKey", "contributorToken"] as const) {
          for (const where of [`${path}?`, `?uid=${uid}&`, `?uid=${uid}&detailed=1&`]) {
            const refused = yield* read(`${where}if[]=dossier&if[]=places.fr&if[]=nosuch`, who)
            expectProblem(refused, 400, "parameters", "parameters are invalid")
            expect(at(refused.body, "errors")).toMatchObject(
              ["dossier", "places.fr", "nosuch"].map((origin) => ({ code: "parameter.invalid", field: "if", origin }))
            )
            expect((yield* read(`${where}includeLabels=1`, who)).text).not.toMatch(/dossier|D-7/)
          }
        }
        for (const who of ["moderatorKey", "moderatorToken", "administratorToken"] as const) {
          for (const where of [`${path}?`, `?uid=${uid}&`]) {
            const { body } = yield* read(`${where}if=dossier`, who)
            expect(at(body, "event") ?? at(body, "events", 0)).toEqual({ dossier: "D-7" })
          }
        }
      }))

    it.effect("in their own agenda only", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const answer = yield* send(`/v2/agendas/${agendas.other}/events?if=genres`, { headers: credentials.ownerless })
        expectProblem(answer, 400, "parameters", "parameters are invalid")
      }))
  })
})
