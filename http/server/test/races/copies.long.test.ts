import * as PostgresDatabase from "@agenda-engine/postgres/PostgresDatabase"
import { integer } from "@agenda-engine/sql/database/Cell"
import { readFirst } from "@agenda-engine/sql/database/readRows"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { startReplicated } from "../../../../adapters/postgres/test/copies/startReplicated.js"
import { ofFull, seedOfRun } from "../../../../core/test/repository/ofFull.js"
import { moderatorOf, raceIn, serveRaced } from "../sync/RacedAgenda.js"
import { raceReads } from "./readingWriters.js"

/** Reads while the standbys are in one state. */
const reads_min = ofFull(1_500)

/** Runs a statement in a standby again when replay has cancelled it. */
const retried = Effect.retry({ times: 10 })

/** Scans of tables of events by searches in a standby, whose looks and revisions read other tables. */
const scansOf = ({ sql }: SqlDatabase) =>
  Effect.flatMap(
    sql`SELECT COALESCE(SUM(COALESCE(seq_scan, 0) + COALESCE(idx_scan, 0)), 0)::int AS scans
      FROM pg_stat_user_tables WHERE relname LIKE 'agenda_event%'`,
    (rows) => readFirst("scansOf", rows, (row) => integer(row, "scans"))
  ).pipe(retried)

/** Waits until a condition holds, which other processes bring about. */
const until = <E>(condition: Effect.Effect<boolean, E>): Effect.Effect<void, E> =>
  Effect.asVoid(Effect.repeat(Effect.delay(condition, "20 millis"), { until: (holds) => holds }))

it.scopedLive(
  "two servers answer no stale data while their standbys are paused, promoted and killed",
  () =>
    Effect.gen(function*() {
      const { primary, standbys } = yield* startReplicated(2)
      const [first, second] = standbys
      if (first === undefined || second === undefined) return expect.unreachable()
      const agenda = yield* Effect.promise(() => raceIn(primary.url))
      const settings = { AGENDA_DATABASE_READ: standbys.map(({ url }) => url).join() }
      const serve = Effect.acquireRelease(
        Effect.promise(() => serveRaced(agenda, settings)),
        (server) => Effect.promise(() => server.stop())
      )
      const servers = yield* Effect.all([serve, serve], { concurrency: "unbounded" })
      const onFirst = yield* PostgresDatabase.open({ url: Redacted.make(first.url) })
      const onSecond = yield* PostgresDatabase.open({ url: Redacted.make(second.url) })

      const seed = seedOfRun ?? (yield* Random.nextIntBetween(0, 1_000_000))
      const readers = [{ key: agenda.ownerKey }, { key: agenda.publicKey }]
      const race = yield* Effect.acquireRelease(
        Effect.sync(() => raceReads(servers, readers, seed)),
        ({ stop }) => Effect.promise(stop)
      )
      const expectNoFaults = (state: string) => Effect.sync(() => expect(race.faults, `${state}, AGENDA_TEST_SEED=${seed}`).toEqual([]))

      /** The status of a request that moderators alone may make, on each server. */
      const statuses = (key: string) =>
        Effect.forEach(
          servers,
          ({ events }) => Effect.promise(() => fetch(`${events}?state=0&size=1`, { headers: { key } }).then(({ status }) => status))
        )
      let states = 0
      /** Reads for a while. In turn a member is removed and a key revoked, which both servers refuse at once. */
      const readWhile = (state: string) =>
        Effect.gen(function*() {
          const before = race.reads()
          states += 1
          const { key, removeMember, revokeKey } = yield* Effect.promise(() => moderatorOf(agenda, `mo-${states}`))
          expect(yield* statuses(key), state).toEqual([200, 200])
          yield* Effect.promise(states % 2 === 0 ? removeMember : revokeKey)
          expect(yield* statuses(key), state).toEqual([403, 403])
          yield* until(Effect.sync(() => race.reads() >= before + reads_min || race.faults.length > 0))
          yield* expectNoFaults(state)
        })
      /** Waits until searches have read each of some standbys. */
      const readsReach = (...databases: ReadonlyArray<SqlDatabase>) =>
        Effect.forEach(databases, (database) =>
          Effect.flatMap(scansOf(database), (before) =>
            until(Effect.map(scansOf(database), (now) =>
              Number(now) > Number(before) + 50 || race.faults.length > 0))))
      const setReplay = ({ sql }: SqlDatabase, isPaused: boolean) =>
        Effect.zipRight(
          isPaused ? sql`SELECT pg_wal_replay_pause()` : sql`SELECT pg_wal_replay_resume()`,
          until(Effect.map(sql`SELECT pg_get_wal_replay_pause_state() AS now`, ([row]) =>
            (row?.["now"] === "paused") === isPaused))
        ).pipe(retried)
      yield* readsReach(onFirst, onSecond)
      yield* readWhile("both follow")
      yield* setReplay(onFirst, true)
      yield* readWhile("one is paused")
      yield* setReplay(onSecond, true)
      yield* readWhile("both are paused")
      yield* setReplay(onFirst, false)
      yield* setReplay(onSecond, false)
      yield* readsReach(onFirst, onSecond)

      // It takes writes of its own, and what it has is soon old.
      yield* onFirst.sql`SELECT pg_promote()`
      yield* onFirst.sql`UPDATE agenda_revision SET revision = revision + 1000000`
      yield* readWhile("one is promoted")
      yield* readsReach(onSecond)
      // A session counts its scans when it ends, or within seconds.
      yield* onFirst.sql`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
      const scans = yield* scansOf(onFirst)

      process.kill(second.pid, "SIGQUIT")
      yield* readWhile("one is promoted, the other one is killed")
      expect(yield* scansOf(onFirst)).toBe(scans)
    })
)
