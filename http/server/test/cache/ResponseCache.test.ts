import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Access } from "@agenda-engine/core/services/Access"
import { cacheKeyOf, ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { fromPlatform } from "@agenda-engine/http/context/IncomingRequest"
import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import { unknownSender } from "@agenda-engine/http/identity/Sender"
import type { ApiRequest } from "@agenda-engine/http/request/ApiRequest"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { agendas, make } from "../world/World.js"

const path = `/v2/agendas/${agendas.main}/events`
const incoming = fromPlatform(HttpServerRequest.fromWeb(new Request(`http://agenda.example${path}`)))
const key = cacheKeyOf(incoming, null) ?? ""
const { headers, method } = incoming
const request: ApiRequest = {
  incoming,
  method,
  headers,
  path,
  params: {},
  id: "",
  base: "",
  imageBase: "",
  queryString: "",
  query: {},
  wantsProblem: false,
  settings: defaultSettings,
  sender: unknownSender,
  cacheKey: key,
  dependencies: null,
  onOver: () => {}
}

/** Runs with the reads of a world in which this request was answered once. */
const afterOne = <A, E>(use: (reads: ResponseCache["Type"]) => Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const { credentials, within } = yield* make(MemoryStores.layer)
    return yield* within(
      Effect.gen(function*() {
        const reads = yield* ResponseCache
        const access = yield* Access
        const caller = yield* access.identify({ key: credentials.ownerless.key, token: null })
        const authorization = yield* access.authorize(caller, { _tag: "Uid", uid: agendas.main }, "events:read")
        yield* reads.store(request, authorization)
        reads.put(request, HttpServerResponse.empty({ status: 200 }), 0)
        return yield* use(reads)
      }).pipe(Effect.provide(ResponseCache.layer))
    )
  }).pipe(Effect.scoped)

it.live("nobody waits for an answer to be sent, which may take its client for ever", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      const { release } = yield* reads.findValid(key, incoming, () => {})
      const waiting = yield* Effect.fork(reads.findValid(key, incoming, () => {}))
      yield* Effect.yieldNow()
      expect(yield* Fiber.poll(waiting)).toMatchObject({ _tag: "None" })
      release({ status: 200 })
      expect((yield* Fiber.join(waiting)).cached).toBeNull()
    })
  ))

it.live("who waits can go away", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      yield* reads.findValid(key, incoming, () => {})
      const waiting = yield* Effect.fork(reads.findValid(key, incoming, () => {}))
      yield* Effect.yieldNow()
      expect(yield* Fiber.interrupt(waiting)).toMatchObject({ _tag: "Failure" })
    })
  ))

it.live("who waits for a request that the store fails is refused with it, and asks the store no more", () =>
  afterOne((reads) =>
    Effect.gen(function*() {
      const { release } = yield* reads.findValid(key, incoming, () => {})
      const waiting = yield* Effect.fork(Effect.flip(reads.findValid(key, incoming, () => {})))
      yield* Effect.yieldNow()
      release({ status: 503 })
      expect(yield* Fiber.join(waiting)).toMatchObject({ kind: "unavailable", headers: { "retry-after": "5" } })
      expect((yield* reads.findValid(key, incoming, () => {})).cached).toBeNull()
    })
  ))
