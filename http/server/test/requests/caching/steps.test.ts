import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import * as Struct from "effect/Struct"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Call, make } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

/** The most operations of a request; each bound is at most a tenth above the count of today. */
const bounds = {
  "cold list of 20": 300,
  "uncached list of 20": 130,
  "single event, uncached": 130,
  "POST of an event": 520,
  "PATCH of no availability": 350,
  "PATCH of one row of availability": 420
}

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

it.scopedLive("requests take a bounded number of fiber operations", () =>
  Effect.gen(function*() {
    const folder = yield* temporaryFolder
    const stores = SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true })
    const { credentials: { administratorKey, moderatorKey, moderatorToken }, send } = yield* Effect.withScheduler(
      make(stores, { settings: { accessLog: false } }),
      counting
    )

    const stepsOf = (path: string, call: Call) =>
      Effect.gen(function*() {
        steps = 0
        const { body, status } = yield* send(path, call)
        expect(status, JSON.stringify(body)).toBe(200)
        return { body, steps }
      })
    const read = (path: string, headers = moderatorKey) => stepsOf(path, { headers })
    const write = (path: string, method: string, body: unknown) => stepsOf(path, { method, body, headers: moderatorToken })

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
    const least = <E>(measure: (turn: number) => Effect.Effect<number, E>) =>
      Effect.map(Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8, 9], measure), (counted) => Math.min(...counted))
    const availability = (body: unknown) => Effect.map(write(`${event}/availability`, "PATCH", body), ({ steps }) => steps)
    // An address of its own: the second answer to a request is prepared to be kept, which takes more steps.
    const listBy = (headers: typeof moderatorKey, turn: number) => Effect.map(read(`${events}?turn=${turn}`, headers), ({ steps }) => steps)
    /** Waits for the end of work that a write has woken: no step is taken in a while. */
    const idle: Effect.Effect<void> = Effect.suspend(() => {
      const before = steps
      return Effect.flatMap(Effect.promise(() => pause(10)), () => steps === before ? Effect.void : idle)
    })
    const afterWrite = (turn: number, measure: Effect.Effect<number>) =>
      Effect.zipRight(Effect.zipRight(availability(rows(10 + turn)), idle), measure)

    const counts: Record<keyof typeof bounds, number> = {
      "cold list of 20": yield* least((turn) => afterWrite(turn, listBy(moderatorKey, turn))),
      "uncached list of 20": yield* least((turn) =>
        afterWrite(turn, Effect.zipRight(listBy(moderatorKey, turn), listBy(administratorKey, turn)))
      ),
      "single event, uncached": yield* least((turn) => afterWrite(turn, Effect.map(read(`${event}?turn=${turn}`), ({ steps }) => steps))),
      "POST of an event": Math.min(...created.slice(-9).map(({ steps }) => steps)),
      "PATCH of no availability": yield* least(() => availability({})),
      "PATCH of one row of availability": yield* least((turn) => availability(rows(turn)))
    }
    yield* Console.log(`fiber operations: ${JSON.stringify(counts)}`)
    const tooMany = Struct.keys(bounds).filter((request) => counts[request] === 0 || counts[request] > bounds[request])
    expect(tooMany, JSON.stringify(counts)).toEqual([])
  }))
