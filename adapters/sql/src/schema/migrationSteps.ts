import * as Record from "effect/Record"
import type { Steps } from "../database/Migrations.js"
import { createStatements, runStatements, type SchemaDialect } from "./createStatements.js"
import { changeTables, consumerTables, webhookTables } from "./firstRelease/changeTables.js"
import { eventTables } from "./firstRelease/eventTables.js"
import { accountTables, agendaTables, databaseTable, locationTables, rateTable } from "./firstRelease/recordTables.js"

/** The tables of the first step, each behind those that it refers to. */
export const firstTables = [
  ...agendaTables,
  ...accountTables,
  ...locationTables,
  ...eventTables,
  ...changeTables,
  ...webhookTables,
  ...consumerTables,
  databaseTable,
  rateTable
]

/**
 * The statements of each migration step, by `0001_name`, in order. A released step is never edited: a change of the
 * schema adds one.
 */
export const stepStatements = (dialect: SchemaDialect) => ({
  "0001_schema": [
    ...createStatements(dialect, firstTables),
    ...dialect.fullText,
    `INSERT INTO ${databaseTable.name} (id) VALUES (${dialect.randomDigits})`
  ]
} satisfies { readonly [step: string]: ReadonlyArray<string> })

/** The migration steps of a database. */
export const migrationSteps = (dialect: SchemaDialect): Steps => Record.map(stepStatements(dialect), runStatements)
