import { count, loggedPages } from "@agenda-engine/core/domain/engineMetrics"
import type { BatchConnection } from "@agenda-engine/sql/database/directStatements"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { resolve } from "node:path"
import * as CheckpointThread from "./CheckpointThread.js"

/** Pages of the log after which the thread copies them to the file. */
const pass_pages = 1_000

/**
 * Pages of the log after which a commit waits until the next one can restart it. Writers without a gap never let it
 * restart otherwise.
 */
const restart_pages = 4_000

/** Pages of the log from which a commit waits for the copying, because writers are faster than it. */
const wait_pages = 6_000

/** Pages of the log from which SQLite itself copies them at each commit. */
const own_pages = 8_000

/** The same once the thread has ended by itself: the default of SQLite. */
const own_pages_alone = 1_000

/** Milliseconds that a commit waits for the thread, which the disk of another file may hold up. */
const wait_ms = 1_000

/** Whether a promise is fulfilled within `wait_ms`. */
const isInTime = (ended: Promise<void>): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), wait_ms)
    const wait = async (): Promise<void> => {
      await ended
      clearTimeout(timer)
      resolve(true)
    }
    void wait()
  })

/** Returns the pages of the log as `log`, and copies none. */
const measureLog = ["PRAGMA wal_checkpoint(NOOP)", []] as const

const setOwn = (connection: BatchConnection, pages: number): Effect.Effect<unknown, SqlError> =>
  connection.execute(`PRAGMA wal_autocheckpoint = ${pages}`, [], undefined)

/**
 * Checkpoints a file on a thread until the scope closes. Returns what has to run after each commit of `connection`, the
 * one that writes, before another transaction begins on it. It never fails: where the thread does, or is late, SQLite
 * itself checkpoints on this thread.
 */
export const open = (
  filename: string,
  connection: BatchConnection,
  pragmas: ReadonlyArray<string>
): Effect.Effect<() => Effect.Effect<void>, SqlError, Scope.Scope> =>
  Effect.gen(function*() {
    const file = CheckpointThread.fileOf(resolve(filename), pragmas)
    let running: Promise<void> | null = null
    let failure: { readonly cause: unknown } | null = null
    let isAlone = false
    /** Whether the last checkpoint failed, or readers or another process were in its way. */
    let isBlocked = false
    /** Whether a commit has waited in vain for the checkpoint that runs. */
    let isLate = false
    /** The error of the last checkpoint; null once it is logged. */
    let error: unknown = null
    let isFailing = false
    let logged = 0
    /** Pages of the log at the last checkpoint. */
    let seen = 0

    const note = (pages: number): void => {
      count(loggedPages, pages - logged)
      logged = pages
      if (pages < seen) seen = 0
    }
    const run = async (mode: CheckpointThread.Mode): Promise<void> => {
      try {
        const ended = await file.checkpoint(mode)
        const isError = "error" in ended
        if (isError && !isFailing) error = ended.error
        isFailing = isError
        isBlocked = isError || !ended.isComplete
      } catch (cause) {
        failure = { cause }
      }
      running = null
      isLate = false
    }
    const waitFor = (ended: Promise<void>): Effect.Effect<void> =>
      Effect.map(Effect.promise(() => isInTime(ended)), (isEnded) => {
        isLate = !isEnded && running === ended
      })
    const checkpoint = (mode: CheckpointThread.Mode): Promise<void> => {
      seen = logged
      return running = run(mode)
    }
    const warn = (message: string, cause: unknown): Effect.Effect<void> =>
      Effect.annotateLogs(Effect.logWarning(message, cause), { file: filename })
    const goOnAlone = (cause: unknown): Effect.Effect<void> => {
      isAlone = true
      return Effect.zipRight(
        warn("the checkpoint thread failed: commits checkpoint until the database is opened again", cause),
        Effect.ignoreLogged(setOwn(connection, own_pages_alone))
      )
    }
    const goOnWith = (pages: number): Effect.Effect<void> => {
      note(pages)
      if (isAlone) return Effect.void
      if (failure !== null) return goOnAlone(failure.cause)
      if (error !== null) {
        const logging = warn("a checkpoint failed: it is tried again", error)
        error = null
        return Effect.zipRight(logging, next())
      }
      const current = running
      if (current !== null) return pages < wait_pages || isLate ? Effect.void : Effect.flatMap(waitFor(current), next)
      const isDue = pages - seen >= pass_pages
      if (!isBlocked && pages >= (isDue ? wait_pages : restart_pages)) return waitFor(checkpoint("RESTART"))
      if (isDue) void checkpoint("PASSIVE")
      return Effect.void
    }
    const next = (): Effect.Effect<void> =>
      Effect.matchEffect(connection.executeNow(measureLog), {
        onSuccess: ([row]) => goOnWith(Math.max(0, Number(row?.["log"] ?? 0))),
        onFailure: goOnAlone
      })

    yield* setOwn(connection, own_pages)
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        note(0)
        // The file may be moved or removed once it is closed.
        await running
        // A thread that has failed has no connection left.
        await file.close().catch(() => {})
      })
    )
    return next
  })
