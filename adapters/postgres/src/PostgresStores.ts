import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { shared } from "@agenda-engine/sql/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/SqlStores"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PostgresDatabase from "./PostgresDatabase.js"
import { postgresDialect } from "./postgresDialect.js"
import * as PostgresMigrations from "./PostgresMigrations.js"

/** Which server, how it is called, and what to do first. */
export interface PostgresOptions extends PostgresDatabase.PostgresServer {
  /** Whether to bring the schema up to date first. Default: true. With false and an old schema, store calls fail with `Unsupported`. */
  readonly migrate?: boolean | undefined
}

/**
 * Every port on a Postgres database. Any number of processes may share it. `Unavailable`: the server cannot be reached.
 *
 * @example
 * Effect.provide(program, PostgresStores.layer({ url: Redacted.make("postgres://localhost/agenda") }))
 */
export const layer = ({ migrate = true, ...server }: PostgresOptions): Layer.Layer<Stores, StoreError> =>
  Layer.scopedContext(Effect.gen(function*() {
    const database = yield* PostgresDatabase.open(server)
    const { pending } = yield* PostgresMigrations.statusDatabase(database)
    if (migrate && pending.length > 0) yield* PostgresMigrations.up(server)
    return SqlStores.make(database)
  }))

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<PostgresOptions>): Layer.Layer<Stores, StoreError | ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))

/**
 * Every port over the client of a host, so that engine and host can share a transaction. The schema is the host's to migrate
 * (`PostgresMigrations.upClient`).
 */
export const layerClient: Layer.Layer<Stores, never, SqlClient.SqlClient> = Layer.effectContext(
  Effect.map(SqlClient.SqlClient, (sql) => SqlStores.make(shared(postgresDialect, sql)))
)
