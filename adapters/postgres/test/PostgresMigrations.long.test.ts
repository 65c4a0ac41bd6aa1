import { testMigrations } from "../../sql/test/migrating.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

testMigrations(postgresAdapter(usePostgres()), { "0001_schema": "f15b751ce047bc3157a725fe8243cc9bdd5aa2a57c4ba8ebc1170941946f3d83" })
