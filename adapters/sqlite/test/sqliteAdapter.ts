import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlAdapter } from "../../sql/test/SqlAdapter.js"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteMigrations from "../src/SqliteMigrations.js"
import { sqliteSchema } from "../src/SqliteMigrations.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

/** This adapter, on files of their own. */
export const sqliteAdapter: SqlAdapter = {
  schema: sqliteSchema,
  empty: Effect.map(temporaryFile, (filename) => ({
    open: SqliteDatabase.open(filename),
    up: SqliteMigrations.up({ filename }),
    status: SqliteMigrations.status({ filename }),
    stores: (migrate) => SqliteStores.layer({ filename, migrate }),
    client: Layer.orDie(SqliteClient.layer({ filename }))
  })),
  upDatabase: SqliteMigrations.upDatabase,
  upClient: SqliteMigrations.upClient,
  layerClient: SqliteStores.layerClient
}
