import { describeFaults } from "@agenda-engine/conformance/faults/describeFaults"
import * as Effect from "effect/Effect"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { useMigratedFiles } from "./database/useMigratedFiles.js"

describeFaults({ name: "sqlite", fresh: Effect.map(useMigratedFiles(), (filename) => SqliteStores.layer({ filename })) }, {
  seeds: ofFull(4_000)
})
