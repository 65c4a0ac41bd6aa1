import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { usePostgres } from "../../../../adapters/postgres/test/usePostgres.js"
import { TestWorld } from "../world/TestWorld.js"
import { make } from "../world/World.js"
import { offerWrites } from "./offerWrites.js"
import { rowWrites } from "./rowWrites.js"
import { slotEdits } from "./slotEdits.js"
import { travelInTime } from "./travelInTime.js"

const postgres = usePostgres()

const databases: { readonly [on: string]: Layer.Layer<Stores, StoreError> } = {
  SQLite: SqliteStores.layer({ filename: ":memory:" }),
  Postgres: Layer.unwrapScoped(Effect.map(Effect.orDie(postgres.freshSchema), (url) => PostgresStores.layer({ url })))
}

for (const [on, stores] of Object.entries(databases)) {
  layer(Layer.scoped(TestWorld, make(stores)), { excludeTestServices: true })(`tickets on ${on}`, (it) => {
    for (const [what, tests] of Object.entries({ "offers": offerWrites, "slots": slotEdits, "PATCH availability": rowWrites })) {
      describe(what, () => {
        for (const [says, test] of Object.entries(tests)) it.effect(says, () => test)
      })
    }
  })
  travelInTime(on, stores)
}
