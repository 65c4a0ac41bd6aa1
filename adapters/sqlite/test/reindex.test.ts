import { testReindexing } from "../../sql/test/reindexing.js"
import { sqliteAdapter } from "./sqliteAdapter.js"

testReindexing(sqliteAdapter)
