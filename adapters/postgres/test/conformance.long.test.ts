import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bundleProcesses } from "../../../conformance/test/process/bundleProcesses.js"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import { slowOnPostgres } from "../../sql/test/slowCases.js"
import { open, store } from "./conformanceStore.js"
import { usePostgres } from "./usePostgres.js"

const { emptyDatabase, emptyStores } = usePostgres()

const module = fileURLToPath(new URL("conformanceStore.ts", import.meta.url))

describeConformance({
  ...store,
  emptied: emptyStores,
  database: { create: Effect.map(emptyDatabase, Redacted.value), open }
}, {
  only: slowOnPostgres,
  differentialRuns: ofFull(300),
  processes: { module: pathToFileURL(module).href, execArgv: bundleProcesses([module]) }
})
