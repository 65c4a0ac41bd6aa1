import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { usePostgres } from "../../../../adapters/postgres/test/usePostgres.js"
import { holdServers } from "./holdServers.js"

const { freshSchema } = usePostgres()

holdServers(
  "Postgres with partitions",
  Layer.unwrapScoped(Effect.map(Effect.orDie(freshSchema), (url) => PostgresStores.layer({ url, partitions: 3 })))
)
