import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import { quickCases, slowOnPostgres } from "../../sql/test/slowCases.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

const { emptyDatabase, emptyStores } = usePostgres()

describeConformance({
  name: "postgres",
  fresh: Effect.map(emptyDatabase, (url) => PostgresStores.layer({ url })),
  emptied: emptyStores,
  lacks: { processes: "the long run has other processes" }
}, { only: quickCases(slowOnPostgres) })
