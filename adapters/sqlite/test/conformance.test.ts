import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bundleProcesses } from "../../../conformance/test/process/bundleProcesses.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { store } from "./conformanceStore.js"
import { useMigratedFiles } from "./database/useMigratedFiles.js"

const module = fileURLToPath(new URL("conformanceStore.ts", import.meta.url))

describeConformance({ ...store, fresh: Effect.map(useMigratedFiles(), (filename) => SqliteStores.layer({ filename })) }, {
  differentialRuns: 30,
  processes: {
    module: pathToFileURL(module).href,
    execArgv: bundleProcesses([module])
  }
})
