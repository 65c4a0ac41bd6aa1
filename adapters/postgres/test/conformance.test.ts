import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bundleProcesses } from "../../../conformance/test/process/bundleProcesses.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { store } from "./conformanceStore.js"
import { usePostgres } from "./usePostgres.js"

const { emptyDatabase } = usePostgres()

const module = fileURLToPath(new URL("conformanceStore.ts", import.meta.url))

describeConformance({
  ...store,
  fresh: Effect.map(emptyDatabase, (url) => PostgresStores.layer({ url })),
  database: {
    create: Effect.map(emptyDatabase, Redacted.value),
    open: (url) => PostgresStores.layer({ url: Redacted.make(url) })
  }
}, {
  differentialRuns: 20,
  processes: {
    module: pathToFileURL(module).href,
    execArgv: bundleProcesses([module])
  }
})
