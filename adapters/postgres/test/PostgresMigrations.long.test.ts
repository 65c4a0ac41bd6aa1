import { testMigrations } from "../../sql/test/migrating.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

testMigrations(postgresAdapter(usePostgres()), { "0001_schema": "288e2b51860f874b318e22f0cfe9ef0115ae54aeb2587f0da196381962e2d9c3" })
