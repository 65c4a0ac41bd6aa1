import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { loadDriver } from "@agenda-engine/postgres/loadDriver"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { MissingPackage } from "./EngineFault.js"
import type { DatabaseOption } from "./EngineOptions.js"
import { loadOptional } from "./loadOptional.js"

type StoresLayer = Layer.Layer<Stores | HostStatements, StoreError>

const sqlite = loadOptional("better-sqlite3", "database", () => import("@agenda-engine/sqlite/SqliteStores"))

const postgres = Effect.zipRight(
  loadOptional("@effect/sql-pg", "database", loadDriver),
  Effect.promise(() => import("@agenda-engine/postgres/PostgresStores"))
)

/** The stores of a URL that `checkOptions` admits. */
const byUrl = (url: string, migrate: boolean): Effect.Effect<StoresLayer, MissingPackage> => {
  if (url === "memory") return Effect.succeed(Layer.merge(MemoryStores.layer, HostStatements.none))
  return url.startsWith("sqlite:")
    ? Effect.map(sqlite, (stores) => stores.layer({ filename: url.slice("sqlite:".length), migrate }))
    : Effect.map(postgres, (stores) => stores.layer({ url: Redacted.make(url), migrate }))
}

/** The stores of a database. Only the driver that it needs is loaded. */
export const storesOf = (database: DatabaseOption, migrate: boolean): Layer.Layer<Stores | HostStatements, StoreError | MissingPackage> =>
  Layer.unwrapEffect(Effect.suspend(() => {
    if (typeof database === "string") return byUrl(database, migrate)
    if ("url" in database) return byUrl(database.url, migrate)
    return "sqlite" in database
      ? Effect.map(sqlite, (stores) => stores.layerDatabase(database.sqlite, { migrate }))
      : Effect.map(postgres, (stores) => stores.layerPool(database.pool, { migrate }))
  }))
