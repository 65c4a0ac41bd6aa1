import { RollbackWhole } from "@agenda-engine/core/ports/Transaction"
import type * as SqlDatabase from "@agenda-engine/sql/database/SqlDatabase"
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Net from "node:net"
import { inspect } from "node:util"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresMigrations from "../../src/PostgresMigrations.js"
import { usePostgres } from "../usePostgres.js"

const postgres = usePostgres()

/** A proxy before Postgres; while `isRefusing` is true, a `BEGIN` through it is a syntax error. */
const refusingProxy = (url: URL, isRefusing: () => boolean) =>
  Effect.acquireRelease(
    Effect.async<{ readonly proxy: Net.Server; readonly sockets: Set<Net.Socket>; readonly url: string }>((resume) => {
      const sockets = new Set<Net.Socket>()
      const proxy = Net.createServer((client) => {
        const server = Net.connect(Number(url.port), url.hostname)
        for (const socket of [client, server]) sockets.add(socket.on("error", () => socket.destroy()))
        client.on("data", (bytes) => {
          server.write(isRefusing() ? Buffer.from(bytes.toString("latin1").replace("BEGIN", "BEGUN"), "latin1") : bytes)
        })
        server.pipe(client)
      }).listen(0, "127.0.0.1", () => {
        const address = proxy.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ proxy, sockets, url: Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href }))
      })
    }),
    ({ proxy, sockets }) =>
      Effect.async<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        proxy.close(() => resume(Effect.void))
      })
  )

const insertUser = (sql: SqlDatabase.SqlDatabase["sql"], uid: number) =>
  sql`INSERT INTO agenda_user VALUES (${uid}, ${`${uid}@example.org`}, 'A', 0)`

it.scopedLive("a nested transaction that fails undoes its own writes only, also where none is recovered inside it", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* postgres.freshSchema })
    yield* PostgresMigrations.upDatabase(database)
    const { read, run, runBatch, sql } = database
    const insert = (uid: number) => runBatch([insertUser(sql, uid)])
    yield* insert(1)
    const parts = [insert(1), Effect.zipLeft(insert(1), read("second", sql`SELECT 1`)), Effect.zipRight(insert(3), insert(1))]
    const errors = yield* run(Effect.gen(function*() {
      yield* insert(2)
      const failed = yield* Effect.forEach(parts, (part) => Effect.flip(run(Effect.provideService(part, RollbackWhole, true))))
      yield* read("last", sql`SELECT 1`)
      return failed
    }))
    expect(errors.map((error) => inspect(error))).toEqual(parts.map(() => expect.stringContaining("duplicate key")))
    expect(yield* sql`SELECT uid FROM agenda_user ORDER BY uid`).toEqual([{ uid: "1" }, { uid: "2" }])
  }))

it.scopedLive("a transaction whose BEGIN is refused writes nothing", () =>
  Effect.gen(function*() {
    let isRefusing = false
    const proxy = yield* refusingProxy(new URL(Redacted.value(yield* postgres.freshSchema)), () => isRefusing)
    const database = yield* PostgresDatabase.open({ url: Redacted.make(proxy.url) })
    yield* PostgresMigrations.upDatabase(database)
    const { read, run, runBatch, sql } = database
    const insert = (uid: number) => insertUser(sql, uid)
    isRefusing = true
    const transactions = [
      runBatch([insert(1)]),
      Effect.zipRight(read("first", sql`SELECT 1`), runBatch([insert(2)])),
      Effect.asVoid(read("inserted", sql`WITH made AS (${insert(3)} RETURNING uid) SELECT uid FROM made`))
    ]
    for (const transaction of transactions) {
      for (const isWhole of [true, false]) {
        const error = yield* Effect.flip(Effect.provideService(run(transaction), RollbackWhole, isWhole))
        expect(inspect(error)).toContain('syntax error at or near "BEGUN"')
      }
    }
    isRefusing = false
    expect(yield* sql`SELECT uid FROM agenda_user`).toEqual([])
    yield* run(runBatch([insert(4)]))
    expect(yield* sql`SELECT uid FROM agenda_user`).toEqual([{ uid: "4" }])
  }))

it.scopedLive("what is read beside a lock, and begins after it, is read under it, or fails with it", () =>
  Effect.gen(function*() {
    const url = yield* postgres.freshSchema
    const database = yield* PostgresDatabase.open({ url })
    const impatient = yield* PostgresDatabase.open({ url, busyTimeout: "50 millis" })
    yield* PostgresMigrations.upDatabase(database)
    const { read, run, runBatch, sql } = database
    const lock = ({ read, sql }: SqlDatabase.SqlDatabase) => read("lock", sql`SELECT uid FROM agenda_user WHERE uid = 1 FOR UPDATE`)
    const lockAndRead = (reader: SqlDatabase.SqlDatabase) =>
      reader.run(
        Effect.all([lock(reader), reader.read("name", reader.sql`SELECT name FROM agenda_user WHERE uid = 2`)], {
          concurrency: "unbounded"
        })
      )
    yield* run(runBatch([insertUser(sql, 1), insertUser(sql, 2)]))
    const isLocked = yield* Deferred.make<void>()
    const isRefused = yield* Deferred.make<void>()
    const isAwaited = Effect.map(sql`SELECT 1 FROM pg_locks WHERE NOT granted`, (waits) => waits.length > 0)
    const holder = yield* Effect.fork(run(Effect.gen(function*() {
      yield* lock(database)
      yield* Deferred.succeed(isLocked, undefined)
      yield* Deferred.await(isRefused)
      yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => isAwaited })
      yield* runBatch([sql`UPDATE agenda_user SET name = 'B' WHERE uid = 2`])
    })))
    yield* Deferred.await(isLocked)
    expect(yield* Effect.flip(lockAndRead(impatient))).toMatchObject({ reason: "Busy", operation: "lock" })
    yield* Deferred.succeed(isRefused, undefined)
    const [, names] = yield* lockAndRead(database)
    expect(names).toEqual([{ name: "B" }])
    yield* Fiber.join(holder)
    expect(yield* read("name", sql`SELECT name FROM agenda_user WHERE uid = 2`)).toEqual(names)
  }))

it.scopedLive("a failed statement reports its own error, even if a write was sent before it was answered", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* postgres.freshSchema })
    yield* PostgresMigrations.upDatabase(database)
    const { read, run, runBatch, sql } = database
    // The write is sent once BEGIN is answered, and its answer comes with that of the statement before it.
    const failing = read("failing", sql`SELECT 1 / (CASE WHEN pg_sleep(0.02) IS NULL THEN 1 ELSE 0 END)`)
    const both = run(Effect.all([failing, runBatch([insertUser(sql, 1)])], { concurrency: "unbounded" }))
    for (let i = 0; i < 20; i++) {
      expect(inspect(yield* Effect.flip(Effect.provideService(both, RollbackWhole, true)))).toContain("division by zero")
    }
    expect(yield* sql`SELECT uid FROM agenda_user`).toEqual([])
  }))
