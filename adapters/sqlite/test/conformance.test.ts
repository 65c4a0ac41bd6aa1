import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import { quickCases, slowCases } from "../../sql/test/slowCases.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { useEmptyStores } from "./database/useEmptyStores.js"
import { useMigratedFiles } from "./database/useMigratedFiles.js"

describeConformance({
  name: "sqlite",
  fresh: Effect.map(useMigratedFiles(), (filename) => SqliteStores.layer({ filename })),
  emptied: useEmptyStores(),
  lacks: { processes: "the long run has other processes" }
}, { only: quickCases(slowCases) })
