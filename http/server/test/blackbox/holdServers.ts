import { checkServer, type ServerUnderTest } from "@agenda-engine/conformance/http/checkServer"
import { readingProfiles } from "@agenda-engine/conformance/http/run/HttpCase"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Keys } from "@agenda-engine/core/services/Keys"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { agendas, makeAgendas, SpecWorld } from "../spec/SpecWorld.js"
import { make, type World } from "../world/World.js"

const running = Clock.make()

/** A run sends hundreds of requests: half a minute on a quiet machine. */
const run_ms_max = 240_000

/** The cases that failed, with their reasons. */
export const failedOf = ({ results }: Effect.Effect.Success<ReturnType<typeof checkServer>>) =>
  results.flatMap(({ case: { id }, outcome }) => outcome._tag === "Failed" ? [`${id}: ${outcome.reason}`] : [])

const notRunOf = ({ results }: Effect.Effect.Success<ReturnType<typeof checkServer>>) =>
  results.flatMap(({ case: { id }, outcome }) => outcome._tag === "NotRun" ? [id] : [])

/** What a setup answers for a world: its agendas, and new keys of its users. */
const sampleOf = ({ credentials, secrets, uids, within }: World) =>
  within(Effect.gen(function*() {
    const keys = yield* Keys
    const secretOf = (ownerUid: number) =>
      Effect.map(keys.create({ kind: "secret", ownerUid, agendaUids: null, operations: null, expiresAt: null }), ({ key }) => key)
    return {
      agendas,
      secrets: {
        administrator: secrets.administrator,
        moderator: credentials.moderatorSecret.key,
        contributor: yield* secretOf(uids.contributor),
        stranger: yield* secretOf(uids.stranger)
      },
      agendaKeys: { main: credentials.agendaKey.key, other: credentials.otherAgendaKey.key }
    }
  }))

/** A world with the agendas of the sample data, and the run that writes to them. */
export const writingWorld = (stores: Layer.Layer<Stores, StoreError>) =>
  Effect.gen(function*() {
    const world = yield* make(stores, { now: () => running.unsafeCurrentTimeMillis(), settings: { accessLog: false } })
    yield* makeAgendas(world)
    const sample = yield* sampleOf(world)
    const check = (server: Partial<ServerUnderTest> = {}) =>
      checkServer({
        url: world.url,
        key: world.credentials.ownerless.key,
        agenda: null,
        write: { agenda: agendas.main, secret: sample.secrets.administrator, contributorSecret: sample.secrets.contributor, sample },
        concurrency: 4,
        ...server
      })
    return { world, check }
  })

/** Declares the tests that hold the server over these stores to every case: the reading ones, then the writing ones. */
export const holdServers = (on: string, stores: Layer.Layer<Stores, StoreError>): void => {
  describe(`the cases over HTTP, on ${on}`, () => {
    it.scopedLive("are met by what is read", () =>
      Effect.gen(function*() {
        const { world } = yield* SpecWorld
        const report = yield* checkServer({
          url: world.url,
          key: world.credentials.ownerless.key,
          agenda: agendas.main,
          write: null,
          profiles: readingProfiles,
          concurrency: 4
        })
        expect(failedOf(report)).toEqual([])
        expect(notRunOf(report)).toEqual([])
        expect(report.conforms).toBe(true)
      }).pipe(Effect.provide(SpecWorld.layer(stores))), run_ms_max)

    it.scopedLive("are met by what is written, of which nothing is left", () =>
      Effect.gen(function*() {
        const { check, world } = yield* writingWorld(stores)
        const report = yield* check()
        expect(failedOf(report)).toEqual([])
        expect(notRunOf(report)).toEqual([])
        expect(report.verdict).toBe("conforms")
        const left = yield* world.send(`/v2/agendas/${agendas.main}/events?state[]=2&state[]=1&state[]=0&state[]=-1&size=0`, {
          headers: world.credentials.moderatorToken
        })
        expect(left.body).toMatchObject({ total: 0 })
      }), run_ms_max)
  })
}
