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

testHelp(runCli)
testOperating(runCli, databases)
testAgendas(runCli, databases, ["SQLite"])
testAgendas(runInside, databases, ["Postgres"])
testDeletions(runCli, databases)
testGeocoding(runInside, databases, ["Postgres"])
testTransfer(runCli, databases, ["SQLite"])
testTransfer(runInside, databases, ["Postgres"])
testKeys(runCli, databases, databaseKinds)
testInviting(runCli, databases)
testUsers(runCli, databases, ["SQLite"])
testUsers(runInside, databases, ["Postgres"])
testWarnings(runCli, databases)
