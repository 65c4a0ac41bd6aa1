import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import { isNight } from "../../../../core/test/repository/ofFull.js"
import * as PostgresStores from "../../src/PostgresStores.js"
import { usePostgres } from "../usePostgres.js"

const { emptyDatabase, emptyStores } = usePostgres(3)

describeConformance({
  name: "postgres with partitions",
  fresh: Effect.map(emptyDatabase, (url) => PostgresStores.layer({ url, partitions: 3 })),
  emptied: emptyStores,
  lacks: { processes: "other processes use the tables in the same way" }
}, isNight ? { differentialRuns: 100 } : { only: ["event.", "search.condition", "search.tally", "removal", "tombstone"] })
