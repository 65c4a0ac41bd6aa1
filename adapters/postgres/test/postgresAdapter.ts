import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlAdapter } from "../../sql/test/SqlAdapter.js"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresMigrations from "../src/PostgresMigrations.js"
import { postgresSchema } from "../src/PostgresMigrations.js"
import * as PostgresStores from "../src/PostgresStores.js"
import type { TestServer } from "./startPostgres.js"

/** This adapter, on databases of their own. */
export const postgresAdapter = ({ freshDatabase }: TestServer): SqlAdapter => ({
  schema: postgresSchema(null),
  empty: Effect.map(freshDatabase, (url) => ({
    open: PostgresDatabase.open({ url }),
    up: PostgresMigrations.up({ url }),
    status: PostgresMigrations.status({ url }),
    stores: (migrate) => PostgresStores.layer({ url, migrate }),
    client: Layer.orDie(PgClient.layer({ url }))
  })),
  upDatabase: PostgresMigrations.upDatabase,
  upClient: PostgresMigrations.upClient,
  layerClient: PostgresStores.layerClient
})
