import * as PgClient from "@effect/sql-pg/PgClient"
import { testCompiledShapes } from "../../../sql/test/compiledPlans.js"
import { postgresDialect } from "../../src/postgresDialect.js"
import { compiledShapes } from "./compiledShapes.js"

testCompiledShapes(postgresDialect, PgClient.makeCompiler(), compiledShapes)
