import { describeConformance } from "@agenda-engine/conformance/vitest"
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe } from "vitest"
import { agendaUids, putAgenda } from "../../../sql/test/layers.js"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresStores from "../../src/PostgresStores.js"
import { usePostgres } from "../usePostgres.js"
import { startPooler } from "./startPooler.js"

describe("behind PgBouncer in transaction mode", () => {
  const postgres = usePostgres()
  const scope = Effect.runSync(Scope.make())
  let viaPooler: (url: string) => string = (url) => url
  beforeAll(async () => {
    viaPooler = await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = Redacted.value(yield* postgres.freshDatabase)
      return yield* Scope.extend(startPooler(url), scope)
    })))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const pooled = (url: Redacted.Redacted) => viaPooler(Redacted.value(url))
  const open = (url: string) => PostgresStores.layer({ url: Redacted.make(url) })

  it.scopedLive("migrations run, and several processes that start together wait for the first", () =>
    Effect.gen(function*() {
      const url = Redacted.make(pooled(yield* postgres.freshDatabase))
      const started = (uid: number) => Effect.provide(putAgenda(uid), PostgresStores.layer({ url, migrate: true }))
      yield* Effect.all([started(1), started(2), started(3)], { concurrency: 3 })
      expect(yield* Effect.provide(agendaUids, PostgresStores.layer({ url }))).toEqual([1, 2, 3])
    }))

  it.scopedLive("statements of one client run on different connections of the server", () =>
    Effect.gen(function*() {
      const { run, sql } = yield* PostgresDatabase.open({ url: Redacted.make(pooled(yield* postgres.freshDatabase)), maxConnections: 2 })
      const pid = Effect.map(sql`SELECT pg_backend_pid() AS pid`, ([row]) => row?.["pid"])
      const both = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const inTransaction = (own: number) =>
        run(Effect.gen(function*() {
          yield* pid
          yield* Deferred.succeed(both[own] ?? both[0], undefined)
          yield* Effect.forEach(both, (begun) => Deferred.await(begun))
        }))
      yield* Effect.all([inTransaction(0), inTransaction(1)], { concurrency: 2 })
      expect(new Set(yield* Effect.all([pid, pid, pid, pid])).size).toBe(2)
    }))

  describeConformance({
    name: "postgres behind pgbouncer",
    fresh: Effect.map(postgres.emptyDatabase, (url) => open(pooled(url))),
    database: { create: Effect.map(postgres.emptyDatabase, pooled), open },
    lacks: { processes: "the cases of processes run without a pooler" }
  }, { differentialRuns: 30 })
})
