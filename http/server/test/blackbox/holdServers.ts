import { checkServer, type ServerUnderTest } from "@agenda-engine/conformance/http/checkServer"
import { readingProfiles } from "@agenda-engine/conformance/http/run/HttpCase"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { SpecWorld } from "../spec/SpecWorld.js"
import { agendas, make } from "../world/World.js"

const running = Clock.make()

/** A run sends hundreds of requests: half a minute on a quiet machine. */
const run_ms_max = 240_000

/** The cases that need what no run can set up on a server of this process. */
const neverRun = /^write\..*fields$/

/** The cases that failed, with their reasons. */
export const failedOf = ({ results }: Effect.Effect.Success<ReturnType<typeof checkServer>>) =>
  results.flatMap(({ case: { id }, outcome }) => outcome._tag === "Failed" ? [`${id}: ${outcome.reason}`] : [])

const notRunOf = ({ results }: Effect.Effect.Success<ReturnType<typeof checkServer>>) =>
  results.flatMap(({ case: { id }, outcome }) => outcome._tag === "NotRun" ? [id] : [])

/** Additional fields, of which contributors may read one and write none. */
const schema = {
  fields: [
    { field: "budget", fieldType: "integer", label: { fr: "Budget" }, read: ["administrator", "moderator"] },
    { field: "stage", fieldType: "text", label: { fr: "Scène" }, write: ["administrator", "moderator"] }
  ]
}

/** A world with additional fields, and the run that writes to its main agenda. */
export const writingWorld = (stores: Layer.Layer<Stores, StoreError>) =>
  Effect.gen(function*() {
    const world = yield* make(stores, { now: () => running.unsafeCurrentTimeMillis(), settings: { accessLog: false } })
    yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { schema })))
    const contributor = yield* world.within(
      Effect.flatMap(
        Keys,
        (keys) => keys.create({ kind: "secret", ownerUid: world.uids.contributor, agendaUids: null, operations: null, expiresAt: null })
      )
    )
    const check = (server: Partial<ServerUnderTest> = {}) =>
      checkServer({
        url: world.url,
        key: world.credentials.ownerless.key,
        agenda: null,
        write: { agenda: agendas.main, secret: world.secrets.administrator, contributorSecret: contributor.key },
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
        expect(notRunOf(report).filter((id) => !neverRun.test(id))).toEqual([])
        expect(report.verdict).toBe("conforms as far as asked")
        const left = yield* world.send(`/v2/agendas/${agendas.main}/events?state[]=2&state[]=1&state[]=0&state[]=-1&size=0`, {
          headers: world.credentials.moderatorToken
        })
        expect(left.body).toMatchObject({ total: 0 })
      }), run_ms_max)
  })
}
