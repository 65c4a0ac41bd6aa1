import { sampleAgenda, sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { ReadCopies } from "@agenda-engine/core/ports/host/ReadCopies"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import type { Copies } from "@agenda-engine/sql/read/searchCopy"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { planOf } from "../../../sql/test/listShapes.js"
import { followCopies } from "../../src/followCopies.js"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresMigrations from "../../src/PostgresMigrations.js"
import * as PostgresStores from "../../src/PostgresStores.js"
import { startReplicated } from "./startReplicated.js"

const topics = ["agenda:1", "location-set:none"]

/** Waits until a condition holds, which another process brings about. */
const until = <E>(condition: Effect.Effect<boolean, E>): Effect.Effect<void, E> =>
  Effect.asVoid(Effect.repeat(Effect.delay(condition, "20 millis"), { until: (holds) => holds }))

/** Copies, and how many searches they have answered. */
const counted = (copies: Copies) => {
  let answered = 0
  const countedIn = (database: SqlDatabase): SqlDatabase => ({
    ...database,
    snapshot: (name, effect) =>
      Effect.tap(database.snapshot(name, effect), (found) => {
        if (found !== null) answered += 1
      })
  })
  const next = () => {
    const copy = copies.next()
    return copy === null ? null : { ...copy, database: countedIn(copy.database) }
  }
  return { copies: { ...copies, next }, answered: () => answered }
}

/** What a process does that writes events of agenda 1 and lists them. */
const actionsOn = (stores: Context.Context<AgendaStore | EventSearch | EventStore | RevisionStore | Transaction>) => {
  const { run } = Context.get(stores, Transaction)
  const revisions = Context.get(stores, RevisionStore)
  const putEvent = (uid: number) => {
    const { index, record } = sampleEvent(uid, { updatedAt: 1_000 + uid })
    return run(Effect.zipRight(Context.get(stores, EventStore).put(record, index), revisions.bump(["agenda:1"])))
  }
  const list = Effect.flatMap(revisions.read(topics), (read) =>
    Effect.map(
      Context.get(stores, EventSearch).search(planOf({ sort: "updatedAt.desc" }), { read: { topics, revisions: read } }),
      ({ hits, total }) => ({ total, newest: hits.map(({ position }) => position.uid).toSorted((a, b) => b - a)[0] })
    ))
  return { list, putAgenda: run(Context.get(stores, AgendaStore).put(sampleAgenda(1))), putEvent }
}

it.scopedLive("searches read standbys that have reached the revisions of the primary, else the primary", () => {
  const lines: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, message }) => {
      lines.push([message, ...Array.from(annotations, ([name, value]) => `${name}=${String(value)}`)].join(" "))
    })
  )
  const logged = (text: string) => until(Effect.sync(() => lines.some((line) => line.includes(text))))
  return Effect.gen(function*() {
    const { primary, standbys } = yield* startReplicated(2)
    const [first, second] = standbys
    if (first === undefined || second === undefined) return expect.unreachable()
    const url = Redacted.make(primary.url)
    yield* PostgresMigrations.up({ url })
    const database = yield* PostgresDatabase.open({ url })
    const readFrom = standbys.map((standby) => Redacted.make(standby.url))
    let failures: number | null = null
    const failing: SqlDatabase = {
      ...database,
      read: (operation, effect) =>
        Effect.suspend(() => {
          if (failures === null) return database.read(operation, effect)
          failures += 1
          return new StoreError({ reason: "Unavailable", operation, cause: new Error("all connections are in use") })
        })
    }
    const followed = yield* followCopies(failing, { url, readFrom })
    const { answered, copies } = counted(followed)
    const states = Effect.map(followed.states, (all) => all.map(({ state }) => state))
    const areNow = (...wanted: ReadonlyArray<string>) => until(Effect.map(states, (now) => now.join() === wanted.join()))
    const here = actionsOn(SqlStores.make(database, copies))
    const other = actionsOn(yield* Layer.build(PostgresStores.layer({ url, readFrom })))
    const onFirst = yield* PostgresDatabase.open({ url: Redacted.make(first.url) })
    const onSecond = yield* PostgresDatabase.open({ url: Redacted.make(second.url) })
    let written = 0
    const write = Effect.suspend(() => other.putEvent(written += 1))
    const expectAll = Effect.gen(function*() {
      expect(yield* here.list).toEqual({ total: written, newest: written })
    })

    yield* here.putAgenda
    yield* write
    yield* areNow("ready", "ready")
    yield* logged("searches read a copy of the database copy=127.0.0.1:")
    // A search of a state that both have.
    yield* until(Effect.gen(function*() {
      const before = answered()
      yield* expectAll
      return answered() > before
    }))

    // What another process has written is read at once, from whatever database has it.
    for (let times = 0; times < 60; times += 1) {
      yield* write
      yield* expectAll
      expect(yield* other.list).toEqual({ total: written, newest: written })
    }

    // A primary that cannot be looked at says nothing of the standbys.
    failures = 0
    yield* until(Effect.sync(() => failures !== null && failures >= 6))
    expect(yield* states).toEqual(["ready", "ready"])
    failures = null

    // Replay is paused: what is new comes from the primary.
    yield* onFirst.sql`SELECT pg_wal_replay_pause()`
    yield* onSecond.sql`SELECT pg_wal_replay_pause()`
    const isPaused = ({ sql }: SqlDatabase) =>
      Effect.map(sql`SELECT pg_get_wal_replay_pause_state() AS now`, ([row]) => row?.["now"] === "paused")
    yield* until(Effect.all([isPaused(onFirst), isPaused(onSecond)]).pipe(Effect.map((both) => both.every((is) => is))))
    yield* write
    const whilePaused = answered()
    yield* expectAll
    expect(answered()).toBe(whilePaused)
    yield* areNow("behind", "behind")
    yield* logged("a copy of the database is behind")
    yield* write
    yield* expectAll
    yield* onFirst.sql`SELECT pg_wal_replay_resume()`
    yield* onSecond.sql`SELECT pg_wal_replay_resume()`
    yield* areNow("ready", "ready")

    // A promoted standby takes writes of its own, which nobody may see.
    yield* onFirst.sql`SELECT pg_promote()`
    yield* onFirst.sql`DELETE FROM agenda_event_document`
    yield* expectAll
    yield* areNow("away", "ready")
    yield* logged("it is no standby")
    yield* write
    yield* expectAll

    // A killed one is not waited for.
    process.kill(second.pid, "SIGQUIT")
    yield* expectAll
    yield* areNow("away", "away")
    const afterAll = answered()
    yield* write
    yield* expectAll
    expect(answered()).toBe(afterAll)
  }).pipe(Effect.provide(logger))
})

it.scopedLive("a standby that is away when a process starts, or is of another database, is not read", () =>
  Effect.gen(function*() {
    const [one, another] = yield* Effect.all([startReplicated(1), startReplicated(0)])
    const url = Redacted.make(one.primary.url)
    yield* PostgresMigrations.up({ url })
    yield* PostgresMigrations.up({ url: Redacted.make(another.primary.url) })
    const none = Redacted.make("postgres://postgres:agenda@127.0.0.1:1/postgres")
    const readFrom = [...one.standbys.map((standby) => Redacted.make(standby.url)), Redacted.make(another.primary.url), none]
    const stores = yield* Layer.build(PostgresStores.layer({ url, readFrom }))
    const states = Effect.flatMap(
      Effect.provide(ReadCopies, stores),
      (copies) => Effect.map(copies, (all) => all.map(({ state }) => state))
    )
    yield* until(Effect.map(states, (now) => now.join() === "ready,away,away"))
    const { list, putAgenda, putEvent } = actionsOn(stores)
    yield* putAgenda
    yield* putEvent(1)
    expect(yield* list).toEqual({ total: 1, newest: 1 })
  }))
