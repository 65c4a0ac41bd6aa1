import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { holdServers } from "./holdServers.js"

holdServers("SQLite", SqliteStores.layer({ filename: ":memory:" }))
