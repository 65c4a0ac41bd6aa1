import { runInside } from "../runInside.js"
import { testAgendas } from "./agendas.js"
import { testConsumers } from "./consumers.js"
import { testHelp } from "./help.js"
import { testInviting } from "./invite.js"
import { testTransfer } from "./transfer.js"
import { useDatabases } from "./useDatabases.js"
import { testUsers } from "./users.js"

const databases = useDatabases()

/** The long run has every command, in processes and on both databases. */
const kinds = ["SQLite"] as const

testHelp(runInside)
testConsumers(runInside, databases)
testAgendas(runInside, databases, kinds)
testTransfer(runInside, databases, kinds)
testInviting(runInside, databases)
testUsers(runInside, databases, kinds)
