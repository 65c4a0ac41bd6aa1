import { nativeFields } from "@agenda-engine/core/domain/field/nativeFields"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { AgendaAnswer } from "@agenda-engine/http/api/AgendaGroup"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { expectProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Answer, type CredentialName } from "../world/World.js"

/** Whether a body is an agenda as the contract has it, with nothing that it does not name. */
const isAgenda = (body: unknown): boolean => Either.isRight(Schema.decodeUnknownEither(AgendaAnswer, { onExcessProperty: "error" })(body))

const main = `/v2/agendas/${agendas.main}`

/** A world whose main agenda publishes one event and keeps a draft. */
const published = Layer.effectDiscard(
  Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    for (const fields of [{ keywords: { fr: ["Fanfare"] } }, { keywords: { fr: ["Répétition"] }, state: 1 }]) {
      const made = yield* send(`${main}/events`, {
        method: "POST",
        body: { ...onlineBody, ...fields },
        headers: credentials.moderatorToken
      })
      expect(made.status, made.text).toBe(200)
    }
  })
).pipe(Layer.provideMerge(TestWorld.layer()))

const get = (path: string, credential: CredentialName = "ownerless") =>
  Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    return yield* send(path, { headers: credential === "none" ? {} : { ...credentials[credential] } })
  })

const expectFaults = (answer: Answer, fields: ReadonlyArray<string>) => {
  expectProblem(answer, 400, "parameters", "parameters are invalid")
  const errors = at(answer.body, "errors")
  expect(Array.isArray(errors) ? errors.map((error) => at(error, "field")) : errors).toEqual(fields)
}

const uidsOf = (list: unknown): ReadonlyArray<unknown> => Array.isArray(list) ? list.map((one) => at(one, "uid")) : []

layer(published, { excludeTestServices: true })("agendas", (it) => {
  describe("searching them", () => {
    it.effect("pages through each order by its own cursors", () =>
      Effect.gen(function*() {
        const orders = {
          "": [101, 102],
          "sort=createdAt.desc": [101, 102],
          "sort=recentlyAddedEvents.desc": [101, 102],
          "search=agenda": [101, 102]
        }
        const cursors: Array<string> = []
        for (const [query, expected] of Object.entries(orders)) {
          const first = yield* get(`/v2/agendas?size=1&${query}`)
          const after = at(first.body, "after")
          expect(Array.isArray(after) && after.every(Number.isSafeInteger), first.text).toBe(true)
          const cursor = (Array.isArray(after) ? after : []).map((part) => `after[]=${part}`).join("&")
          const second = yield* get(`/v2/agendas?size=1&${query}&${cursor}`)
          expect([...uidsOf(at(first.body, "agendas")), ...uidsOf(at(second.body, "agendas"))]).toEqual(expected)
          expect(at(second.body, "after")).toBeNull()
          cursors.push(cursor)
        }
        for (const [index, query] of Object.keys(orders).entries()) {
          for (const cursor of cursors.filter((_, other) => other !== index)) {
            expectFaults(yield* get(`/v2/agendas?${query}&${cursor}`), ["after"])
          }
        }
      }))

    it.effect("shows the selected fields, and refuses unknown ones", () =>
      Effect.gen(function*() {
        const picked = yield* get(`/v2/agendas?uid=${agendas.main}&if=uid&includeFields[]=summary&includeFields[]=network`)
        expect(picked.body).toEqual({
          success: true,
          total: 1,
          after: null,
          agendas: [{
            uid: agendas.main,
            summary: expect.objectContaining({ keywords: ["Fanfare"], publishedEvents: { current: 0, passed: 0, upcoming: 1 } }),
            network: null
          }]
        })
        expectFaults(yield* get("/v2/agendas?includeFields=events&sort=title.asc"), ["sort", "includeFields"])
      }))
  })

  describe("reading one", () => {
    it.effect("has a summary, with detailed a schema, and with includeFields the selected parts", () =>
      Effect.gen(function*() {
        const plain = yield* get(main)
        expect(plain.body).toMatchObject({ uid: agendas.main, summary: { recentlyAddedEvents: { contribution: 1 }, languages: { fr: 1 } } })
        expect(at(plain.body, "schema", "fields", 0)).toMatchObject({ field: "title", optional: false, schemaType: "event" })
        expect(plain.body).not.toHaveProperty("network")
        const detailed = yield* get(`${main}?detailed=1`)
        expect([plain, detailed].map(({ body }) => isAgenda(body))).toEqual([true, true])
        expect(detailed.body).toMatchObject({
          summary: { keywords: ["Fanfare"] },
          schema: { fields: nativeFields(defaultLimits) },
          network: null,
          locationSet: null,
          slugSchemaOptionIdMap: []
        })
        expect((yield* get(`${main}?includeFields=slug`)).body).toEqual({ slug: "town-agenda" })
        expectFaults(yield* get(`${main}?includeFields=events`), ["includeFields"])
      }))

    it.effect("has the native fields with their limits, options and languages, from which a form can be built", () =>
      Effect.gen(function*() {
        const fields = at((yield* get(main)).body, "schema", "fields")
        const named = (name: string) => Array.isArray(fields) ? fields.find((field) => at(field, "field") === name) : undefined
        expect(named("title")).toEqual({
          field: "title",
          fieldType: "text",
          label: { fr: "Titre", en: "Title", de: "Titel", it: "Titolo", es: "Título" },
          optional: false,
          max: 150,
          languages: [],
          schemaType: "event"
        })
        expect(named("age")).toMatchObject({ fieldType: "age", optional: true, min: 0, max: 150, schemaType: "event" })
        expect(named("attendanceMode")).toMatchObject({ options: [{ id: 1 }, { id: 2 }, { id: 3 }] })
        expect(named("locationUid")).toMatchObject({ requiredWith: { field: "attendanceMode", values: [1, 3] } })
        expect(at(named("accessibility"), "options", 0)).toMatchObject({ id: "hi", label: { en: "Hearing impairment" } })
        expect(named("state")).toMatchObject({ write: ["administrator", "moderator"] })
      }))

    it.effect("serves its parts under paths of their own, with entity tags and to the same callers", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const detailed = yield* get(`${main}?detailed=1`)
        const { schema, ...info } = yield* Effect.map(get(`${main}?if=schema&if=uid&if=title&if=settings`), ({ body }) =>
          Schema.decodeUnknownSync(Schema.Record({ key: Schema.String, value: Schema.Unknown }))(body))
        expect((yield* get(`${main}/settings`)).body).toEqual(detailed.body)
        expect((yield* get(`${main}/settings/eventSchema`)).body).toEqual({ success: true, ...Object(schema) })
        expect((yield* get(`${main}/schema/?lang=fr`)).body).toMatchObject({ success: true, info, ...Object(schema) })
        expect((yield* get(`${main}/summary`)).body).toEqual({ success: true, ...Object(at(detailed.body, "summary")) })
        for (const part of ["settings", "settings/eventSchema", "schema", "summary"]) {
          const path = `/v2/agendas/${agendas.private}/${part}`
          expect((yield* get(path, "administratorKey")).status, part).toBe(200)
          expectProblem(yield* get(path), 403, "forbidden", "this agenda is private")
          expect((yield* get(path, "none")).status, part).toBe(401)
          expect((yield* get(`/v2/agendas/99/${part}`)).status, part).toBe(404)
          const first = yield* get(`${main}/${part}`)
          const headers = { ...credentials.ownerless, "if-none-match": first.headers["etag"] ?? "" }
          expect((yield* send(`${main}/${part}`, { headers })).status, part).toBe(304)
        }
      }))

    it.effect("shows when it became official, and the identifiers of form schemas", () =>
      Effect.gen(function*() {
        const official = yield* get(`/v2/agendas/${agendas.other}?detailed=1`)
        expect(official.body).toMatchObject({ official: true, officializedAt: at(official.body, "createdAt"), memberSchemaId: null })
        expect((yield* get(main)).body).toMatchObject({ official: false, officializedAt: null, memberSchemaId: null })
      }))
  })

  describe("sources", () => {
    it.effect("are an empty list, for administrators only", () =>
      Effect.gen(function*() {
        for (const name of ["administratorKey", "administratorToken"] as const) {
          const { body } = yield* get(`${main}/sources?size=5`, name)
          expect(body, name).toEqual({ success: true, total: 0, sources: [], after: null })
        }
        for (const name of ["ownerless", "moderatorKey", "contributorToken", "strangerToken"] as const) {
          expectProblem(yield* get(`${main}/sources`, name), 403, "forbidden", "only administrators list the sources of an agenda")
        }
        expect((yield* get(`${main}/sources`, "none")).status).toBe(401)
        expect((yield* get("/v2/agendas/99/sources", "administratorKey")).status).toBe(404)
        expectFaults(yield* get(`${main}/sources?size=101&after=x`, "administratorKey"), ["size", "after"])
      }))
  })

  describe("members", () => {
    it.effect("are listed to moderators and administrators, with any of their credentials", () =>
      Effect.gen(function*() {
        const { uids } = yield* TestWorld
        for (const name of ["moderatorKey", "moderatorToken", "moderatorSecret", "administratorKey"] as const) {
          const answer = yield* get(`${main}/members`, name)
          expect(answer.body, answer.text).toMatchObject({ success: true, total: 3, after: null })
          const items = at(answer.body, "items")
          expect(new Set(Array.isArray(items) ? items.map((item) => at(item, "userUid")) : [])).toEqual(
            new Set([uids.administrator, uids.contributor, uids.moderator])
          )
        }
        const first = yield* get(`${main}/members?limit=2`, "moderatorKey")
        expect(at(first.body, "after")).toBe(at(first.body, "items", 1, "uid"))
        expect(at(first.body, "items", 0)).toEqual({
          uid: expect.any(Number),
          userUid: expect.any(Number),
          name: expect.any(String),
          email: expect.stringContaining("@example.org"),
          phone: null,
          organization: null,
          position: null,
          role: expect.stringMatching(/^(?:administrator|moderator|contributor)$/)
        })
        const rest = yield* get(`${main}/members?limit=2&after=${JSON.stringify(at(first.body, "after"))}`, "moderatorKey")
        expect([uidsOf(at(rest.body, "items")).length, at(rest.body, "after")]).toEqual([1, null])
      }))
  })

  describe("of the caller", () => {
    it.effect("are read one by one with the caller's membership", () =>
      Effect.gen(function*() {
        const { uids } = yield* TestWorld
        for (const name of ["administratorKey", "administratorToken"] as const) {
          const { body, text } = yield* get(`/v2/me/agendas/${agendas.private}`, name)
          expect(body, text).toMatchObject({
            uid: agendas.private,
            schema: { fields: nativeFields(defaultLimits) },
            me: { member: { userUid: uids.administrator, role: "administrator" } }
          })
        }
        const picked = yield* get(`/v2/me/agendas/${agendas.main}?includeFields=slug`, "strangerKey")
        expect(picked.body).toEqual({ slug: "town-agenda", me: { member: null } })
        for (const uid of [agendas.private, 99]) {
          expectProblem(yield* get(`/v2/me/agendas/${uid}`, "strangerKey"), 404, "not-found", "agenda not found")
        }
        expectProblem(yield* get(`/v2/me/agendas/${agendas.main}`, "ownerless"), 403, "forbidden", "this key is no user's")
        expect((yield* get(`/v2/me/agendas/${agendas.main}`, "none")).status).toBe(401)
      }))
  })
})
