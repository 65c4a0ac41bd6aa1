import { onSqlite } from "./hookingHost.js"
import { testBesideFailures } from "./testBesideFailures.js"

testBesideFailures(onSqlite)
