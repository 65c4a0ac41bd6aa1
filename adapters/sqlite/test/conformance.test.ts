import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as SqliteStores from "../src/SqliteStores.js"
import { store } from "./conformanceStore.js"
import { useMigratedFiles } from "./database/useMigratedFiles.js"

describeConformance({ ...store, fresh: Effect.map(useMigratedFiles(), (filename) => SqliteStores.layer({ filename })) }, {
  differentialRuns: 30,
  processes: {
    module: new URL("conformanceStore.ts", import.meta.url).href,
    execArgv: ["--conditions=@agenda-engine/source", "--import=tsx"]
  }
})
