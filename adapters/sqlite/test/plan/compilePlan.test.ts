import * as Statement from "@effect/sql/Statement"
import { testCompiledShapes } from "../../../sql/test/compiledPlans.js"
import { sqliteDialect } from "../../src/sqliteDialect.js"

testCompiledShapes("sqlite", sqliteDialect, Statement.makeCompilerSqlite())
