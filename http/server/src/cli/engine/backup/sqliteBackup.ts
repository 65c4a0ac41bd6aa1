import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as SqliteBackup from "@agenda-engine/sqlite/SqliteBackup"
import * as SqliteMigrations from "@agenda-engine/sqlite/SqliteMigrations"
import * as Effect from "effect/Effect"
import { copyFileSync, existsSync, linkSync, realpathSync, renameSync, rmSync } from "node:fs"
import { Failure } from "../../output/Failure.js"
import type { DatabaseBackup } from "../Database.js"
import { attempt, flush, instantName } from "./files.js"

/** The files of a write-ahead log. */
const logSuffixes = ["-wal", "-shm"]

/** The files of a database: its own, and those of its write-ahead log. */
const suffixes = ["", ...logSuffixes]

/** Keeps a file under another name, too. */
const keep = (path: string, other: string): void => {
  try {
    linkSync(path, other)
  } catch {
    // Not every file system has links.
    copyFileSync(path, other)
  }
}

/**
 * Writes the write-ahead log of a database to its file, so that one rename replaces it. Fails while another program has
 * the database open. A damaged database is replaced as it is.
 */
const settle = (database: SqliteMigrations.SqliteFile): Effect.Effect<void, Failure> =>
  Effect.gen(function*() {
    const isSound = yield* Effect.isSuccess(SqliteBackup.settle(database))
    if (isSound && existsSync(`${database.filename}-wal`)) {
      return yield* new Failure({ message: `another program has ${database.filename} open: stop it first` })
    }
  })

/** Replaces a database by a copy of a backup, with one rename. */
const replace = (
  database: SqliteMigrations.SqliteFile,
  file: string,
  at: number
): Effect.Effect<{ readonly aside: string | null }, Failure | StoreError> => {
  const { filename } = database
  const failure = `${filename} cannot be restored`
  const partial = `${filename}.${process.pid}.partial`
  const aside = `${filename}.before-${instantName(at)}`
  return Effect.gen(function*() {
    const isReplaced = existsSync(filename)
    if (isReplaced) yield* settle(database)
    yield* attempt(failure, () => copyFileSync(file, partial))
    yield* SqliteBackup.expireCursors({ filename: partial })
    yield* flush(partial)
    yield* attempt(failure, () => {
      for (const suffix of suffixes) if (existsSync(filename + suffix)) keep(filename + suffix, aside + suffix)
      for (const suffix of logSuffixes) rmSync(filename + suffix, { force: true })
      renameSync(partial, filename)
    })
    yield* flush(filename)
    return { aside: isReplaced ? aside : null }
  }).pipe(
    Effect.ensuring(Effect.sync(() => suffixes.forEach((suffix) => rmSync(partial + suffix, { force: true }))))
  )
}

/** Backup of a SQLite file: a database that opens as it is. */
export const sqliteBackup = (database: SqliteMigrations.SqliteFile): DatabaseBackup => {
  const { filename } = database
  return {
    kind: "sqlite",
    copyTo: (file) => SqliteBackup.copy(database, file),
    factsOf: (file) =>
      Effect.gen(function*() {
        const faults = yield* SqliteBackup.faultsOf({ filename: file })
        if (faults.length > 0) return yield* new Failure({ message: `${file} is damaged: ${faults.join("; ")}` })
        yield* SqliteMigrations.status({ filename: file })
        return yield* SqliteMigrations.facts({ filename: file })
      }),
    ready: Effect.void,
    lastAt: SqliteBackup.lastAt(database),
    note: (at) => SqliteBackup.note(database, at),
    restoreFrom: (file, at) =>
      Effect.flatMap(
        // The log of a symbolic link is beside its target, and the link stays.
        attempt(`${filename} cannot be restored`, () => existsSync(filename) ? realpathSync(filename) : filename),
        (path) => replace({ ...database, filename: path }, file, at)
      )
  }
}
