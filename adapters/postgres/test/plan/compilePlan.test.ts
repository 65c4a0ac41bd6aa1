import * as PgClient from "@effect/sql-pg/PgClient"
import { testCompiledShapes } from "../../../sql/test/compiledPlans.js"
import { postgresDialect } from "../../src/postgresDialect.js"

testCompiledShapes("postgres", postgresDialect, PgClient.makeCompiler())
