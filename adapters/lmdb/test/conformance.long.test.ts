import { describeConformance } from "@agenda-engine/conformance/vitest"
import { store } from "./conformanceStore.js"

describeConformance(store, {
  differentialRuns: 30,
  processes: {
    module: new URL("conformanceStore.ts", import.meta.url).href,
    execArgv: ["--conditions=@agenda-engine/source", "--import=tsx"]
  }
})
