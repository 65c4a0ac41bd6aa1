import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { runCli } from "../runCli.js"
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
import { databaseKinds, useDatabases } from "./useDatabases.js"
import { testUsers } from "./users.js"

const databases = useDatabases()

/** The night ring runs each command in a process of its own. */
const runSoon = isNight ? runCli : runInside

testHelp(runSoon)
testOperating(runSoon, databases)
testAgendas(runSoon, databases, databaseKinds)
testDeletions(runSoon, databases)
testGeocoding(runInside, databases, ["Postgres"])
testTransfer(runCli, databases, ["SQLite"])
testTransfer(runInside, databases, ["Postgres"])
testKeys(runSoon, databases, databaseKinds)
testInviting(runSoon, databases)
testUsers(runSoon, databases, databaseKinds)
testWarnings(runCli, databases)
