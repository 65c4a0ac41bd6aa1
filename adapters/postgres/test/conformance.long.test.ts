import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

describeConformance({
  name: "postgres, over many random histories",
  fresh: Effect.map(usePostgres().emptyDatabase, (url) => PostgresStores.layer({ url })),
  lacks: { processes: "the shorter run of the suite has these cases" }
}, { differentialRuns: 300 })
