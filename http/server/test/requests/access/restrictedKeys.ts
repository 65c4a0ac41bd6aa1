import { KeyKind, Operation } from "@agenda-engine/core/domain/access/Credential"
import { Access } from "@agenda-engine/core/services/Access"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { openApi } from "@agenda-engine/http/api/Api"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import { describe, expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type Call, worldNow } from "../../world/World.js"

interface Route {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
}

/**
 * Every route that the contract declares, but for the one that sells tokens, which looks at no credential (wire.md §3).
 */
const routes: ReadonlyArray<Route> = Object.entries(JSON.parse(JSON.stringify(openApi("https://agenda.example"))).paths)
  .flatMap(([path, methods]) => Object.keys(Object(methods)).map((method) => ({ method: method.toUpperCase(), path })))
  .filter(({ path }) => path !== "/v2/requestAccessToken")

const isWrite = ({ method }: Route): boolean => method !== "GET"
/** Whether only an access token is admitted: to writes, and to all that concerns webhooks (wire.md §9). */
const needsToken = (route: Route): boolean => isWrite(route) || route.path.includes("/webhooks")

const isOfOneAgenda = ({ path }: Route): boolean => /^\/v2\/agendas\/(?!suggest$)./.test(path)

type OperationName = typeof Operation.Type

const each = (methods: ReadonlyArray<string>, path: string, operation: OperationName) =>
  methods.map((method) => [`${method} ${path}`, operation] as const)

const changes = ["PUT", "POST", "PATCH", "DELETE"]
const agenda = "/v2/agendas/{agendaUid}"

/** The operation that each route takes (wire.md §3). */
const operations: ReadonlyMap<string, OperationName> = new Map([
  ...each(["GET"], "/v2/agendas", "agendas:read"),
  ...["", "/settings", "/settings/eventSchema", "/schema", "/summary", "/sources"].flatMap((part) =>
    each(["GET"], `${agenda}${part}`, "agendas:read")
  ),
  ...each(["GET"], "/v2/agendas/suggest", "agendas:read"),
  ...each(["GET"], `${agenda}/suggest`, "events:read"),
  ...each(["GET"], "/v2/agendas/slug/{slug}", "agendas:read"),
  ...each(["GET"], "/v2/me/agendas", "agendas:read"),
  ...each(["GET"], "/v2/me/agendas/{agendaUid}", "agendas:read"),
  ...each(["GET"], "/v2/events", "events:read"),
  ...each(["GET"], `${agenda}/events`, "events:read"),
  ...exportFormatNames.flatMap((format) => each(["GET"], `${agenda}/events.${format}`, "events:read")),
  ...each(["POST"], `${agenda}/events`, "events:write"),
  ...each(["GET"], `${agenda}/events/slug/{slug}`, "events:read"),
  ...each(["GET"], `${agenda}/events/{eventUid}/structured-data`, "events:read"),
  ...["{eventUid}", "ext/{key}/{value}"].flatMap((event) => [
    ...each(["GET"], `${agenda}/events/${event}`, "events:read"),
    ...each(changes, `${agenda}/events/${event}`, "events:write"),
    ...each(["PATCH"], `${agenda}/events/${event}/availability`, "events:write")
  ]),
  ...each(["GET"], `${agenda}/locations`, "locations:read"),
  ...each(["POST"], `${agenda}/locations`, "locations:write"),
  ...each(["GET"], `${agenda}/locations/{locationUid}`, "locations:read"),
  ...each(["POST", "PATCH", "DELETE"], `${agenda}/locations/{locationUid}`, "locations:write"),
  ...["ext/{key}/{value}", "ext/{value}"].flatMap((location) => [
    ...each(["GET"], `${agenda}/locations/${location}`, "locations:read"),
    ...each(["PUT", "PATCH", "DELETE"], `${agenda}/locations/${location}`, "locations:write")
  ]),
  ...each(["GET"], "/v2/changes", "events:read"),
  ...each(["GET"], `${agenda}/changes`, "events:read"),
  ...each(["GET", "POST"], `${agenda}/webhooks`, "members:write"),
  ...each(["GET", "PATCH", "DELETE"], `${agenda}/webhooks/{webhookId}`, "members:write"),
  ...each(["GET"], `${agenda}/webhooks/{webhookId}/deliveries`, "members:write"),
  ...["test", "replay", "rotate"].flatMap((part) => each(["POST"], `${agenda}/webhooks/{webhookId}/${part}`, "members:write")),
  ...each(["GET"], `${agenda}/members`, "members:read"),
  ...each(["POST"], `${agenda}/members/invite`, "members:write")
])

const operationOf = ({ method, path }: Route): OperationName | undefined => operations.get(`${method} ${path}`)

const hour = 3_600_000
let now = worldNow

/** Values of the parameters of routes, in one agenda. */
interface RouteParameters {
  readonly agendaUid: number
  readonly agendaSlug: string
  readonly event: { readonly uid: string; readonly slug: string }
  readonly locationUid: string
  /** The external identifier of the event and of the location, of key `default`. */
  readonly extId: string
  readonly webhookId: string
}

type Kind = (typeof KeyKind.Type) | "token"
interface Restricted {
  readonly kind: Kind
  readonly operation: typeof Operation.Type
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Two agendas with the same in them and the same administrator, and for each operation a key of every kind and a token:
 * for the first agenda, for this operation, for an hour.
 */
class Restrictions extends Context.Tag("test/Restrictions")<Restrictions, {
  readonly own: RouteParameters
  /** What admitted writes change, so that reads still find the rest. */
  readonly changed: RouteParameters
  readonly other: RouteParameters
  readonly restricted: ReadonlyArray<Restricted>
}>() {
  static readonly layer = Layer.effect(
    Restrictions,
    Effect.gen(function*() {
      const { credentials, send, uids, within } = yield* TestWorld
      yield* within(Effect.flatMap(Members, (members) => members.add(agendas.other, uids.administrator, "administrator")))
      const make = (path: string, body: unknown) =>
        Effect.map(send(path, { method: "POST", headers: credentials.administratorToken, body }), (answer) => {
          expect(answer.status, answer.text).toBe(200)
          return answer.body
        })
      const place = Effect.fnUntraced(function*(agendaUid: number, extId: string) {
        const extIds = [{ key: "default", value: extId }]
        const root = `/v2/agendas/${agendaUid}`
        const agenda = yield* send(root, { headers: credentials.administratorToken })
        const { event } = Object(yield* make(`${root}/events`, { ...onlineBody, extIds }))
        const { location } = Object(yield* make(`${root}/locations`, { ...locationBody, extIds }))
        const { webhook } = Object(yield* make(`${root}/webhooks`, { url: "https://example.org/hook", state: "paused" }))
        return {
          agendaUid,
          agendaSlug: String(at(agenda.body, "slug")),
          event: { uid: String(event.uid), slug: String(event.slug) },
          locationUid: String(location.uid),
          extId,
          webhookId: String(webhook.id)
        }
      })
      const restrictedTo = (operation: typeof Operation.Type, kind: typeof KeyKind.Type) =>
        within(Effect.flatMap(Keys, (keys) =>
          keys.create({
            kind,
            ownerUid: kind === "agenda" ? null : uids.administrator,
            agendaUids: [agendas.main],
            operations: [operation],
            expiresAt: worldNow + hour
          }))).pipe(Effect.orDie)
      const kinds = (operation: typeof Operation.Type) =>
        Effect.gen(function*() {
          const keys = yield* Effect.forEach(KeyKind.literals, (kind) =>
            Effect.map(restrictedTo(operation, kind), ({ key }) => ({ kind, operation, headers: { key } })))
          const { key } = yield* restrictedTo(operation, "secret")
          const { accessToken } = yield* within(Effect.flatMap(Access, (access) =>
            access.requestToken(key)))
          return [...keys, { kind: "token" as const, operation, headers: { "access-token": accessToken } }]
        })
      return {
        own: yield* place(agendas.main, "own"),
        changed: yield* place(agendas.main, "changed"),
        other: yield* place(agendas.other, "other"),
        restricted: (yield* Effect.forEach(Operation.literals, kinds)).flat()
      }
    })
  ).pipe(Layer.provideMerge(TestWorld.layer({ now: () => now })))
}

/**
 * A route's path with these parameters. An unknown parameter fails the test, so that no new route passes unseen.
 */
const addressOf = ({ path }: Route, parameters: RouteParameters): string =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    switch (name) {
      case "agendaUid":
        return String(parameters.agendaUid)
      case "eventUid":
        return parameters.event.uid
      case "locationUid":
        return parameters.locationUid
      case "key":
        return "default"
      case "value":
        return parameters.extId
      case "webhookId":
        return parameters.webhookId
      case "slug":
        return path.includes("/events/") ? parameters.event.slug : parameters.agendaSlug
      default:
        throw new Error(`this test does not know what to put for ${whole}`)
    }
  })

const bodyOf = ({ path }: Route): object => {
  if (path.endsWith("/invite")) return { role: "contributor", emails: ["guest@example.org"] }
  if (path.endsWith("/availability")) return {}
  if (path.includes("/webhooks")) return { url: "https://example.org/hook", state: "paused" }
  return path.includes("/locations") ? locationBody : onlineBody
}

const callOf = (route: Route, headers: Readonly<Record<string, string>>): Call => ({
  method: route.method,
  headers,
  ...(["POST", "PUT", "PATCH"].includes(route.method) ? { body: bodyOf(route) } : {})
})

/**
 * Whether a key of this kind has an owner whose rights it has: what is for users or for those who moderate needs one.
 */
const suffices = (kind: Kind, { path }: Route): boolean => kind !== "agenda" || !/\/members|\/me\/|\/sources$/.test(path)

/**
 * Declares what holds of keys that are restricted, at every route of the contract. `attempts`: all, or but for those
 * that are refused for the operation whatever the agenda and the hour.
 */
export const testRestrictedKeys = (attempts: "all" | "telling"): void =>
  layer(Restrictions.layer, { excludeTestServices: true })("keys for one agenda, one operation and one hour", (it) => {
    const isTelling = (route: Route, { operation }: Restricted): boolean => attempts === "all" || operation === operationOf(route)

    const check = (route: Route) =>
      Effect.gen(function*() {
        const { changed, other, own, restricted } = yield* Restrictions
        const { send } = yield* TestWorld
        for (const one of restricted) {
          const { headers, kind, operation } = one
          const what = `${kind} for ${operation}`
          const mayWrite = kind === "token" || !needsToken(route)
          const admitted = mayWrite && operation === operationOf(route) && suffices(kind, route)
          const answer = yield* send(addressOf(route, admitted && isWrite(route) ? changed : own), callOf(route, headers))
          if (!admitted) expect(answer.status, `${what}: ${answer.text}`).toBe(mayWrite ? 403 : 401)
          else if (isWrite(route)) expect([200, 400, 404, 409], `${what}: ${answer.text}`).toContain(answer.status)
          else expect(answer.status, `${what}: ${answer.text}`).toBe(200)
          if (!admitted && !isWrite(route)) {
            // A refused caller learns nothing about the query string.
            const faulty = yield* send(`${addressOf(route, own)}?size=x&limit=x&detailed=x&lang=x`, callOf(route, headers))
            expect([faulty.status, faulty.body], what).toEqual([answer.status, answer.body])
          }
          if (!isOfOneAgenda(route) || !isTelling(route, one)) continue
          const elsewhere = yield* send(addressOf(route, other), callOf(route, headers))
          expect(elsewhere.status, `${what}, elsewhere: ${elsewhere.text}`).toBe(mayWrite ? 403 : 401)
        }
      })

    it("are tried on every route of the contract", () => {
      const declared = routes.map(({ method, path }) => `${method} ${path}`)
      expect(declared.filter((route) => !operations.has(route)), "declared, but not in the table of operations here").toEqual([])
      expect([...operations.keys()].filter((route) => !declared.includes(route)), "in the table of operations here, but not declared")
        .toEqual([])
    })

    describe("work for that operation in that agenda only", () => {
      for (const route of routes) it.effect(`${route.method} ${route.path}`, () => check(route))
    })

    it.effect("see only that agenda in lists across agendas", () =>
      Effect.gen(function*() {
        const { restricted } = yield* Restrictions
        const { send } = yield* TestWorld
        const lists = [["/v2/agendas", "agendas", "uid"], ["/v2/events", "events", "originAgenda.uid"], [
          "/v2/me/agendas",
          "items",
          "uid"
        ]] as const
        for (const [path, member, uid] of lists) {
          const operation = operationOf({ method: "GET", path })
          for (
            const { headers, kind } of restricted.filter((one) =>
              one.operation === operation && suffices(one.kind, { method: "GET", path })
            )
          ) {
            const { body } = yield* send(path, { headers })
            const items = at(body, member)
            const uids = Array.isArray(items) ? items.map((item) => at(item, ...uid.split("."))) : []
            expect([...new Set(uids)], `${path} by ${kind}`).toEqual([agendas.main])
            expect(at(body, "total"), `${path} by ${kind}`).toBe(uids.length)
          }
        }
      }))

    it.effect("are refused everywhere after the hour, and not before", () =>
      Effect.gen(function*() {
        const { own, restricted } = yield* Restrictions
        const { send } = yield* TestWorld
        const reading = restricted.filter(({ operation }) => operation === "events:read")
        const list = `/v2/agendas/${agendas.main}/events`
        now = worldNow + hour - 1
        for (const { headers, kind } of reading) expect((yield* send(list, { headers })).status, kind).toBe(200)
        now = worldNow + hour
        for (const route of routes) {
          for (const { headers, kind, operation } of restricted.filter((one) => isTelling(route, one))) {
            const answer = yield* send(addressOf(route, own), callOf(route, headers))
            expect(answer.status, `${kind} for ${operation} at ${route.method} ${route.path}`).toBe(kind === "token" ? 401 : 403)
          }
        }
      }))
  })
