import { countOf, engineCounters } from "@agenda-engine/core/domain/engineMetrics"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import * as Struct from "effect/Struct"
import { mkdtemp, rm } from "node:fs/promises"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Call, make } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

/** What a request costs: fiber operations, SQL statements, and source files with a named function that ran. */
interface Cost {
  readonly steps: number
  readonly statements: number
  readonly files: number
}

const costs = ["steps", "statements", "files"] as const

/** The most that a request costs; each bound is at most a tenth above the count of today. */
const bounds = {
  "cold list of 20": { steps: 300, statements: 5, files: 112 },
  "uncached list of 20": { steps: 130, statements: 1, files: 92 },
  "single event, uncached": { steps: 130, statements: 2, files: 86 },
  "POST of an event": { steps: 535, statements: 20, files: 170 },
  "PUT of a changed event": { steps: 625, statements: 24, files: 176 },
  "PUT of an unchanged event": { steps: 500, statements: 7, files: 147 },
  "PUT of an unchanged event, sent again": { steps: 265, statements: 6, files: 98 },
  "PATCH of no availability": { steps: 365, statements: 4, files: 90 },
  "PATCH of one row of availability": { steps: 435, statements: 9, files: 108 }
} as const

let steps = 0

/** Counts the operations that fibers run. */
const counting: Scheduler.Scheduler = {
  scheduleTask: (task, priority) => Scheduler.defaultScheduler.scheduleTask(task, priority),
  shouldYield: (fiber) => {
    steps += 1
    return Scheduler.defaultScheduler.shouldYield(fiber)
  }
}

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

/** Counts the source files of which a function has run since it was asked last. */
const calledFiles = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const session = new Session()
      session.connect()
      await session.post("Profiler.enable")
      await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
      return session
    }),
    (session) => Effect.sync(() => session.disconnect())
  ),
  (session) =>
    Effect.promise(async () => {
      const { result } = await session.post("Profiler.takePreciseCoverage")
      return result.filter(({ functions, url }) =>
        url.includes("/src/") && !url.includes("node_modules") &&
        // Vitest reads each export by a function without a name.
        functions.some(({ functionName, ranges }) => functionName !== "" && ranges.some(({ count }) => count > 0))
      ).length
    })
)

it.scopedLive("requests take a bounded number of fiber operations, statements and files", () =>
  Effect.gen(function*() {
    const folder = yield* temporaryFolder
    const files = yield* calledFiles
    const stores = SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true })
    const { credentials: { administratorKey, moderatorKey, moderatorToken }, send } = yield* Effect.withScheduler(
      make(stores, { settings: { accessLog: false } }),
      counting
    )

    /** Waits until no step is taken in a while: requests before this one have woken work beside it. */
    const idle: Effect.Effect<void> = Effect.suspend(() => {
      const before = steps
      return Effect.flatMap(Effect.promise(() => pause(10)), () => steps === before ? Effect.void : idle)
    })
    const ask = (path: string, call: Call) =>
      Effect.gen(function*() {
        yield* idle
        yield* files
        const statements = countOf(engineCounters.statements)
        steps = 0
        const { body, status } = yield* send(path, call)
        const cost: Cost = { steps, statements: countOf(engineCounters.statements) - statements, files: yield* files }
        expect(status, JSON.stringify(body)).toBe(200)
        return { body, cost }
      })
    const read = (path: string, headers = moderatorKey) => Effect.map(ask(path, { headers }), ({ cost }) => cost)
    const write = (path: string, method: string, body: unknown) => ask(path, { method, body, headers: moderatorToken })

    const created = []
    for (let i = 0; i < 21; i++) created.push(yield* write(events, "POST", { ...onlineBody, title: { fr: `Bal ${i}` } }))
    const last = created.at(-1)
    const event = `${events}/${String(at(last?.body, "event", "uid"))}`
    const slot = String(at(last?.body, "event", "timings", 0, "id"))
    const rows = (remaining: number) => ({ [slot]: { mapado: { syncedAt: "2025-06-15T15:00:00Z", remaining } } })
    // Authorizations are cached before anything is counted, and the use of keys is written.
    yield* read(`${events}?size=1`, administratorKey)
    yield* read(`${events}?size=1`)
    yield* write(`${event}/availability`, "PATCH", rows(5))

    // Work beside requests is counted too when it is due: the least of nine is that of the request alone.
    const leastOf = (counted: ReadonlyArray<Cost>): Cost => ({
      steps: Math.min(...counted.map(({ steps }) => steps)),
      statements: Math.min(...counted.map(({ statements }) => statements)),
      files: Math.min(...counted.map(({ files }) => files))
    })
    const least = <E>(measure: (turn: number) => Effect.Effect<Cost, E>) =>
      Effect.map(Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8, 9], measure), leastOf)
    const put = (turn: number) =>
      Effect.map(write(`${events}/ext/source/one`, "PUT", { ...onlineBody, title: { fr: `Bal ${turn}` } }), ({ cost }) => cost)
    const availability = (body: unknown) => Effect.map(write(`${event}/availability`, "PATCH", body), ({ cost }) => cost)
    // The event is there before a change is counted.
    yield* put(0)
    // An address of its own: the second answer to a request is prepared to be kept, which takes more steps.
    const listBy = (headers: typeof moderatorKey, turn: number) => read(`${events}?turn=${turn}`, headers)
    const afterWrite = (turn: number, measure: Effect.Effect<Cost>) => Effect.zipRight(availability(rows(10 + turn)), measure)

    const counts: Record<keyof typeof bounds, Cost> = {
      "cold list of 20": yield* least((turn) => afterWrite(turn, listBy(moderatorKey, turn))),
      "uncached list of 20": yield* least((turn) =>
        afterWrite(turn, Effect.zipRight(listBy(moderatorKey, turn), listBy(administratorKey, turn)))
      ),
      "single event, uncached": yield* least((turn) => afterWrite(turn, read(`${event}?turn=${turn}`))),
      "POST of an event": leastOf(created.slice(-9).map(({ cost }) => cost)),
      "PUT of a changed event": yield* least(put),
      "PUT of an unchanged event": yield* least((turn) => Effect.zipRight(put(20 + turn), put(20 + turn))),
      "PUT of an unchanged event, sent again": yield* least(() => put(29)),
      "PATCH of no availability": yield* least(() => availability({})),
      "PATCH of one row of availability": yield* least((turn) => availability(rows(turn)))
    }
    yield* Console.log(`costs of requests: ${JSON.stringify(counts)}`)
    const tooMany = Struct.keys(bounds).flatMap((request) =>
      costs.filter((cost) => counts[request][cost] === 0 || counts[request][cost] > bounds[request][cost]).map((cost) =>
        `${request}: ${cost}`
      )
    )
    expect(tooMany, JSON.stringify(counts)).toEqual([])
  }))
