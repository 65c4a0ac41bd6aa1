import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { eventBody, locationBody } from "../../../test/world/bodies.js"
import { expectProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Answer, type Call, type CredentialName } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`
const locations = `${main}/locations`

const ask = (as: CredentialName, path: string, call: Call = {}) =>
  Effect.flatMap(
    TestWorld,
    ({ credentials, send }) => send(path, { ...call, headers: { ...call.headers, ...(as === "none" ? {} : credentials[as]) } })
  )

const answered = (answer: Answer): Answer => {
  expect(answer.status, answer.text).toBe(200)
  expect(at(answer.body, "success")).toBe(true)
  return answer
}

const asked = (path: string, call: Call) => Effect.map(ask("moderatorToken", path, call), answered)

const made = (extIds: ReadonlyArray<object>, more: object = {}) =>
  Effect.map(
    asked(locations, { method: "POST", body: { ...locationBody, ...more, extIds } }),
    (answer) => String(at(answer.body, "location", "uid"))
  )

const fieldsIn = (answer: Answer, list: "errors" | "warnings"): ReadonlyArray<unknown> => {
  const items = at(answer.body, list)
  return Array.isArray(items) ? items.map((item: unknown) => `${String(at(item, "code"))} ${String(at(item, "field"))}`) : []
}

const readers: ReadonlyArray<CredentialName> = [
  "none",
  "ownerless",
  "agendaKey",
  "otherAgendaKey",
  "strangerKey",
  "contributorKey",
  "moderatorKey",
  "administratorKey",
  "moderatorSecret",
  "unknownToken"
]

const statusOf = (as: CredentialName, contributor: number): number => {
  if (readers.includes(as)) return 401
  if (as === "unknownKey" || as === "strangerToken") return 403
  return as === "contributorToken" ? contributor : 200
}

layer(TestWorld.layer(), { excludeTestServices: true })("the rights to write locations", (it) => {
  const everybody: ReadonlyArray<CredentialName> = [
    ...readers,
    "unknownKey",
    "strangerToken",
    "contributorToken",
    "moderatorToken",
    "administratorToken"
  ]
  const put: Call = { method: "PUT", body: locationBody }
  const patch: Call = { method: "PATCH", body: { state: 1 } }
  const remove: Call = { method: "DELETE" }
  /** Each route with what a contributor is answered; `key` and `value` are an external identifier of the location. */
  const routes: ReadonlyArray<
    readonly [label: string, path: (names: { readonly uid: string; readonly value: string }) => string, call: Call, contributor: number]
  > = [
    ["POST a new one", () => "", { method: "POST", body: locationBody }, 200],
    ["POST", ({ uid }) => `/${uid}`, { method: "POST", body: locationBody }, 403],
    ["PATCH", ({ uid }) => `/${uid}`, patch, 403],
    ["DELETE", ({ uid }) => `/${uid}`, remove, 403],
    ["PUT by key and value", ({ value }) => `/ext/erp/${value}`, put, 403],
    ["PUT of a new one by key and value", ({ value }) => `/ext/erp/new-${value}`, put, 200],
    ["PATCH by key and value", ({ value }) => `/ext/erp/${value}`, patch, 403],
    ["DELETE by key and value", ({ value }) => `/ext/erp/${value}`, remove, 403],
    ["PUT by value", ({ value }) => `/ext/${value}`, put, 403],
    ["PUT of a new one by value", ({ value }) => `/ext/new-${value}`, put, 200],
    ["PATCH by value", ({ value }) => `/ext/${value}`, patch, 403],
    ["DELETE by value", ({ value }) => `/ext/${value}/`, remove, 403]
  ]
  for (const [index, [label, pathOf, call, contributor]] of routes.entries()) {
    it.effect(`${label}: a contributor gets ${contributor}, moderators and administrators 200`, () =>
      Effect.gen(function*() {
        for (const as of everybody) {
          const value = `${index}-${as}`
          const uid = yield* made([{ key: "erp", value }, { key: "default", value }])
          const before = yield* ask("ownerless", `${locations}/${uid}`)
          const answer = yield* ask(as, locations + pathOf({ uid, value }), call)
          expect([as, answer.status, at(answer.body, "success")]).toEqual([
            as,
            statusOf(as, contributor),
            statusOf(as, contributor) === 200
          ])
          const after = yield* ask("ownerless", `${locations}/${uid}`)
          if (answer.status !== 200) expect([as, after.text]).toEqual([as, before.text])
          else if (call.method === "DELETE") expect([as, after.status]).toEqual([as, 404])
        }
      }))
  }

  it.effect("a location of another agenda is not found, for any caller", () =>
    Effect.gen(function*() {
      const uid = yield* made([{ key: "default", value: "elsewhere" }])
      for (const path of [uid, "ext/elsewhere", "ext/default/elsewhere"]) {
        for (const call of [patch, remove]) {
          const answer = yield* ask("strangerToken", `/v2/agendas/${agendas.other}/locations/${path}`, call)
          expectProblem(answer, 404, "not-found", "location not found")
        }
      }
    }))
})

layer(TestWorld.layer(), { excludeTestServices: true })("writes of locations", (it) => {
  const whole = {
    ...locationBody,
    access: { fr: "Bus 1", en: "Bus 1" },
    description: { fr: "Livres" },
    image: null,
    imageCredits: "Moi",
    adminLevel3: "c",
    adminLevel5: "e",
    adminLevel6: "f",
    postalCode: "29000",
    insee: "29232",
    website: "https://example.org",
    email: "a@example.org",
    phone: "01",
    links: ["https://example.org/x"],
    state: 1
  }

  it.effect("a location posted back as read changes nothing, and read-only members are listed", () =>
    Effect.gen(function*() {
      const extIds = [{ key: "erp", value: "back" }, { key: "default", value: "back" }]
      const uid = yield* made(extIds, whole)
      const read = yield* ask("ownerless", `${locations}/${uid}`)
      const location = at(read.body, "location")
      const calls: ReadonlyArray<readonly [path: string, method: string]> = [
        [uid, "POST"],
        [uid, "PATCH"],
        ["ext/erp/back", "PUT"],
        ["ext/erp/back", "PATCH"],
        ["ext/back", "PUT"],
        ["ext/back", "PATCH"]
      ]
      for (const [path, method] of calls) {
        for (const body of [location, { data: location }, { data: JSON.stringify(location) }]) {
          const answer = yield* asked(`${locations}/${path}`, { method, body })
          expect(at(answer.body, "location")).toEqual(location)
          expect(fieldsIn(answer, "warnings")).toEqual(
            ["uid", "region", "department", "city", "district", "extId", "setUid", "createdAt", "updatedAt", "country", "geocoding"].map((
              field
            ) => `ignored ${field}`)
          )
        }
      }
      expect((yield* ask("ownerless", `${locations}/${uid}`)).headers.etag).toBe(read.headers.etag)
    }))

  it.effect("extId without extIds is the value of the key default, unless it is stored under another key", () =>
    Effect.gen(function*() {
      const created = yield* asked(locations, { method: "POST", body: { ...locationBody, extId: "lone-1" } })
      expect(at(created.body, "warnings")).toBeUndefined()
      const path = `${locations}/${String(at(created.body, "location", "uid"))}`
      const written = (method: string, body: object) =>
        Effect.map(asked(path, { method, body }), (answer) => [at(answer.body, "location", "extIds"), fieldsIn(answer, "warnings")])
      const first = { key: "default", value: "lone-1" }
      expect((yield* ask("ownerless", `${locations}/ext/lone-1`)).status).toBe(200)
      expect(yield* written("PATCH", { extIds: [{ key: "erp", value: "lone-2" }] })).toEqual([[first, { key: "erp", value: "lone-2" }], []])
      expect(yield* written("PATCH", { extId: "lone-2" })).toEqual([[first, { key: "erp", value: "lone-2" }], []])
      const changed = [{ key: "default", value: "lone-3" }, { key: "erp", value: "lone-2" }]
      expect(yield* written("POST", { ...locationBody, extId: "lone-3" })).toEqual([changed, []])
      expect(yield* written("PATCH", { extId: null })).toEqual([changed, ["ignored extId"]])
      expect(yield* written("PATCH", { extId: "lone-4", extIds: [{ key: "erp", value: null }] })).toEqual([[changed[0]], ["ignored extId"]])
    }))

  it.effect("an upsert creates under an external identifier, then replaces, whatever the body has", () =>
    Effect.gen(function*() {
      const path = `${locations}/ext/erp/A%2F1%20%C3%A9`
      const first = yield* asked(path, { method: "PUT", body: locationBody })
      const uid = String(at(first.body, "location", "uid"))
      expect(first.headers.location).toBe(`https://agenda.example${locations}/${uid}`)
      const extIds = [{ key: "erp", value: "other" }, { key: "b", value: "1" }]
      const second = yield* asked(path, { method: "PUT", body: { ...locationBody, name: "Deux", extIds } })
      expect(second.headers.location).toBeUndefined()
      expect(at(second.body, "location")).toMatchObject({
        uid: Number(uid),
        name: "Deux",
        extIds: [{ key: "erp", value: "A/1 é" }, { key: "b", value: "1" }]
      })
      const byValue = yield* asked(`${locations}/ext/only-value`, { method: "PUT", body: locationBody })
      expect(at(byValue.body, "location", "extIds")).toEqual([{ key: "default", value: "only-value" }])
    }))

  it.effect("events show changes of their location at once, and do not change themselves", () =>
    Effect.gen(function*() {
      const uid = yield* made([])
      const event = yield* asked(`${main}/events`, { method: "POST", body: { ...eventBody, locationUid: Number(uid), state: 2 } })
      const path = `${main}/events/${String(at(event.body, "event", "uid"))}`
      const before = yield* ask("ownerless", path)
      yield* asked(`${locations}/${uid}`, { method: "PATCH", body: { name: "Le Quartz", adminLevel4: "Brest" } })
      const after = yield* ask("ownerless", path)
      expect(at(after.body, "event", "location")).toMatchObject({ name: "Le Quartz", city: "Brest" })
      expect(at(after.body, "event", "updatedAt")).toBe(at(before.body, "event", "updatedAt"))
      expect(after.headers.etag).not.toBe(before.headers.etag)
      const found = yield* ask("ownerless", `${main}/events?search=quartz&city=brest`)
      expect(at(found.body, "total")).toBe(1)
    }))
})
