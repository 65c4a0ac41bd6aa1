import { runCli } from "../runCli.js"
import { testAgendas } from "./agendas.js"
import { testDeletions } from "./deletions.js"
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
testAgendas(runCli, databases)
testDeletions(runCli, databases)
testTransfer(runCli, databases)
testKeys(runCli, databases, databaseKinds)
testInviting(runCli, databases)
testUsers(runCli, databases)
testWarnings(runCli, databases)
