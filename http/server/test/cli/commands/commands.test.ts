import { runInside } from "../runInside.js"
import { testAgendas } from "./agendas.js"
import { testDeletions } from "./deletions.js"
import { testGeocoding } from "./geocodeLocations.js"
import { testHelp } from "./help.js"
import { testInviting } from "./invite.js"
import { testKeys } from "./keys.js"
import { testOperating } from "./operate.js"
import { testTransfer } from "./transfer.js"
import { testWarnings } from "./unindexed.js"
import { useDatabases } from "./useDatabases.js"
import { testUsers } from "./users.js"

const databases = useDatabases()

/** On Postgres the long run has them. */
const kinds = ["SQLite"] as const

testHelp(runInside)
testOperating(runInside, databases)
testAgendas(runInside, databases, kinds)
testDeletions(runInside, databases)
testGeocoding(runInside, databases, kinds)
testTransfer(runInside, databases, kinds)
testKeys(runInside, databases, kinds)
testInviting(runInside, databases)
testUsers(runInside, databases, kinds)
testWarnings(runInside, databases)
