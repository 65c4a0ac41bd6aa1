import { testMigrations } from "../../sql/test/migrating.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

testMigrations(postgresAdapter(usePostgres()), { "0001_schema": "50d8d80ac86a21b382ed5ede0a6f48ffff29680eb976f5f9cfe140743f3fe9a7" })
