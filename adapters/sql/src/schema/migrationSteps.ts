import * as Record from "effect/Record"
import type { Steps } from "../database/Migrations.js"
import { createStatements, runStatements, type SchemaDialect } from "./createStatements.js"
import { accountTables } from "./firstRelease/accountTables.js"
import { agendaTables } from "./firstRelease/agendaTables.js"
import { eventTables } from "./firstRelease/eventTables.js"
import { locationTables } from "./firstRelease/locationTables.js"
import { geocodingTables } from "./geocodingTables.js"

/**
 * The statements of each migration step, by `0001_name`, in order. A released step is never edited: a change of the
 * schema adds one.
 */
export const stepStatements = (dialect: SchemaDialect) => ({
  "0001_first_release": [
    ...createStatements(dialect, [...agendaTables, ...accountTables, ...locationTables, ...eventTables]),
    ...dialect.fullText
  ],
  "0002_index_rules_2_3": [
    "ALTER TABLE agenda_event_text_2_2 RENAME TO agenda_event_text_2_3",
    "ALTER TABLE agenda_location_word_2_2 RENAME TO agenda_location_word_2_3"
  ],
  "0003_geocoding": createStatements(dialect, geocodingTables)
} satisfies { readonly [step: string]: ReadonlyArray<string> })

/** The migration steps of a database. */
export const migrationSteps = (dialect: SchemaDialect): Steps => Record.map(stepStatements(dialect), runStatements)
