import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { realpathSync, statSync } from "node:fs"
import { resolve } from "node:path"

/**
 * Maximum age of the last check for a read, in milliseconds. A read takes tens of microseconds, a check of both files
 * six.
 */
const check_ms = 1_000

/** Identifies a file: device and inode. */
interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

const identityOf = (path: string): Identity | null => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

const isSame = (one: Identity | null, other: Identity | null): boolean =>
  one !== null && other !== null && one.dev === other.dev && one.ino === other.ino

const movedError = (path: string): SqlError => {
  const message = `the file ${path} was deleted or replaced while the database is open: put it back, or restart the program`
  return new SqlError({ message, cause: Object.assign(new Error(message), { code: "SQLITE_READONLY_DBMOVED" }) })
}

/** Fails when a file of an open database was deleted or replaced. */
export interface FileGuard {
  /** For write transactions, slow reads and openings: checks every time. */
  readonly check: Effect.Effect<void, SqlError>
  /** For short reads: checks at most once per second. */
  readonly checkRecently: Effect.Effect<void, SqlError>
}

/** The guard of a file that nothing is written to. */
export const none: FileGuard = { check: Effect.void, checkRecently: Effect.void }

/**
 * Records the identity of a database file and its write-ahead log. The operating system keeps a deleted file until it
 * is closed: without the check, SQLite would go on writing to it and all writes would be lost.
 */
export const record = (filename: string): Effect.Effect<FileGuard, SqlError> =>
  Effect.try({
    try: () => {
      const path = resolve(filename)
      // SQLite creates the log beside the target of a symbolic link.
      const log = `${realpathSync(path)}-wal`
      const opened = identityOf(path)
      let openedLog = identityOf(log)
      let checkedAt = performance.now()
      let failure: SqlError | null = null
      const compare = (): SqlError | null => {
        // The log is created by the first transaction.
        openedLog ??= identityOf(log)
        checkedAt = performance.now()
        if (!isSame(opened, identityOf(path))) return movedError(path)
        return openedLog === null || isSame(openedLog, identityOf(log)) ? null : movedError(log)
      }
      const outcome = (): Effect.Effect<void, SqlError> => failure === null ? Effect.void : Effect.fail(failure)
      return {
        check: Effect.suspend(() => {
          failure = compare()
          return outcome()
        }),
        checkRecently: Effect.suspend(() => {
          if (performance.now() - checkedAt >= check_ms) failure = compare()
          return outcome()
        })
      }
    },
    catch: (cause) => new SqlError({ cause, message: "cannot look at the file" })
  })
