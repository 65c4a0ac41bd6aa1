import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { usePostgres } from "../../../../adapters/postgres/test/usePostgres.js"
import { testTickets } from "./testTickets.js"

const postgres = usePostgres()

testTickets("Postgres", Layer.unwrapScoped(Effect.map(Effect.orDie(postgres.freshSchema), (url) => PostgresStores.layer({ url }))))
