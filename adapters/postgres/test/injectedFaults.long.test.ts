import { describeFaults } from "@agenda-engine/conformance/faults/describeFaults"
import * as Effect from "effect/Effect"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

describeFaults(
  { name: "postgres", fresh: Effect.map(usePostgres().emptyDatabase, (url) => PostgresStores.layer({ url })) },
  { seeds: ofFull(2_000) }
)
