import { describeConformance } from "@agenda-engine/conformance/vitest"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bundleProcesses } from "../../../conformance/test/process/bundleProcesses.js"
import { store } from "./conformanceStore.js"

const module = fileURLToPath(new URL("conformanceStore.ts", import.meta.url))

describeConformance(store, {
  differentialRuns: 30,
  processes: {
    module: pathToFileURL(module).href,
    execArgv: bundleProcesses([module])
  }
})
