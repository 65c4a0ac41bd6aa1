import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

describeConformance({
  name: "postgres",
  fresh: Effect.map(usePostgres().emptyDatabase, (url) => PostgresStores.layer({ url })),
  lacks: {}
}, { differentialRuns: 20 })
