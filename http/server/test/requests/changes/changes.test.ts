import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { testChanges } from "./changes.js"

testChanges("sqlite", SqliteStores.layer({ filename: ":memory:" }))
