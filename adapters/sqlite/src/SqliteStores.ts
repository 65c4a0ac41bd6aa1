import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { overClient, type SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { requireVersion } from "./requireVersion.js"
import * as SqliteDatabase from "./SqliteDatabase.js"
import { sqliteDialect } from "./sqliteDialect.js"
import * as SqliteMigrations from "./SqliteMigrations.js"

/** Options of the SQLite stores. */
export interface SqliteOptions extends SqliteDatabase.Waiting {
  /** A path, created if missing; or `:memory:`, a database that ends with the layer. */
  readonly filename: string
  /**
   * Whether to migrate the schema first. Default: true. With false and an old schema, store calls fail with
   * `Unsupported`.
   */
  readonly migrate?: boolean | undefined
}

const migrated = (database: SqlDatabase, migrate: boolean): Effect.Effect<Context.Context<Stores | HostStatements>, StoreError> =>
  Effect.gen(function*() {
    yield* migrate ? SqliteMigrations.upDatabase(database) : SqliteMigrations.statusDatabase(database)
    return SqlStores.make(database)
  })

/**
 * All store ports on a SQLite file, in WAL mode with `synchronous=FULL` (a committed change survives a power cut) and
 * foreign keys. Writers are serialized, across processes too. Fails with `Unavailable` when the file cannot be opened
 * and with `Corrupt` when it is not a database.
 *
 * @example
 * Effect.provide(program, SqliteStores.layer({ filename: "agenda.db" }))
 */
export const layer = ({ filename, migrate = true, ...waiting }: SqliteOptions): Layer.Layer<Stores | HostStatements, StoreError> =>
  Layer.scopedContext(Effect.flatMap(SqliteDatabase.open(filename, waiting), (database) => migrated(database, migrate)))

/**
 * All store ports on the database that a host has open with better-sqlite3 (`SqliteDatabase.openHost`). A transaction
 * of the host is not joined: use `layerClient` for that.
 *
 * @example
 * SqliteStores.layerDatabase(new Database("app.db"))
 */
export const layerDatabase = (
  host: SqliteDatabase.HostDatabase,
  { migrate = true, ...waiting }: Omit<SqliteOptions, "filename"> = {}
): Layer.Layer<Stores | HostStatements, StoreError> =>
  Layer.scopedContext(Effect.flatMap(SqliteDatabase.openHost(host, waiting), (database) => migrated(database, migrate)))

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<SqliteOptions>): Layer.Layer<Stores | HostStatements, StoreError | ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))

/**
 * All store ports over a host's client, so that engine and host can share a transaction. The host migrates the schema
 * (`SqliteMigrations.upClient`) and configures the connection: see the package's README. Fails with `Unsupported` when
 * the host's SQLite is older than 3.51.3, which can corrupt files, or when a newer version migrated the database.
 */
export const layerClient: Layer.Layer<Stores | HostStatements, StoreError, SqlClient.SqlClient> = Layer.effectContext(
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* requireVersion(sql)
    const database = overClient(sqliteDialect, sql)
    yield* SqliteMigrations.statusDatabase(database)
    return SqlStores.make(database)
  })
)
