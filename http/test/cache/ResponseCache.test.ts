import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Access } from "@agenda-engine/core/services/Access"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { ResponseCache } from "../../src/cache/ResponseCache.js"
import { CurrentRequest } from "../../src/context/CurrentRequest.js"
import { rawOf } from "../../src/context/readFacts.js"
import { agendas, make } from "../world/World.js"

/** A request for a list as Node's server gives it: its first address has no origin. */
const listRequest = (url: string): HttpServerRequest.HttpServerRequest =>
  Object.create(HttpServerRequest.fromWeb(new Request(`http://agenda.example${url}`, { headers: { key: "any" } })), {
    originalUrl: { value: url }
  })

const request = HttpServerRequest.fromWeb(new Request(`http://agenda.example/v2/agendas/${agendas.main}/events`))
const raw = rawOf(request)

/** Runs with the reads of a world in which this request was answered once. */
const afterOne = <A>(use: (reads: ResponseCache["Type"]) => Effect.Effect<A, never, Scope.Scope>) =>
  Effect.gen(function*() {
    const { credentials, within } = yield* make(MemoryStores.layer)
    return yield* within(
      Effect.gen(function*() {
        const reads = yield* ResponseCache
        const caller = (yield* Access).identify({ key: credentials.ownerless.key, token: null })
        const agenda = Effect.succeed({ _tag: "Uid", uid: agendas.main } as const)
        yield* reads.caching(
          request,
          { caller, agenda, operation: "events:read" },
          Effect.succeed(HttpServerResponse.empty({ status: 200 }))
        )
        return yield* use(reads)
      }).pipe(
        Effect.provideService(CurrentRequest, { id: "", base: "", query: {}, wantsProblem: false }),
        Effect.provide(ResponseCache.layer),
        Effect.scoped
      )
    )
  }).pipe(Effect.scoped)

it.live("nobody waits for an answer to be sent, which may take its client for ever", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      const sending = yield* Scope.make()
      const { made } = yield* Scope.extend(reads.findValid(raw), sending)
      const waiting = yield* Effect.fork(Effect.scoped(reads.findValid(raw)))
      yield* Effect.yieldNow()
      expect(yield* Fiber.poll(waiting)).toMatchObject({ _tag: "None" })
      yield* made
      expect((yield* Fiber.join(waiting)).cached).toBeNull()
    })
  ))

it.live("an entrance is looked for where one was asked for, once at a time, and whatever goes wrong leaves the answer", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      const identified = { count: 0 }
      const lost = Effect.suspend(() => {
        identified.count++
        return Effect.zipRight(Effect.yieldNow(), Effect.die("lost"))
      })
      const agenda = Effect.succeed({ _tag: "Uid", uid: agendas.main } as const)
      const ask = (size: number) =>
        Effect.map(
          Effect.orDie(reads.caching(
            listRequest(`/v2/agendas/${agendas.main}/events?size=${size}`),
            { caller: lost, agenda, operation: "events:read" },
            Effect.succeed(HttpServerResponse.empty({ status: 200 }))
          )),
          ({ status }) => status
        )
      expect(yield* ask(1)).toBe(200)
      expect(identified.count).toBe(0)
      expect(reads.findAuthorization(rawOf(listRequest("/v2/agendas/1/events")))).toBeNull()
      expect(yield* Effect.all([ask(2), ask(3)], { concurrency: "unbounded" })).toEqual([200, 200])
      expect(identified.count).toBe(1)
    }).pipe(
      Effect.provideService(CurrentRequest, { id: "", base: "", query: {}, wantsProblem: false }),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  ))

it.live("who waits can go away", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      yield* reads.findValid(raw)
      const waiting = yield* Effect.fork(Effect.uninterruptible(Effect.scoped(reads.findValid(raw))))
      yield* Effect.yieldNow()
      expect(yield* Fiber.interrupt(waiting)).toMatchObject({ _tag: "Failure" })
    })
  ))
