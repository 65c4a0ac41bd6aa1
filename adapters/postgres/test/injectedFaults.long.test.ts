import { describeFaults } from "@agenda-engine/conformance/faults/describeFaults"
import * as Effect from "effect/Effect"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

describeFaults(
  { name: "postgres", fresh: Effect.map(usePostgres().emptyDatabase, (url) => PostgresStores.layer({ url })) },
  { seeds: 2_000 }
)
