import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { Migration, MigrationStatus } from "@agenda-engine/sql/Migrations"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Misuse } from "./Misuse.js"

/** A database that a URL names, not yet opened. */
export interface Database {
  readonly layer: (options: { readonly migrate: boolean }) => Layer.Layer<Stores, StoreError>
  readonly up: Effect.Effect<ReadonlyArray<Migration>, StoreError>
  readonly status: Effect.Effect<MigrationStatus, StoreError>
}

/** The database of a URL. Its driver is loaded only now. */
export const databaseOf = (url: string): Effect.Effect<Database, Misuse> =>
  Effect.gen(function*() {
    const filename = url.startsWith("sqlite:") ? url.slice("sqlite:".length) : ""
    if (filename === "") return yield* new Misuse({ message: "--database takes sqlite:FILE, sqlite::memory: or postgres://…" })
    const [stores, migrations] = yield* Effect.promise(() =>
      Promise.all([import("@agenda-engine/sqlite/SqliteStores"), import("@agenda-engine/sqlite/SqliteMigrations")])
    )
    return {
      layer: ({ migrate }) => stores.layer({ filename, migrate }),
      up: migrations.up({ filename }),
      status: migrations.status({ filename })
    }
  })
