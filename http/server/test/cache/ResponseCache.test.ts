import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Access } from "@agenda-engine/core/services/Access"
import { ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { CurrentRequest } from "@agenda-engine/http/context/CurrentRequest"
import { rawOf } from "@agenda-engine/http/context/readFacts"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { agendas, make } from "../world/World.js"

const request = HttpServerRequest.fromWeb(new Request(`http://agenda.example/v2/agendas/${agendas.main}/events`))
const raw = rawOf(request)

/** Runs with the reads of a world in which this request was answered once. */
const afterOne = <A, E>(use: (reads: ResponseCache["Type"]) => Effect.Effect<A, E, Scope.Scope>) =>
  Effect.gen(function*() {
    const { credentials, within } = yield* make(MemoryStores.layer)
    return yield* within(
      Effect.gen(function*() {
        const reads = yield* ResponseCache
        const access = yield* Access
        const caller = yield* access.identify({ key: credentials.ownerless.key, token: null })
        const authorization = yield* access.authorize(caller, { _tag: "Uid", uid: agendas.main }, "events:read")
        yield* HttpApp.toHandled(
          Effect.as(reads.store(request, authorization), HttpServerResponse.empty({ status: 200 })),
          () => Effect.void
        ).pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, request), Effect.orDie)
        return yield* use(reads)
      }).pipe(
        Effect.provideService(CurrentRequest, { id: "", base: "", queryString: "", query: {}, wantsProblem: false }),
        Effect.provide(ResponseCache.layer),
        Effect.scoped
      )
    )
  }).pipe(Effect.scoped)

it.live("nobody waits for an answer to be sent, which may take its client for ever", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      const sending = yield* Scope.make()
      const { release } = yield* Scope.extend(reads.findValid(raw, null), sending)
      const waiting = yield* Effect.fork(Effect.scoped(reads.findValid(raw, null)))
      yield* Effect.yieldNow()
      expect(yield* Fiber.poll(waiting)).toMatchObject({ _tag: "None" })
      yield* release({ status: 200 })
      expect((yield* Fiber.join(waiting)).cached).toBeNull()
    })
  ))

it.live("who waits can go away", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      yield* reads.findValid(raw, null)
      const waiting = yield* Effect.fork(Effect.uninterruptible(Effect.scoped(reads.findValid(raw, null))))
      yield* Effect.yieldNow()
      expect(yield* Fiber.interrupt(waiting)).toMatchObject({ _tag: "Failure" })
    })
  ))

it.live("who waits for a request that the store fails is refused with it, and asks the store no more", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      const sending = yield* Scope.make()
      const { release } = yield* Scope.extend(reads.findValid(raw, null), sending)
      const waiting = yield* Effect.fork(Effect.flip(Effect.scoped(reads.findValid(raw, null))))
      yield* Effect.yieldNow()
      yield* release({ status: 503 })
      expect(yield* Fiber.join(waiting)).toMatchObject({ kind: "unavailable", headers: { "retry-after": "5" } })
      expect((yield* reads.findValid(raw, null)).cached).toBeNull()
    })
  ))
