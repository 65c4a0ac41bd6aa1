import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Maintenance } from "@agenda-engine/core/services/Maintenance"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { countingProxy, type Sent } from "../../../../../adapters/postgres/test/countStatements.js"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { onStatement } from "../../../../../adapters/sqlite/test/countStatements.js"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Call, make, type World } from "../../world/World.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`

let sent: Array<Sent> = []
let held_ms = 0
onStatement((text) => sent.push({ text, isControl: false, isFirst: true, transaction: sent.length }))

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const databases: { readonly [name: string]: Effect.Effect<Layer.Layer<Stores, StoreError>, unknown, Scope.Scope> } = {
  SQLite: Effect.map(temporaryFolder, (folder) => SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true })),
  Postgres: Effect.gen(function*() {
    const url = yield* postgres.freshSchema
    const proxied = yield* countingProxy(Redacted.value(url), (statement) => sent.push(statement), () => held_ms)
    return PostgresStores.layer({ url: Redacted.make(proxied), migrate: true })
  })
}

/** Sends a request, and returns the status and the body as JSON. */
type Send = (path: string, call: Call) => Effect.Effect<{ readonly status: number; readonly body: unknown }>

/** The engine of a world behind a handler that a host mounts. */
const mounted = (world: World): Effect.Effect<Send, never, Scope.Scope> =>
  Effect.gen(function*() {
    const context = yield* world.within(Effect.context<Engine>())
    const clock = yield* world.within(Effect.clock)
    const engine = Layer.merge(Layer.succeedContext(context), Layer.setClock(clock))
    const { dispose, handler } = WebHandler.make(engine, { accessLog: false, publicUrl: "http://agenda.example" })
    yield* Effect.addFinalizer(() => Effect.promise(dispose))
    return (path, { body, headers = {}, method = "GET" }) =>
      Effect.promise(async () => {
        const response = await handler(
          new Request(`http://agenda.example${path}`, {
            method,
            headers: { "content-type": "application/json", ...headers },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          })
        )
        const parsed: unknown = await response.json()
        return { status: response.status, body: parsed }
      })
  })

const carriers: { readonly [name: string]: (world: World) => Effect.Effect<Send, never, Scope.Scope> } = {
  "the server": ({ send }) => Effect.succeed(send),
  "a mounted handler": mounted
}

/** Whether a worker runs the statement: those of invitations and webhooks look for what is due beside the requests. */
const isOfWorker = ({ text }: Sent): boolean => text.includes("agenda_invitation") || /\bdue_at(?:, 0\))? <= /.test(text)

/**
 * Expects that a request succeeds with at most so many statements, transaction control not counted, and so many round
 * trips, all counted.
 */
const expectAtMost = (count: number, request: ReturnType<Send>, trips = count) =>
  Effect.gen(function*() {
    sent = []
    held_ms = 25
    const { body, status } = yield* request
    held_ms = 0
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    const ofWorkers = new Set(sent.filter(isOfWorker).map(({ transaction }) => transaction))
    const own = sent.filter(({ transaction }) => !ofWorkers.has(transaction))
    const texts = own.map(({ isFirst, text }) => `${isFirst ? "* " : ""}${text}`).join("\n")
    expect(own.filter(({ isControl }) => !isControl).length, texts).toBeLessThanOrEqual(count)
    expect(own.filter(({ isFirst }) => isFirst).length, texts).toBeLessThanOrEqual(trips)
    return body
  })

/** Statements of lists, each a round trip to Postgres: the first of a caller, then of one who is known. */
const lists: { readonly [name: string]: { readonly [list: string]: number } } = {
  SQLite: { first: 10, uncounted: 3, counted: 2, afterWrite: 6 },
  Postgres: { first: 7, uncounted: 1, counted: 1, afterWrite: 3 }
}

/** Statements of writes, and their round trips to Postgres. */
const writes: { readonly [name: string]: { readonly [write: string]: readonly [statements: number, trips: number] } } = {
  SQLite: { created: [18, 18], availability: [9, 9], put: [20, 20], changed: [24, 24], unchanged: [7, 7], repeated: [6, 6] },
  Postgres: { created: [11, 5], availability: [9, 6], put: [12, 5], changed: [14, 5], unchanged: [7, 4], repeated: [6, 6] }
}

for (const [database, layer] of Object.entries(databases)) {
  describe.each(Object.entries(carriers))(`requests to %s on ${database}`, (_, carrier) => {
    it.scopedLive("take a bounded number of statements", () =>
      Effect.gen(function*() {
        const world = yield* make(yield* layer)
        const send = yield* carrier(world)
        // Cached lists outlive changes only while the index is current.
        yield* world.within(Effect.flatMap(Maintenance, ({ reindex }) => reindex(() => Effect.void)))
        const { administratorKey, moderatorKey, moderatorToken } = world.credentials
        const write = (path: string, method: string, body: unknown) => send(path, { method, body, headers: moderatorToken })
        const { body: located } = yield* write(`${main}/locations`, "POST", locationBody)
        const { body: placed } = yield* write(`${main}/events`, "POST", { ...eventBody, locationUid: at(located, "location", "uid") })
        const isUseStored = () => {
          const insert = sent.find(({ text }) => /INTO "?agenda_key_use/.test(text))
          const around = sent.filter(({ isControl, transaction }) => isControl && transaction === insert?.transaction)
          return insert !== undefined && (around.length === 0 || around.some(({ text }) => /^commit/i.test(text)))
        }
        // The use of a key is written once a minute, beside its first request.
        const firstUse = (path: string, headers: Readonly<Record<string, string>>) =>
          Effect.gen(function*() {
            sent = []
            yield* send(path, { headers })
            yield* Effect.repeat(Effect.sleep("20 millis"), { until: isUseStored })
          })
        yield* firstUse(`/v2/agendas/${agendas.other}/events`, moderatorKey)

        const list = (query: string) => send(`${main}/events?${query}`, { headers: moderatorKey })
        const { afterWrite = 0, counted = 0, first = 0, uncounted = 0 } = lists[database] ?? {}
        yield* expectAtMost(first, list("size=2"))
        yield* expectAtMost(uncounted, list("sort=updatedAt.desc"))
        yield* expectAtMost(counted, list("size=3"))
        // The page is cached at its second miss, and its counts at the first.
        yield* expectAtMost(counted, list("size=3"))
        yield* expectAtMost(1, list("size=3"))
        // Another reader of the same page, whose key was seen before.
        yield* firstUse(`${main}/events?size=1`, administratorKey)
        yield* expectAtMost(1, send(`${main}/events?size=3`, { headers: administratorKey }))
        const online = { ...onlineBody, title: { fr: "Bal" }, keywords: { fr: ["danse"] }, timings: [onlineBody.timings[0]] }
        const expectWrite = (name: string, request: ReturnType<Send>) => {
          const [count = 0, trips = 0] = writes[database]?.[name] ?? []
          return expectAtMost(count, request, trips)
        }
        const created = yield* expectWrite("created", write(`${main}/events`, "POST", online))
        const event = `${main}/events/${String(at(created, "event", "uid"))}`
        const slot = String(at(created, "event", "timings", 0, "id"))
        const rows = (remaining: number) => ({ [slot]: { mapado: { syncedAt: "2025-06-15T15:00:00Z", remaining } } })
        yield* write(`${event}/availability`, "PATCH", rows(5))
        yield* expectWrite("availability", write(`${event}/availability`, "PATCH", rows(4)))
        const upsert = (title: string) => write(`${main}/events/ext/box/1`, "PUT", { ...online, title: { fr: title } })
        yield* expectWrite("put", upsert("Concert"))
        yield* expectWrite("changed", upsert("Opéra"))
        yield* expectWrite("unchanged", upsert("Opéra"))
        yield* expectWrite("repeated", upsert("Opéra"))
        yield* expectAtMost(afterWrite, list("size=4"))
        // The response stays cached: revisions and the log of changes tell that only another event changed.
        const cached = list(`uid[]=${String(at(placed, "event", "uid"))}`)
        for (let times = 0; times < 3; times++) yield* cached
        yield* upsert("Ballet")
        yield* expectAtMost(2, cached)
        yield* expectAtMost(1, cached)
      }))
  })
}
