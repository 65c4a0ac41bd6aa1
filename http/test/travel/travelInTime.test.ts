import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { usePostgres } from "../../../adapters/postgres/test/startPostgres.js"
import { travelInTime } from "./travelInTime.js"

const postgres = usePostgres()

travelInTime("memory", MemoryStores.layer)
travelInTime("SQLite", SqliteStores.layer({ filename: ":memory:" }))
travelInTime("Postgres", Layer.unwrapScoped(Effect.map(Effect.orDie(postgres.freshSchema), (url) => PostgresStores.layer({ url }))))
