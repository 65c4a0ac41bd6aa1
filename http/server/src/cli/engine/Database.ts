import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { statSync } from "node:fs"
import { resolve } from "node:path"
import { type DatabaseConfig, databaseConfig } from "../../config/databaseConfig.js"
import { Failure, Misuse, showConfigError } from "../output/Failure.js"

/** A schema migration. */
export interface MigrationStep {
  readonly id: number
  readonly name: string
}

/** What tells one database from another. */
export interface DatabaseFacts {
  /** The random id. Null: an unreleased version made the database. */
  readonly id: string | null
  readonly agendas: number
  /** The number of events, counted up to a million. */
  readonly events: number
  /** Whether there may be more events than were counted. */
  readonly hasMore: boolean
  /** When the newest change was logged, in epoch milliseconds. Null: the log has no change. */
  readonly changedAt: number | null
  /** When the newest backup was complete, in epoch milliseconds. Null: there is none. */
  readonly backedUpAt: number | null
}

/** How a kind of database is copied to a file, and made of that file again. */
export interface DatabaseBackup {
  readonly kind: "postgres" | "sqlite"
  /** Writes one snapshot to a new file while others use the database. */
  readonly copyTo: (file: string) => Effect.Effect<void, Failure | StoreError>
  /** The facts of a file that `copyTo` wrote; null: only the database itself knows them. Fails for a damaged file. */
  readonly factsOf: (file: string) => Effect.Effect<DatabaseFacts | null, Failure | StoreError>
  /** Fails when a program that backups need is missing, or older than the server. */
  readonly ready: Effect.Effect<void, Failure | StoreError>
  /** When the newest backup was complete, in epoch milliseconds; null: there is none. */
  readonly lastAt: Effect.Effect<number | null, StoreError>
  /** Notes in the database that a backup was complete. */
  readonly note: (at: number) => Effect.Effect<void, StoreError>
  /**
   * Makes the database of such a file. A SQLite file that was there before is replaced at the end; `aside` names where
   * it is kept. A Postgres database has to be empty. Cursors of the log of changes expire.
   */
  readonly restoreFrom: (file: string, at: number) => Effect.Effect<{ readonly aside: string | null }, Failure | StoreError>
}

/** Some rows of a table. */
export interface TableRows {
  readonly table: string
  readonly rows: ReadonlyArray<{ readonly [column: string]: number | string | null }>
}

/** How all tables of a database are read, and how an empty one is filled. */
export interface DatabaseTables {
  /** Gives one snapshot of all tables, in batches, to an effect, while others use the database. */
  readonly read: <E>(write: (rows: TableRows) => Effect.Effect<void, E>) => Effect.Effect<void, E | StoreError>
  /**
   * Fills an empty database in one transaction. The effect gives what `read` has given to the function that it gets.
   */
  readonly write: <E, R>(
    feed: (insert: (rows: TableRows) => Effect.Effect<void, StoreError>) => Effect.Effect<void, E, R>
  ) => Effect.Effect<void, E | StoreError, R>
}

/** A database by its URL, not yet opened. */
export interface Database {
  /** Its stores; with `migrate`, after migrating the schema. With `readsCopies`, searches read its standbys, too. */
  readonly layer: (options: { readonly migrate: boolean; readonly readsCopies: boolean }) => Layer.Layer<Stores, StoreError>
  /** Fails when the database does not exist. Opening a SQLite file would create it. */
  readonly found: Effect.Effect<void, Failure, FileSystem.FileSystem>
  /** Migrates the schema and returns the migrations applied. */
  readonly up: Effect.Effect<ReadonlyArray<MigrationStep>, StoreError>
  /** `up` with a number of partitions of each table by agenda; fails where there are others. Null: it has none. */
  readonly upPartitioned: ((partitions: number) => Effect.Effect<ReadonlyArray<MigrationStep>, StoreError>) | null
  /** The applied and the pending migrations. */
  readonly status: Effect.Effect<
    { readonly applied: ReadonlyArray<MigrationStep>; readonly pending: ReadonlyArray<MigrationStep> },
    StoreError
  >
  /** What tells it from other databases. Null: it does not exist, or has no tables. Creates nothing. */
  readonly facts: Effect.Effect<DatabaseFacts | null, StoreError>
  /** How it is backed up and restored. Null: it is in memory. */
  readonly backup: DatabaseBackup | null
  /** Its tables. Null: it is in memory. */
  readonly tables: DatabaseTables | null
  /** Measures what statements are planned by, which many writes have changed. Null: nothing is. */
  readonly analyze: Effect.Effect<void, StoreError> | null
  /** The statements that take longest, as lines. Null: the database does not measure them. */
  readonly slowest: Effect.Effect<ReadonlyArray<string> | null>
  /** Where it is: the path of the file and its inode, or server and database. Without credentials. */
  readonly place: Effect.Effect<string>
}

const filePlace = (filename: string): Effect.Effect<string> =>
  Effect.sync(() => {
    const path = resolve(filename)
    const inode = statSync(path, { throwIfNoEntry: false })?.ino
    return inode === undefined ? path : `${path} (inode ${inode})`
  }).pipe(Effect.catchAllDefect(() => Effect.succeed(filename)))

const serverPlace = (url: string): string => {
  if (!URL.canParse(url)) return "postgres"
  const { hash, host, pathname, search } = new URL(url)
  // A password with an unescaped delimiter would be taken for a host and what follows it.
  return /^[^=]*@/.test(pathname + search + hash) ? "postgres" : `postgres://${host}${pathname}`
}

const fileFound = (filename: string): Effect.Effect<void, Failure, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.access(filename)).pipe(
    Effect.mapError((error) =>
      new Failure({
        message: error._tag === "SystemError" && error.reason === "NotFound"
          ? `database not found: ${filename}`
          : `the database ${filename} cannot be read: ${error.message}`
      })
    )
  )

const sqlite = (filename: string, { busyTimeout }: DatabaseConfig): Effect.Effect<Database> =>
  Effect.map(
    Effect.promise(() =>
      Promise.all([
        import("@agenda-engine/sqlite/SqliteStores"),
        import("@agenda-engine/sqlite/SqliteMigrations"),
        import("@agenda-engine/sqlite/SqliteBackup"),
        import("./backup/sqliteBackup.js")
      ])
    ),
    ([stores, migrations, { readTables, writeTables }, { sqliteBackup }]) => {
      const up = migrations.up({ filename, busyTimeout })
      return {
        layer: ({ migrate }) => stores.layer({ filename, migrate, busyTimeout }),
        found: filename === ":memory:" ? Effect.void : fileFound(filename),
        up,
        upPartitioned: null,
        // A database in memory is new each time it is opened, so every migration is pending.
        status: filename === ":memory:"
          ? Effect.map(up, (pending) => ({ applied: [], pending }))
          : migrations.status({ filename }),
        backup: filename === ":memory:" ? null : sqliteBackup({ filename, busyTimeout }),
        facts: filename === ":memory:" ? Effect.succeed(null) : migrations.facts({ filename }),
        tables: filename === ":memory:" ? null : {
          read: (write) => readTables({ filename }, write),
          write: (feed) => writeTables({ filename, busyTimeout }, feed)
        },
        analyze: null,
        slowest: Effect.succeed(null),
        place: filename === ":memory:" ? Effect.succeed(filename) : filePlace(filename)
      }
    }
  )

const postgres = (url: Redacted.Redacted, { readFrom, ...config }: DatabaseConfig): Effect.Effect<Database> =>
  Effect.map(
    Effect.promise(() =>
      Promise.all([
        import("@agenda-engine/postgres/PostgresStores"),
        import("@agenda-engine/postgres/PostgresMigrations"),
        import("@agenda-engine/postgres/PostgresInspection"),
        import("./backup/postgresBackup.js")
      ])
    ),
    ([stores, migrations, { slowestStatements }, { postgresBackup }]) => ({
      layer: ({ migrate, readsCopies }) => stores.layer({ url, migrate, ...config, ...(readsCopies ? { readFrom } : {}) }),
      found: Effect.void,
      up: migrations.up({ url, ...config }),
      upPartitioned: (partitions) => migrations.up({ url, ...config }, partitions),
      status: migrations.status({ url, ...config }),
      facts: migrations.facts({ url, ...config }),
      backup: postgresBackup({ url, ...config }),
      tables: {
        read: (write) => migrations.readTables({ url, ...config }, write),
        write: (feed) => migrations.writeTables({ url, ...config }, feed)
      },
      analyze: migrations.analyze({ url, ...config }),
      slowest: slowestStatements({ url, ...config }).pipe(
        Effect.map((found) =>
          found.map(({ calls, mean_ms, text }) =>
            `${mean_ms.toFixed(1)} ms in ${calls} calls: ${text.replaceAll(/\s+/g, " ").slice(0, 80)}`
          )
        ),
        Effect.orElseSucceed(() => null)
      ),
      place: Effect.succeed(serverPlace(Redacted.value(url)))
    })
  )

/**
 * The database that a name means: `sqlite:FILE`, `sqlite::memory:`, `postgres://…` or `postgresql://…`. Only the driver
 * that it needs is loaded. Anything else is misuse, and so are bounds from the environment that it cannot take.
 */
export const databaseOf = (name: string): Effect.Effect<Database, Misuse> =>
  Effect.gen(function*() {
    const config = yield* Effect.mapError(databaseConfig, (error) => new Misuse({ message: showConfigError(error) }))
    if (/^sqlite:./.test(name)) return yield* sqlite(name.slice("sqlite:".length), config)
    if (/^postgres(?:ql)?:\/\//.test(name)) return yield* postgres(Redacted.make(name), config)
    return yield* new Misuse({ message: "--database takes sqlite:FILE, sqlite::memory: or postgres://USER:PASSWORD@HOST/NAME" })
  })
