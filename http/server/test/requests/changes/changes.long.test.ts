import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { testChanges } from "./changes.js"

const postgres = usePostgres()

testChanges("memory", MemoryStores.layer)
testChanges(
  "postgres",
  Layer.unwrapScoped(Effect.map(Effect.orDie(postgres.freshSchema), (url) => PostgresStores.layer({ url })))
)
