import * as Statement from "@effect/sql/Statement"
import { testCompiledPlans } from "../../../sql/test/compiledPlans.js"
import { sqliteDialect } from "../../src/sqliteDialect.js"
import { compiledShapes } from "./compiledShapes.js"
import { compiledTicketPlans } from "./compiledTicketPlans.js"

testCompiledPlans(sqliteDialect, Statement.makeCompilerSqlite(), { shapes: compiledShapes, tickets: compiledTicketPlans })
