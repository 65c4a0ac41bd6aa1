import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { postgresDialect } from "@agenda-engine/postgres/postgresDialect"
import { postgresSchema } from "@agenda-engine/postgres/PostgresMigrations"
import * as Migrations from "@agenda-engine/sql/database/Migrations"
import { overClient } from "@agenda-engine/sql/database/SqlDatabase"
import { migrationSteps } from "@agenda-engine/sql/schema/migrationSteps"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PgliteClient from "./PgliteClient.js"

/** Options of the PGlite stores. */
export interface PgliteOptions extends PgliteClient.PgliteFolder {
  /**
   * Whether to migrate the schema first. Default: true. With false and an old schema, store calls fail with
   * `Unsupported`.
   */
  readonly migrate?: boolean | undefined
}

const steps = migrationSteps(postgresSchema(null))

const dialect = { ...postgresDialect, errorReasons: [...postgresDialect.errorReasons, ["PGlite is closed", "Unavailable"] as const] }

/**
 * All store ports over a client of PGlite (`PgliteClient`), so that engine and host can share a transaction. Fails with
 * `Unsupported` when a newer version migrated the database.
 */
export const layerClient = (
  { migrate = true }: Pick<PgliteOptions, "migrate"> = {}
): Layer.Layer<Stores, StoreError, SqlClient.SqlClient> =>
  Layer.effectContext(Effect.gen(function*() {
    const database = overClient(dialect, yield* SqlClient.SqlClient)
    // One process has the database, so no lock is needed.
    yield* migrate ? Migrations.up(database, steps, Effect.void) : Migrations.status(database, steps)
    return SqlStores.make(database)
  }))

/**
 * All store ports on PGlite, for one process. Fails with `Unavailable` when the folder cannot be opened.
 *
 * @example
 * Effect.provide(program, PgliteStores.layer({ dataDir: "agenda" }))
 */
export const layer = ({ migrate, ...folder }: PgliteOptions): Layer.Layer<Stores, StoreError> =>
  Layer.provide(layerClient({ migrate }), PgliteClient.layer(folder))

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<PgliteOptions>): Layer.Layer<Stores, StoreError | ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
