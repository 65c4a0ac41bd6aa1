import { sampleAgenda } from "@agenda-engine/conformance/testing/SampleRecords"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresStores from "../../src/PostgresStores.js"
import { usePostgres } from "../usePostgres.js"
import { silentProxy } from "./silentProxy.js"

const { freshSchema } = usePostgres()

const putAgenda = (uid: number) => atomically(Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(uid))))

const agendaUids = Effect.flatMap(AgendaStore, (agendas) => Effect.map(agendas.scan(0, 10), (found) => found.map(({ uid }) => uid)))

const proxied = Effect.gen(function*() {
  const url = Redacted.value(yield* freshSchema)
  const proxy = yield* silentProxy(url)
  return { proxy, url: Redacted.make(proxy.through(url)) }
})

const hasFailed = (exits: ReadonlyArray<Exit.Exit<unknown, { readonly reason: string }>>) =>
  exits.map((exit) => Exit.isFailure(exit) && exit.cause._tag === "Fail" ? exit.cause.error.reason : exit._tag)

describe("connections that fall silent", () => {
  it.scopedLive("silent connections fail their callers with Unavailable and are replaced", () =>
    Effect.gen(function*() {
      const { proxy, url } = yield* proxied
      yield* Effect.gen(function*() {
        yield* putAgenda(1)
        yield* Effect.all([agendaUids, agendaUids], { concurrency: "unbounded" })
        yield* proxy.silence
        const failed = yield* Effect.all([Effect.exit(putAgenda(2)), Effect.exit(agendaUids)], { concurrency: "unbounded" })
        expect(hasFailed(failed)).toEqual(["Unavailable", "Unavailable"])
        const before = yield* proxy.made
        yield* Effect.retry(putAgenda(3), { times: 2 })
        expect(yield* agendaUids).toEqual([1, 3])
        expect(yield* proxy.made).toBeGreaterThan(before)
      }).pipe(
        Effect.provide(PostgresStores.layer({ url, maxConnections: 2, statementTimeout: "3 seconds", idleTimeout: "1 hour" }))
      )
    }))

  it.scopedLive("a connection that falls silent in a transaction rolls it back", () =>
    Effect.gen(function*() {
      const { proxy, url } = yield* proxied
      const { read, run, sql } = yield* PostgresDatabase.open({ url, statementTimeout: "3 seconds" })
      yield* run(sql`CREATE TABLE written (number integer)`)
      const failed = yield* Effect.flip(run(
        read("test", sql`INSERT INTO written VALUES (1)`).pipe(
          Effect.zipRight(proxy.silence),
          Effect.zipRight(read("test", sql`INSERT INTO written VALUES (2)`))
        )
      ))
      expect(failed.reason).toBe("Unavailable")
      expect(yield* sql`SELECT number FROM written`).toEqual([])
    }))
})

it.scopedLive("a lock of another session fails the writer with Busy, and its connection stays usable", () =>
  Effect.gen(function*() {
    const url = yield* freshSchema
    const holder = yield* PostgresDatabase.open({ url })
    const { read, run, sql } = yield* PostgresDatabase.open({ url, maxConnections: 1, busyTimeout: "300 millis" })
    yield* run(sql`CREATE TABLE row AS SELECT 1 AS number`)
    const pid = run(sql`SELECT pg_backend_pid() AS pid`)
    const before = yield* pid
    const locked = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const holding = yield* Effect.fork(
      holder.run(holder.sql`SELECT * FROM row FOR UPDATE`.pipe(
        Effect.zipRight(Deferred.succeed(locked, undefined)),
        Effect.zipRight(Deferred.await(end))
      ))
    )
    yield* Deferred.await(locked)
    const failed = yield* Effect.flip(run(read("test", sql`UPDATE row SET number = 2`)))
    expect(failed.reason).toBe("Busy")
    expect(yield* pid).toEqual(before)
    yield* Deferred.succeed(end, undefined)
    yield* Fiber.join(holding)
    yield* run(sql`UPDATE row SET number = 2`)
    expect(yield* sql`SELECT number FROM row`).toEqual([{ number: 2 }])
  }))

it.scopedLive("a caller that waits for a connection of an exhausted pool can be interrupted", () =>
  Effect.gen(function*() {
    const { run, sql } = yield* PostgresDatabase.open({ url: yield* freshSchema, maxConnections: 1, connectTimeout: "1 hour" })
    const begun = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const holding = yield* Effect.fork(run(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))))
    yield* Deferred.await(begun)
    const waiting = yield* Effect.all([Effect.fork(sql`SELECT 1`), Effect.fork(run(sql`SELECT 1`))])
    yield* Effect.sleep("50 millis")
    // The one that holds the connection has not ended.
    expect((yield* Effect.forEach(waiting, Fiber.interrupt)).map(Exit.isInterrupted)).toEqual([true, true])
    yield* Deferred.succeed(end, undefined)
    yield* Fiber.join(holding)
    expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
  }))
