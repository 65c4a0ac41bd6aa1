import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { testTickets } from "./testTickets.js"

testTickets("SQLite", SqliteStores.layer({ filename: ":memory:" }))
