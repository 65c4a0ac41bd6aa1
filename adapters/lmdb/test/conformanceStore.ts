import type { StoreUnderTest } from "@agenda-engine/conformance/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as LmdbStores from "../src/LmdbStores.js"
import { temporaryFolder } from "./temporaryFolder.js"

const open = (folder: string) => LmdbStores.layer({ folder })

/** This adapter, as the conformance suite opens it in each of its processes. */
export const store: StoreUnderTest = {
  name: "lmdb",
  fresh: Effect.map(temporaryFolder, open),
  database: { create: temporaryFolder, open },
  lacks: {}
}
