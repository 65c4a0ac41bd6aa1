import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as SqliteStores from "../src/SqliteStores.js"
import { useMigratedFiles } from "./database/useMigratedFiles.js"

describeConformance({
  name: "sqlite, over many random histories",
  fresh: Effect.map(useMigratedFiles(), (filename) => SqliteStores.layer({ filename })),
  lacks: { processes: "the shorter run of the suite has these cases" }
}, { differentialRuns: 1_000 })
