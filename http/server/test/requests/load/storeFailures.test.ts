import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { expectProblem } from "../../world/expectProblem.js"
import { agendas, make } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

describe("a store that fails", () => {
  const failing = (fail: Effect.Effect<never, StoreError>) =>
    Layer.map(MemoryStores.layer, (context) => {
      const events = Context.get(context, EventSearch)
      return Context.add(context, EventSearch, { ...events, search: () => fail })
    })
  const refused = (reason: StoreError["reason"]) =>
    Effect.fail(new StoreError({ reason, operation: "EventSearch.search", cause: new Error("password=hunter2") }))

  const ask = (fail: Effect.Effect<never, StoreError>, log: Array<string> = []) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* make(failing(fail), { log: (line) => log.push(line) })
      return yield* send(`${main}/events`, { headers: { ...credentials.ownerless, "x-request-id": "the-request" } })
    }).pipe(Effect.scoped)

  it.live("out of reach: 503 with Retry-After", () =>
    Effect.gen(function*() {
      const answer = yield* ask(refused("Unavailable"))
      expectProblem(answer, 503, "unavailable", "the store cannot be reached")
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
      expect(answer.text).not.toContain("hunter2")
    }))

  it.live("too many writers: 503 with Retry-After", () =>
    Effect.gen(function*() {
      const answer = yield* ask(refused("Conflict"))
      expectProblem(answer, 503, "unavailable", "too many writers, try again")
      expect(answer.headers["retry-after"]).toBe("1")
    }))

  for (const [reason, message] of [["Busy", "the store is busy, try again"], ["ReadOnly", "the store is read-only"]] as const) {
    it.live(`${reason}: 503 with Retry-After`, () =>
      Effect.gen(function*() {
        const answer = yield* ask(refused(reason))
        expectProblem(answer, 503, "unavailable", message)
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
        expect(answer.text).not.toContain("hunter2")
      }))
  }

  for (
    const [label, fail] of [
      ["a malformed row", refused("Corrupt")],
      ["what it cannot do", refused("Unsupported")],
      ["a defect", Effect.die(new Error("password=hunter2"))]
    ] as const
  ) {
    it.live(`${label}: 500 with an id that is in the log, and no internal details`, () =>
      Effect.gen(function*() {
        const log: Array<string> = []
        const answer = yield* ask(fail, log)
        expect(answer.status).toBe(500)
        expect(answer.body).toMatchObject({ type: "https://agenda.example/problems/internal", message: "internal error", errors: [] })
        expect(answer.text).not.toMatch(/hunter2|EventSearch|\.ts/)
        const errorId = at(answer.body, "info", "errorId")
        expect(errorId).toMatch(/^[0-9a-f]{16}$/)
        const line = log.find((written) => written.includes(`errorId=${String(errorId)}`))
        expect(line).toContain("hunter2")
        expect(line).toContain("requestId=the-request")
      }))
  }

  it.live("a store that times out is not ready, even while its statement runs", () =>
    Effect.gen(function*() {
      const silent = Layer.map(MemoryStores.layer, (context) => {
        const users = Context.get(context, UserStore)
        const find = (uid: number) => uid === 0 ? Effect.uninterruptible(Effect.never) : users.find(uid)
        return Context.add(context, UserStore, { ...users, find })
      })
      const { send } = yield* make(silent, { settings: { ready_seconds: 1 } })
      expectProblem(yield* send("/health/ready"), 503, "unavailable", "the store cannot be reached")
      expect((yield* send("/health/live")).status).toBe(200)
    }).pipe(Effect.scoped))

  it.live("a store that fails while cached responses are revalidated is asked once for each response", () =>
    Effect.gen(function*() {
      const state = { isFailing: false, reads: 0, searches: 0 }
      const stores = Layer.map(MemoryStores.layer, (context) => {
        const revisions = Context.get(context, RevisionStore)
        const events = Context.get(context, EventSearch)
        return context.pipe(
          Context.add(RevisionStore, {
            ...revisions,
            read: (topics) => {
              if (!state.isFailing) return revisions.read(topics)
              state.reads++
              return Effect.delay(refused("Unavailable"), "50 millis")
            }
          }),
          Context.add(EventSearch, { ...events, search: (plan) => Effect.suspend(() => (state.searches++, events.search(plan))) })
        )
      })
      const { credentials, send } = yield* make(stores)
      const popular = [`${main}/events`, `${main}/events.csv`, main, "/agendas/town-agenda", "/agendas/town-agenda/events.ics"]
      for (const path of popular) {
        const ask = send(path, { headers: credentials.ownerless })
        for (const _ of [1, 2, 3]) expect((yield* ask).status, path).toBe(200)
        state.isFailing = true
        state.reads = 0
        const before = state.searches
        for (const asked of [yield* Effect.all(Array.from({ length: 20 }, () => ask), { concurrency: "unbounded" }), [yield* ask]]) {
          for (const answer of asked) {
            expectProblem(answer, 503, "unavailable", "the store cannot be reached")
            expect(answer.headers["retry-after"], path).toBe("5")
          }
        }
        expect(state.reads, path).toBeLessThanOrEqual(21)
        expect(state.searches, path).toBe(before)
        state.isFailing = false
        expect((yield* ask).status, path).toBe(200)
      }
    }).pipe(Effect.scoped))

  it.live("is not ready", () =>
    Effect.gen(function*() {
      const { send } = yield* make(MemoryStores.layer)
      expect((yield* send("/health/ready")).status).toBe(200)
      expect((yield* send("/health/live")).status).toBe(200)
    }).pipe(Effect.scoped))
})
