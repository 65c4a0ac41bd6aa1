import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { shared } from "@agenda-engine/sql/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/SqlStores"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { requireVersion } from "./requireVersion.js"
import * as SqliteDatabase from "./SqliteDatabase.js"
import { sqliteDialect } from "./sqliteDialect.js"
import * as SqliteMigrations from "./SqliteMigrations.js"

/** Where and how to open a database. */
export interface SqliteOptions extends SqliteDatabase.Waiting {
  /** A path, made into a database if nothing is there; or `:memory:`, a database that ends with the layer. */
  readonly filename: string
  /** Whether to bring the schema up to date first. Default: true. With false and an old schema, store calls fail with `Unsupported`. */
  readonly migrate?: boolean | undefined
}

/**
 * Every port on a SQLite file: WAL, `synchronous=FULL` (a committed change survives a power cut), foreign keys, and writers that take
 * turns, also between processes. `Unavailable`: the file cannot be opened; `Corrupt`: it is no database.
 *
 * @example
 * Effect.provide(program, SqliteStores.layer({ filename: "agenda.db" }))
 */
export const layer = ({ filename, migrate = true, ...waiting }: SqliteOptions): Layer.Layer<Stores, StoreError> =>
  Layer.scopedContext(Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(filename, waiting)
    yield* migrate ? SqliteMigrations.upDatabase(database) : SqliteMigrations.statusDatabase(database)
    return SqlStores.make(database)
  }))

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<SqliteOptions>): Layer.Layer<Stores, StoreError | ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))

/**
 * Every port over the client of a host, so that engine and host can share a transaction. The schema is the host's to migrate
 * (`SqliteMigrations.upClient`), and so are the connection's settings: see the package's README. `Unsupported`: the host's SQLite is older
 * than 3.51.3, which can corrupt files.
 */
export const layerClient: Layer.Layer<Stores, StoreError, SqlClient.SqlClient> = Layer.effectContext(
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.as(requireVersion(sql), SqlStores.make(shared(sqliteDialect, sql))))
)
