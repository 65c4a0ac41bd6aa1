import { testMigrations } from "../../sql/test/migrating.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

testMigrations(postgresAdapter(usePostgres()), { "0001_schema": "94d8aa02608ff523a9d6e70d5be1b49632b7847cd0a65c0b5ffd7fe74a2d08be" })
