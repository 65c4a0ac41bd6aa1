import type { StoreUnderTest } from "@agenda-engine/conformance/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

const open = (filename: string) => SqliteStores.layer({ filename })

/** This adapter, as the conformance suite opens it in each of its processes. */
export const store: StoreUnderTest = {
  name: "sqlite",
  fresh: Effect.map(temporaryFile, open),
  database: { create: temporaryFile, open },
  lacks: {}
}
