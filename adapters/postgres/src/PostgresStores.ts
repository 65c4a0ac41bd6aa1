import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { overClient } from "@agenda-engine/sql/database/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { followCopies } from "./followCopies.js"
import * as PostgresDatabase from "./PostgresDatabase.js"
import { postgresDialect } from "./postgresDialect.js"
import * as PostgresMigrations from "./PostgresMigrations.js"

/** Options of the Postgres stores. */
export interface PostgresOptions extends PostgresDatabase.PostgresServer {
  /**
   * Whether to migrate the schema first. Default: true. With false and an old schema, store calls fail with
   * `Unsupported`.
   */
  readonly migrate?: boolean | undefined
  /**
   * Number of partitions of each table by agenda, 2 to 64, when `migrate` makes the schema. Fails with `Unsupported`
   * when it was made with another number. Default: the tables have none.
   */
  readonly partitions?: number | undefined
  /**
   * URLs of hot standbys of the database. Searches read one that has reached the revisions that the database has, else
   * the database itself: never what is stale. Default: none.
   */
  readonly readFrom?: ReadonlyArray<Redacted.Redacted> | undefined
}

/**
 * All store ports on a Postgres database, which any number of processes can share. Fails with `Unavailable` when the
 * server cannot be reached.
 *
 * @example
 * Effect.provide(program, PostgresStores.layer({ url: Redacted.make("postgres://localhost/agenda") }))
 */
export const layer = (
  { migrate = true, partitions, readFrom, ...server }: PostgresOptions
): Layer.Layer<Stores | HostStatements, StoreError> =>
  Layer.scopedContext(Effect.gen(function*() {
    const database = yield* PostgresDatabase.open(server)
    const { pending } = yield* PostgresMigrations.statusDatabase(database)
    if (migrate && (pending.length > 0 || partitions !== undefined)) yield* PostgresMigrations.up(server, partitions)
    return SqlStores.make(database, yield* followCopies(database, { ...server, readFrom }))
  }))

/**
 * All store ports over the pool of a host (`PostgresDatabase.openPool`). A transaction that the host begins on a
 * connection of the pool is not joined: use `layerClient` for that.
 *
 * @example
 * PostgresStores.layerPool(new Pool({ connectionString }))
 */
export const layerPool = (
  pool: PostgresDatabase.HostPool,
  { busyTimeout, migrate = true }: Pick<PostgresOptions, "busyTimeout" | "migrate"> = {}
): Layer.Layer<Stores | HostStatements, StoreError> =>
  Layer.scopedContext(Effect.gen(function*() {
    const database = yield* PostgresDatabase.openPool(pool, busyTimeout)
    const { pending } = yield* PostgresMigrations.statusDatabase(database)
    if (migrate && pending.length > 0) yield* PostgresMigrations.upDatabase(yield* PostgresDatabase.openPool(pool, "1 day"))
    return SqlStores.make(database)
  }))

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<PostgresOptions>): Layer.Layer<Stores | HostStatements, StoreError | ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))

/**
 * All store ports over a host's client, so that engine and host can share a transaction. The host migrates the schema
 * (`PostgresMigrations.upClient`). Fails with `Unsupported` when a newer version migrated the database.
 */
export const layerClient: Layer.Layer<Stores | HostStatements, StoreError, SqlClient.SqlClient> = Layer.effectContext(
  Effect.gen(function*() {
    const database = overClient(postgresDialect, yield* SqlClient.SqlClient)
    yield* PostgresMigrations.statusDatabase(database)
    return SqlStores.make(database)
  })
)
