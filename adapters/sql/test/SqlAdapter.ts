import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { Migration, MigrationStatus } from "@agenda-engine/sql/database/Migrations"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import type { SchemaDialect } from "@agenda-engine/sql/schema/createStatements"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

type Migrating<R> = Effect.Effect<ReadonlyArray<Migration>, StoreError, R>

/** A new database without tables, and the functions of its adapter on it. */
export interface EmptyDatabase {
  /** Connects, and migrates nothing. */
  readonly open: Effect.Effect<SqlDatabase, StoreError, Scope.Scope>
  readonly up: Migrating<never>
  readonly status: Effect.Effect<MigrationStatus, StoreError>
  readonly stores: (migrate: boolean) => Layer.Layer<Stores, StoreError>
  /** A client of a host. */
  readonly client: Layer.Layer<SqlClient.SqlClient>
}

/** An adapter of an SQL database, for the tests that every such adapter passes. */
export interface SqlAdapter {
  readonly schema: SchemaDialect
  readonly empty: Effect.Effect<EmptyDatabase, unknown, Scope.Scope>
  readonly upDatabase: (database: SqlDatabase) => Migrating<never>
  readonly upClient: Migrating<SqlClient.SqlClient>
  readonly layerClient: Layer.Layer<Stores, StoreError, SqlClient.SqlClient>
}
