import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { ReadCopy } from "@agenda-engine/core/ports/host/ReadCopies"
import * as Cell from "@agenda-engine/sql/database/Cell"
import { readFirst } from "@agenda-engine/sql/database/readRows"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { revisionsFrom, selectRevisions } from "@agenda-engine/sql/read/readRevisions"
import type { Copies, OpenCopy } from "@agenda-engine/sql/read/searchCopy"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as PostgresDatabase from "./PostgresDatabase.js"

const operation = "followCopies"

/** How often copies are looked at. */
const lookEvery = "1 second"

/** How long a look at a copy may take. */
const look_ms_max = 1_000

/** How long a copy may take to replay what the primary had written. */
const lag_ms_max = 5_000

const failed = (reason: "Unavailable" | "Unsupported", why: string): StoreError =>
  new StoreError({ reason, operation, cause: new Error(why) })

/** The id of a database, and a position in its write-ahead log. */
interface Written {
  readonly id: string
  readonly position: string
}

/** What a primary has written so far. Null: it has no schema yet. */
const writtenBy = ({ read, sql }: SqlDatabase): Effect.Effect<Written | null, StoreError> =>
  read(
    operation,
    Effect.flatMap(
      sql`SELECT id, (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS position
        FROM agenda_database`,
      (rows) => readFirst(operation, rows, (row) => ({ id: Cell.text(row, "id"), position: Cell.text(row, "position") }))
    )
  )

/** Whether a standby has replayed a position. Fails with `Unsupported` when it is no standby of this database. */
const hasReplayed = ({ read, sql }: SqlDatabase, { id, position }: Written): Effect.Effect<boolean, StoreError> =>
  Effect.gen(function*() {
    const found = yield* read(
      operation,
      Effect.flatMap(
        sql`SELECT id, pg_is_in_recovery()::int AS follows, (pg_last_wal_replay_lsn() >= ${position}::pg_lsn)::int AS reached
          FROM agenda_database`,
        (rows) =>
          readFirst(operation, rows, (row) => ({
            id: Cell.text(row, "id"),
            follows: Cell.integer(row, "follows"),
            reached: Cell.integerOrNull(row, "reached")
          }))
      )
    )
    if (found?.id !== id) return yield* failed("Unsupported", "it is a copy of another database")
    if (found.follows === 0) return yield* failed("Unsupported", "it is no standby: it takes writes of its own")
    return found.reached === 1
  })

/** The revisions of topics in a standby. A promoted one has none. */
const revisionsIn = (database: SqlDatabase): OpenCopy["revisions"] => (topics) =>
  Effect.flatMap(
    database.sql`${selectRevisions(database, topics)} AND pg_is_in_recovery()`,
    (rows) => revisionsFrom(operation, rows, topics)
  )

/** A copy that is looked at again and again. */
interface Followed {
  /** Null before the first look. */
  readonly state: () => ReadCopy | null
  /** The copy while it can be read, else null. */
  readonly current: () => OpenCopy | null
}

/** Follows a copy in the background until the scope closes. */
const follow = (
  primary: SqlDatabase,
  server: PostgresDatabase.PostgresServer
): Effect.Effect<Followed, never, Scope.Scope> =>
  Effect.gen(function*() {
    const place = PostgresDatabase.addressOf(server.url)
    const lost = yield* Effect.makeLatch(true)
    let state: ReadCopy["state"] | null = null
    let current: OpenCopy | null = null
    let target: { readonly written: Written; readonly since: number } | null = null

    /** Notes the state of the copy, with a line in the log when it is a new one. */
    const note = (now: ReadCopy["state"], why: string): Effect.Effect<void> =>
      Effect.suspend(() => {
        if (state === now) return Effect.void
        state = now
        return now === "ready"
          ? Effect.zipRight(lost.close, Effect.annotateLogs(Effect.logInfo("searches read a copy of the database"), { copy: place }))
          : Effect.zipRight(lost.open, Effect.annotateLogs(Effect.logWarning(`a copy of the database is ${now}`), { copy: place, why }))
      })

    /** Compares the copy with what the primary has written. It says nothing of the copy when the primary fails. */
    const look = (database: SqlDatabase): Effect.Effect<void, StoreError> =>
      Effect.gen(function*() {
        const written = yield* Effect.orElseSucceed(writtenBy(primary), () => null)
        if (written === null) return
        const now = yield* Clock.currentTimeMillis
        target ??= { written, since: now }
        const isReached = yield* hasReplayed(database, target.written).pipe(
          // A running statement cannot be cancelled; the timeout must not wait for it.
          Effect.disconnect,
          Effect.timeoutFail({
            duration: look_ms_max,
            onTimeout: () => failed("Unavailable", `it did not answer within ${look_ms_max} ms`)
          })
        )
        const { since } = target
        if (isReached) target = { written, since: now }
        if (isReached || now - since < lag_ms_max) yield* isReached || state === "ready" ? note("ready", "") : Effect.void
        else yield* note("behind", `it has not replayed what was written ${now - since} ms ago`)
      })

    const noteAway = ({ message }: StoreError) =>
      Effect.suspend(() => {
        // The primary may be another database by the next look.
        target = null
        return note("away", message)
      })

    const run = Effect.gen(function*() {
      // Searches may hold all connections of the other pool.
      const watched = yield* PostgresDatabase.open({ ...server, maxConnections: 1 })
      const database = yield* PostgresDatabase.open(server)
      current = { database, lost: lost.await, revisions: revisionsIn(database) }
      yield* Effect.repeat(Effect.catchAll(look(watched), noteAway), Schedule.spaced(lookEvery))
    }).pipe(Effect.scoped, Effect.catchAll(noteAway))

    yield* Effect.forkScoped(Effect.withTracerEnabled(Effect.repeat(run, Schedule.spaced(lookEvery)), false))
    return { state: () => state === null ? null : { place, state }, current: () => state === "ready" ? current : null }
  })

/** Follows the hot standbys at some URLs until the scope closes. Searches read them by turns. */
export const followCopies = (
  primary: SqlDatabase,
  { readFrom = [], ...server }: PostgresDatabase.PostgresServer & { readonly readFrom?: ReadonlyArray<Redacted.Redacted> | undefined }
): Effect.Effect<Copies, never, Scope.Scope> =>
  Effect.map(Effect.forEach(readFrom, (url) => follow(primary, { ...server, url })), (followed) => {
    let turn = 0
    return {
      next: () => {
        const open = followed.flatMap(({ current }) => current() ?? [])
        turn += 1
        return open[turn % open.length] ?? null
      },
      states: Effect.sync(() => followed.flatMap(({ state }) => state() ?? []))
    }
  })
