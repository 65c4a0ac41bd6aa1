import type { Operator } from "@agenda-engine/core/domain/access/Credential"
import type { HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { HostMemberships } from "@agenda-engine/core/ports/HostMemberships"
import { UserDirectory } from "@agenda-engine/core/ports/UserDirectory"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/TestClock"
import { fromPlatform } from "../../src/context/IncomingRequest.js"
import { defaultSettings } from "../../src/HttpSettings.js"
import { askIdentity } from "../../src/identity/askIdentity.js"
import { hostUsers, type HostUsersOptions, IdentityProvider } from "../../src/identity/IdentityProvider.js"

const never = () => new Promise<never>(() => {})

const silent = Logger.remove(Logger.defaultLogger)

const asking = (auth: HostUsersOptions["auth"], request = new Request("https://host.example/v2/agendas")) =>
  Effect.gen(function*() {
    const provider = yield* IdentityProvider
    if (provider === null) return yield* Effect.dieMessage("no provider")
    return yield* askIdentity(provider, fromPlatform(HttpServerRequest.fromWeb(request)), defaultSettings)
  }).pipe(Effect.provide(Layer.merge(hostUsers({ auth }), silent)))

/** The failure of an effect that the host leaves without an answer, and whether it came after exactly ten seconds. */
const failureAfterTenSeconds = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const waiting = yield* Effect.fork(Effect.flip(effect))
    yield* TestClock.adjust("9999 millis")
    expect(yield* Fiber.poll(waiting)).toMatchObject({ _tag: "None" })
    yield* TestClock.adjust("1 millis")
    return yield* Fiber.join(waiting)
  })

describe("the host", () => {
  it.effect("has ten seconds to identify a sender, also under an uninterruptible server", () =>
    Effect.gen(function*() {
      const refusal = { _tag: "Refusal", kind: "unavailable", headers: { "retry-after": "5" } }
      expect(yield* failureAfterTenSeconds(asking(never))).toMatchObject(refusal)
      expect(yield* failureAfterTenSeconds(Effect.uninterruptible(asking(never)))).toMatchObject(refusal)
    }))

  it.effect("is away when it throws, rejects or throws nothing", () =>
    Effect.gen(function*() {
      const failing: ReadonlyArray<HostUsersOptions["auth"]> = [
        () => {
          throw new Error("at once")
        },
        () => Promise.reject(new Error("later")),
        () => Promise.reject()
      ]
      for (const auth of failing) expect(yield* Effect.flip(asking(auth))).toMatchObject({ _tag: "Refusal", kind: "unavailable" })
    }))

  it.effect("identifies nobody with null or undefined, and is at fault with anything that is no identity", () =>
    Effect.gen(function*() {
      expect(yield* asking(async () => null)).toBeNull()
      expect(yield* asking(async () => JSON.parse("{}").user)).toBeNull()
      const malformed = ["false", "0", '""', '"ada"', "[]", "{}", '{"userId":"a\\nb"}', '{"userId":"a","expiresAt":"soon"}']
      for (const text of malformed) {
        expect((yield* Effect.sandbox(Effect.flip(Effect.sandbox(asking(async () => JSON.parse(text))))))._tag, text).toBe("Die")
      }
    }))

  it.effect("ends a session at the instant that it names", () =>
    Effect.gen(function*() {
      const auth = async () => ({ userId: "ada", expiresAt: 1_000 })
      yield* TestClock.setTime(999)
      expect(yield* asking(auth)).toMatchObject({ userId: "ada" })
      yield* TestClock.setTime(1_000)
      expect(yield* Effect.flip(asking(auth))).toMatchObject({ _tag: "Unauthorized" })
    }))

  it.effect("has ten seconds for each answer about memberships and users", () =>
    Effect.gen(function*() {
      const options = {
        auth: never,
        membershipOf: never,
        agendasOf: never,
        membersOf: never,
        directory: { find: never, findByEmail: never }
      }
      const { answers, directory } = yield* Effect.all({ answers: HostMemberships, directory: UserDirectory }).pipe(
        Effect.provide(hostUsers(options))
      )
      const asked: ReadonlyArray<Effect.Effect<unknown, StoreError> | undefined> = [
        answers?.membershipOf("ada", 1),
        answers?.agendasOf?.("ada"),
        answers?.membersOf?.(1),
        directory?.find("ada"),
        directory?.findByEmail("ada@example.org")
      ]
      for (const effect of asked) {
        expect(effect).toBeDefined()
        const failure = yield* failureAfterTenSeconds(Effect.uninterruptible(effect ?? Effect.never))
        expect(failure).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
      }
    }))

  it.effect("keeps its session from a write of another site, whatever headers a page may set", () =>
    Effect.gen(function*() {
      const write = (headers: { readonly [name: string]: string }) =>
        asking(async () => ({ userId: "ada" }), new Request("https://host.example/v2/agendas/1/events", { method: "POST", headers }))
      for (
        const foreign of [
          { "origin": "https://evil.example" },
          { "origin": "https://evil.example", "x-forwarded-host": "evil.example" },
          { "origin": "https://host.example.evil.example" },
          { "origin": "https://host.example:8443" },
          { "origin": "null" },
          { "sec-fetch-site": "cross-site", "origin": "https://host.example" },
          { "authorization": "Basic YTpi", "origin": "https://evil.example" },
          { "authorization": "Bearer", "origin": "https://evil.example" }
        ]
      ) expect(yield* Effect.flip(write(foreign)), JSON.stringify(foreign)).toMatchObject({ _tag: "Forbidden" })
      expect(yield* write({ "origin": "https://host.example" })).toMatchObject({ userId: "ada" })
    }))
})

it("an operator is no answer of a host, and no identity is an operator", () => {
  type Answer = Awaited<ReturnType<HostUsersOptions["auth"]>>
  expectTypeOf<Answer>().toEqualTypeOf<HostIdentityInput | null>()
  expectTypeOf<Operator>().not.toExtend<HostIdentityInput>()
  expectTypeOf<HostIdentityInput>().not.toExtend<Operator>()
})
