import { testReindexing } from "../../sql/test/reindexing.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

testReindexing(postgresAdapter(usePostgres()))
