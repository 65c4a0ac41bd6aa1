import { describeConformance } from "@agenda-engine/conformance/vitest"
import { usePglite } from "./usePglite.js"

describeConformance(
  { name: "pglite", fresh: usePglite(), lacks: { processes: "a folder is for one process" } },
  { differentialRuns: 10 }
)
