import { testMigrations } from "../../sql/test/migrating.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

testMigrations(postgresAdapter(usePostgres()), { "0001_schema": "0587a57a8d7bb047405db72cc3066c617bc7b1d3d1c8f3b842ee057cd726bf2b" })
