import { cli } from "@agenda-engine/conformance/cli"
import { checkServer, type ServerUnderTest } from "@agenda-engine/conformance/http/checkServer"
import { httpCases } from "@agenda-engine/conformance/http/httpCases"
import { levelOf, readingProfiles } from "@agenda-engine/conformance/http/run/HttpCase"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { at } from "../../../test/world/at.js"
import { SpecWorld } from "../spec/SpecWorld.js"
import { agendas } from "../world/World.js"
import { edited } from "./faultRow.js"
import { failedOf } from "./holdServers.js"
import { type Asked, type Fault, serveFaulty, type Told } from "./serveFaulty.js"

const unread = ["country", "extIds", "locationUid", "schemaType", "indexed"]

const list = /^\/v2\/(agendas\/\d+\/)?events\/?$/

/** The list of events without what no client reads of it: a cursor of other parts, and members of the detailed form. */
const loose = (body: unknown, { path, query }: Asked): unknown => {
  if (!list.test(path) || !Predicate.isRecord(body)) return body
  const events = body["events"]
  const narrowed = [...query].some(([name, value]) => /^(includeFields|if)(\[|$)/.test(name) && value !== "")
  return {
    ...body,
    ...(Array.isArray(events) && !narrowed
      ? { events: events.map((event: unknown) => ({ state: 2, member: null, ...Object(event) })) }
      : {}),
    ...(query.get("size") === "0" ? { events: [{}] } : {}),
    ...(Array.isArray(body["after"]) ? { after: [JSON.stringify(body["after"])] } : {})
  }
}

const searchesAgendas = ({ path }: Asked): boolean => path === "/v2/agendas"

/** Whether a request has what no client sends, which this server answers 500: a list across agendas, odd values. */
const isOdd = ({ path, query }: Asked): boolean =>
  path === "/v2/events" || path.endsWith("/") || path.includes("%") || query.size > 300
  || [...query].some(([name, value]) =>
    value === "" || /\0|\uFFFD/.test(value) || /__proto__|x\]/.test(name) || (name === "removed" && value !== "0")
  )

const told = (status: number, body: object): Told => ({ status, headers: { "content-type": "application/json" }, body })

/** A server of the v2 API that does what clients of it rely on, and nothing else of the specification. */
const publicServer: Fault = {
  ask: (asked) => {
    const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => name !== "if-none-match" && name !== "origin"))
    const query = new URLSearchParams(
      [...asked.query].flatMap(([name, value]): Array<[string, string]> => {
        if (/^adminLevel|\./.test(name) || (searchesAgendas(asked) && /^(after|includeFields)/.test(name))) return []
        if (name !== "after[]" || !value.startsWith("[")) return [[name, value]]
        const parts: unknown = JSON.parse(value)
        return (Array.isArray(parts) ? parts : []).map((part) => ["after[]", String(part)])
      })
    )
    return { ...asked, headers, query }
  },
  tell: ({ body, status }, asked) => {
    const { path } = asked
    if (isOdd(asked)) return told(500, { success: false })
    if (status === 401) return told(403, { success: false, message: "no key" })
    if (status === 400 || status === 414 || path.includes("members") || path.includes("no-such-route")) {
      return told(200, { success: true, total: 1, events: [], agendas: [], after: null })
    }
    if (status > 400) return told(status, { success: false, message: at(body, "message"), error: at(body, "message") })
    const members = edited(body, (name, value) => unread.includes(name) ? undefined : value)
    return told(status === 304 ? 200 : status, Object(loose(members, asked)))
  }
}

layer(SpecWorld.layer(MemoryStores.layer), { excludeTestServices: true })("a server that does what clients rely on", (it) => {
  const check = (server: Partial<ServerUnderTest>) =>
    Effect.gen(function*() {
      const { world } = yield* SpecWorld
      const url = yield* serveFaulty(world.port, publicServer)
      const given = { url, key: world.credentials.ownerless.key, agenda: agendas.main, write: null, profiles: readingProfiles }
      return yield* checkServer({ ...given, ...server })
    })

  it.scoped("conforms to compatible", () =>
    Effect.gen(function*() {
      const report = yield* check({ level: "compatible" })
      expect(failedOf(report)).toEqual([])
      expect(report.verdict).toBe("conforms")
    }))

  it.scoped("passes --profile compatible and fails --profile strict on the command line", () =>
    Effect.gen(function*() {
      const { world } = yield* SpecWorld
      const given = ["--url", yield* serveFaulty(world.port, publicServer), "--key", world.credentials.ownerless.key]
      const run = (level: string) =>
        cli([...given, "--agenda", String(agendas.main), "--profile", `${level},read,sync`], { folder: "file:///", execArgv: [] })
      const [compatible, strict] = [yield* run("compatible"), yield* run("strict")]
      expect([compatible.status, compatible.output]).toEqual([0, expect.stringContaining("conforms (--profile compatible,read,sync)")])
      expect([strict.status, strict.output]).toEqual([1, expect.stringContaining("FAILED read.http.etag")])
    }))

  it.scoped("fails strict, in the cases of strict alone", () =>
    Effect.gen(function*() {
      const report = yield* check({})
      const failed = report.results.flatMap(({ case: one, outcome }) => outcome._tag === "Passed" ? [] : [one])
      expect(failed.filter((one) => levelOf(one) === "compatible").map(({ id }) => id)).toEqual([])
      const strict = httpCases.filter((one) => readingProfiles.includes(one.profile) && levelOf(one) === "strict")
      expect(strict.filter((one) => !failed.includes(one)).map(({ id }) => id)).toEqual([])
    }))
})
