import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Parameter } from "@agenda-engine/core/query/Parameter"
import { agendaParameters, singleAgendaParameters } from "@agenda-engine/http/query/agendaParameters"
import { eventParameters, publicEventParameters } from "@agenda-engine/http/query/eventParameters"
import { singleEventParameters } from "@agenda-engine/http/query/eventViewParameters"
import { locationParameters } from "@agenda-engine/http/query/locationParameters"
import { memberParameters, membershipParameters } from "@agenda-engine/http/query/memberParameters"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { expectProblem } from "../world/expectProblem.js"
import { agendas, type CredentialName } from "../world/World.js"
import { type BadValue, badValues, twoValues } from "./badValues.js"
import { SpecWorld } from "./SpecWorld.js"

interface Route {
  readonly path: string
  readonly parameters: { readonly [name: string]: Parameter }
  readonly as?: CredentialName
}

const main = `/v2/agendas/${agendas.main}`

/** Every route that reads, with what it declares to take. */
const routes: ReadonlyArray<Route> = [
  { path: "/v2/agendas", parameters: agendaParameters(defaultLimits) },
  { path: main, parameters: singleAgendaParameters },
  { path: "/v2/agendas/slug/town-agenda", parameters: singleAgendaParameters },
  { path: `${main}/events`, parameters: eventParameters(defaultLimits) },
  { path: `${main}/events/slug/july`, parameters: singleEventParameters },
  { path: `${main}/events/ext/spec/july`, parameters: singleEventParameters },
  { path: "/v2/events", parameters: publicEventParameters(defaultLimits) },
  { path: `${main}/locations`, parameters: locationParameters(defaultLimits) },
  { path: `${main}/members`, parameters: memberParameters(defaultLimits), as: "moderatorKey" },
  { path: "/v2/me/agendas", parameters: membershipParameters(defaultLimits), as: "moderatorKey" },
  { path: `/v2/me/agendas/${agendas.main}`, parameters: singleAgendaParameters, as: "moderatorKey" }
]

/** What the additional fields of the agenda cannot take, by code. */
const fields: { readonly [code: string]: ReadonlyArray<string> } = {
  genre: ["jazz", "1.5"],
  room: ["large"],
  publics: ["all"],
  themes: ["danse"],
  free: ["yes", "2"],
  places: ["many"],
  price: ["12,5"],
  notes: ["x"],
  bio: ["x"]
}

const encoded = (asked: string): string =>
  asked.split("&").map((pair) => {
    const [key = "", ...value] = pair.split("=")
    return `${key}=${encodeURIComponent(value.join("="))}`
  }).join("&")

const get = (path: string, as: CredentialName = "ownerless") =>
  Effect.gen(function*() {
    const { world: { credentials, send } } = yield* SpecWorld
    return yield* send(path, { headers: as === "none" ? {} : { ...credentials[as] } })
  })

const errorsOf = (body: unknown): ReadonlyArray<unknown> => {
  const errors = at(body, "errors")
  return Array.isArray(errors) ? errors : []
}

const expectRefused = ({ as, path }: Route, { asked, field, origin, takes }: BadValue) =>
  Effect.gen(function*() {
    const answer = yield* get(`${path}?${encoded(asked)}`, as)
    const label = `${path}?${asked}: ${answer.text}`
    expect(answer.status, label).toBe(400)
    expectProblem(answer, 400, "parameters", "parameters are invalid")
    const error = errorsOf(answer.body).find((one) => at(one, "field") === field)
    expect(error, label).toMatchObject({ code: expect.stringMatching(/\.invalid$/), field, origin })
    expect(`${String(at(error, "message"))} ${String(at(error, "info", "takes"))}`, label).toContain(takes)
  })

layer(SpecWorld.layer(MemoryStores.layer), { excludeTestServices: true })(
  "a value that a parameter cannot take is refused by name",
  (it) => {
    for (const route of routes) {
      describe(route.path, () => {
        for (const parameter of Object.values(route.parameters)) {
          for (const name of [parameter.name, ...parameter.aliases]) {
            it.effect(name, () =>
              Effect.gen(function*() {
                const bad = badValues(parameter, name)
                expect(bad.length).toBeGreaterThan(0)
                for (const one of bad) yield* expectRefused(route, one)
              }))
          }
        }

        it.effect("two values where one is taken", () =>
          Effect.gen(function*() {
            for (const parameter of Object.values(route.parameters)) {
              const [one, other] = twoValues(parameter) ?? []
              if (one === undefined || other === undefined) continue
              const { name } = parameter
              const answer = yield* get(`${route.path}?${encoded(`${name}=${one}&${name}=${other}`)}`, route.as)
              expect(answer.status, `${name}: ${answer.text}`).toBe(400)
              expect(errorsOf(answer.body).map((error) => at(error, "field"))).toContain(name)
            }
          }))

        it.effect("all of them at once", () =>
          Effect.gen(function*() {
            const bad = Object.values(route.parameters).flatMap((parameter) => badValues(parameter, parameter.name).slice(0, 1))
            const answer = yield* get(`${route.path}?${bad.map(({ asked }) => encoded(asked)).join("&")}`, route.as)
            expect(answer.status).toBe(400)
            const named = new Set(errorsOf(answer.body).map((error) => at(error, "field")))
            for (const { field } of bad) expect(named, answer.text).toContain(field)
          }))
      })
    }

    it.effect("additional fields", () =>
      Effect.gen(function*() {
        const route = { path: `${main}/events`, parameters: {} }
        for (const [code, values] of Object.entries(fields)) {
          for (const origin of values) yield* expectRefused(route, { asked: `${code}=${origin}`, field: code, origin, takes: code })
        }
        yield* expectRefused(route, { asked: "genre[gte]=1", field: "genre[gte]", origin: "1", takes: "ids of options" })
        yield* expectRefused(route, { asked: "places[gte]=few", field: "places[gte]", origin: "few", takes: 'a number, not "few"' })
        yield* expectRefused(route, { asked: "genre[deep]=1", field: "genre", origin: '{"deep":"1"}', takes: "ids of options" })
      }))

    it.effect("cursors, and after together with from", () =>
      Effect.gen(function*() {
        const list = { path: `${main}/events`, parameters: {} }
        for (const asked of ["after=1", "after[]=1&after[]=2", "after=null", "after[]=1&after[]=2&after[]=3&after[]=4"]) {
          const answer = yield* get(`${list.path}?${asked}`)
          expect(answer.status, asked).toBe(400)
          expect(errorsOf(answer.body)).toMatchObject([{ code: "cursor.invalid", field: "after", message: expect.any(String) }])
        }
        yield* expectRefused(list, { asked: "after=1&from=1", field: "from", origin: "1", takes: "cannot be combined" })
        yield* expectRefused({ ...list, path: `${main}/locations` }, {
          asked: "after=1&from=1",
          field: "from",
          origin: "1",
          takes: "cannot be combined"
        })
      }))
  }
)
