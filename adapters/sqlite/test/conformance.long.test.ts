import { describeConformance } from "@agenda-engine/conformance/vitest"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bundleProcesses } from "../../../conformance/test/process/bundleProcesses.js"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import { slowCases } from "../../sql/test/slowCases.js"
import { store } from "./conformanceStore.js"
import { useEmptyStores } from "./database/useEmptyStores.js"

const module = fileURLToPath(new URL("conformanceStore.ts", import.meta.url))

describeConformance({ ...store, emptied: useEmptyStores() }, {
  only: slowCases,
  differentialRuns: ofFull(1_000),
  processes: { module: pathToFileURL(module).href, execArgv: bundleProcesses([module]) }
})
