import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { loadDriver } from "@agenda-engine/postgres/loadDriver"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { InvalidOption, type MissingPackage } from "./EngineFault.js"
import type { DatabaseOption } from "./EngineOptions.js"
import { loadOptional } from "./loadOptional.js"

type StoresLayer = Layer.Layer<Stores, StoreError>

const sqlite = loadOptional("better-sqlite3", "database", () => import("@agenda-engine/sqlite/SqliteStores"))

const postgres = Effect.zipRight(
  loadOptional("@effect/sql-pg", "database", loadDriver),
  Effect.promise(() => import("@agenda-engine/postgres/PostgresStores"))
)

const byUrl = (url: string, migrate: boolean): Effect.Effect<StoresLayer, InvalidOption | MissingPackage> => {
  if (url === "memory") return Effect.succeed(MemoryStores.layer)
  if (/^sqlite:./.test(url)) return Effect.map(sqlite, (stores) => stores.layer({ filename: url.slice("sqlite:".length), migrate }))
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    return Effect.map(postgres, (stores) => stores.layer({ url: Redacted.make(url), migrate }))
  }
  return new InvalidOption({
    option: "database",
    expected: "memory, sqlite:FILE, postgres://USER:PASSWORD@HOST/NAME, { sqlite } or { pool } is expected"
  })
}

/** The stores of a database. Only the driver that it needs is loaded. */
export const storesOf = (database: DatabaseOption, migrate: boolean): Layer.Layer<Stores, StoreError | InvalidOption | MissingPackage> =>
  Layer.unwrapEffect(Effect.suspend(() => {
    if (typeof database === "string") return byUrl(database, migrate)
    if ("url" in database) return byUrl(database.url, migrate)
    return "sqlite" in database
      ? Effect.map(sqlite, (stores) => stores.layerDatabase(database.sqlite, { migrate }))
      : Effect.map(postgres, (stores) => stores.layerPool(database.pool, { migrate }))
  }))
