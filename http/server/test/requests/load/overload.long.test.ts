import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { connect } from "node:net"
import { expectProblem } from "../../world/expectProblem.js"
import { agendas, make } from "../../world/World.js"

/** Stores whose searches wait for `release`. */
const storesWaiting = (release: Deferred.Deferred<void>) =>
  Layer.map(MemoryStores.layer, (context) => {
    const events = Context.get(context, EventSearch)
    return Context.add(context, EventSearch, {
      ...events,
      search: (plan) => Effect.zipRight(Deferred.await(release), events.search(plan))
    })
  })

const searchOf = (word: number) => `/v2/agendas/${agendas.main}/events?search=word${word}`

const words = (count: number) => Array.from({ length: count }, (_, word) => word)

it.live("a health check does not wait for earlier searches", () =>
  Effect.gen(function*() {
    const release = yield* Deferred.make<void>()
    const { credentials, send } = yield* make(storesWaiting(release), { sockets: { queue_seconds: 60 } })
    const ask = (word: number) => send(searchOf(word), { headers: credentials.ownerless })
    const searching = yield* Effect.fork(Effect.forEach(words(150), ask, { concurrency: "unbounded" }))
    yield* Effect.sleep("100 millis")
    expect((yield* send("/health/live")).status).toBe(200)
    expect((yield* send("/health/ready")).status).toBe(200)
    yield* Deferred.succeed(release, undefined)
    expect(new Set((yield* Fiber.join(searching)).map(({ status }) => status))).toEqual(new Set([200]))
  }).pipe(Effect.scoped))

/** Stores that count the searches begun. */
const storesCounting = (count: () => void) =>
  Layer.map(MemoryStores.layer, (context) => {
    const events = Context.get(context, EventSearch)
    return Context.add(context, EventSearch, { ...events, search: (plan) => Effect.zipRight(Effect.sync(count), events.search(plan)) })
  })

const burst_sockets = 300

it.live("health checks on connections behind a burst of others are answered before most of its searches begin", () =>
  Effect.gen(function*() {
    let begun = 0
    const { credentials, send } = yield* make(storesCounting(() => begun++), { sockets: { queue_seconds: 60 } })
    const burst = (attempt: number) =>
      Effect.gen(function*() {
        begun = 0
        const search = (word: number) => Effect.as(send(searchOf(attempt * burst_sockets + word), { headers: credentials.ownerless }), 0)
        const health = (path: string) =>
          Effect.map(send(path), ({ status }) => {
            expect(status).toBe(200)
            return begun
          })
        const asked = [...words(burst_sockets).map(search), health("/health/live"), health("/health/ready")]
        const before = Math.max(...(yield* Effect.all(asked, { concurrency: "unbounded" })))
        expect(begun).toBe(burst_sockets)
        return before
      })
    // The least of three: on a busy machine requests are started while connections are still accepted.
    const before = yield* Effect.forEach([0, 1, 2], burst)
    expect(Math.min(...before)).toBeLessThan(burst_sockets / 2)
  }).pipe(Effect.scoped))

it.live("searches that wait too long are refused, each with the common headers and a log line", () =>
  Effect.gen(function*() {
    const release = yield* Deferred.make<void>()
    const log: Array<string> = []
    const { credentials, send } = yield* make(storesWaiting(release), {
      sockets: { queue_seconds: 0.05 },
      log: (line) => log.push(line)
    })
    const ask = (word: number) =>
      Effect.tap(send(searchOf(word), { headers: credentials.ownerless }), ({ status }) =>
        status === 503 ? Deferred.succeed(release, undefined) : Effect.void)
    const answers = yield* Effect.forEach(words(150), ask, { concurrency: "unbounded" })
    const refused = answers.filter(({ status }) =>
      status === 503
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const answer of refused) {
      expectProblem(answer, 503, "unavailable", "the server is busy, try again")
      expect(answer.headers["retry-after"]).toBe("2")
      expect(answer.headers["x-request-id"]).toBeTruthy()
    }
    expect(log.filter((line) => line.includes("status=503"))).toHaveLength(refused.length)
  }).pipe(Effect.scoped))

it.live("two dozen searches of one client are all answered, however long each takes", () =>
  Effect.gen(function*() {
    const release = yield* Deferred.make<void>()
    const { credentials, send } = yield* make(storesWaiting(release), { sockets: { queue_seconds: 0.001 } })
    const ask = (word: number) => send(searchOf(word), { headers: credentials.ownerless })
    const asking = yield* Effect.fork(Effect.forEach(words(24), ask, { concurrency: "unbounded" }))
    yield* Effect.sleep("500 millis")
    yield* Deferred.succeed(release, undefined)
    expect(new Set((yield* Fiber.join(asking)).map(({ status }) => status))).toEqual(new Set([200]))
  }).pipe(Effect.scoped))

it.live("health checks are answered beyond the limit of connections, and everything else is refused", () =>
  Effect.gen(function*() {
    const { port, send } = yield* make(MemoryStores.layer, { sockets: { connections_max: 1 } })
    yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof connect>>((resume) => {
        const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )
    expect((yield* send("/health/live")).status).toBe(200)
    expect((yield* send("/health/ready")).status).toBe(200)
    const refused = yield* send("/v2/agendas")
    expectProblem(refused, 503, "unavailable", "the server is busy, try again")
    expect(refused.headers).toMatchObject({ "retry-after": "2", "connection": "close" })
  }).pipe(Effect.scoped))
