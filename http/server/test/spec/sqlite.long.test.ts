import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { readEverything } from "./readEverything.js"

readEverything("SQLite", SqliteStores.layer({ filename: ":memory:" }), "one way")
