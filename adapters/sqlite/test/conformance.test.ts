import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

describeConformance({
  name: "sqlite",
  fresh: Effect.map(temporaryFile, (filename) => SqliteStores.layer({ filename })),
  lacks: {}
}, { differentialRuns: 60 })
