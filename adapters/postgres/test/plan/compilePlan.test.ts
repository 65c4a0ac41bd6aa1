import * as PgClient from "@effect/sql-pg/PgClient"
import { testCompiledPlans } from "../../../sql/test/compiledPlans.js"
import { postgresDialect } from "../../src/postgresDialect.js"
import { compiledShapes } from "./compiledShapes.js"
import { compiledTicketPlans } from "./compiledTicketPlans.js"

testCompiledPlans(postgresDialect, PgClient.makeCompiler(), { shapes: compiledShapes, tickets: compiledTicketPlans })
