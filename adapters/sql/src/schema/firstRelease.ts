import { accountTables } from "./firstRelease/accountTables.js"
import { agendaTables } from "./firstRelease/agendaTables.js"
import { eventTables } from "./firstRelease/eventTables.js"
import { locationTables } from "./firstRelease/locationTables.js"
import type { Table } from "./Table.js"

/** Name of the migration step that creates the schema of 0.1.0. */
export const firstReleaseStep = "0001_first_release"

/**
 * The tables of 0.1.0, except the full-text index `agenda_event_fulltext`, which each database declares in its own way.
 * They are never edited: later steps alter them.
 */
export const firstReleaseTables: ReadonlyArray<Table> = [...agendaTables, ...accountTables, ...locationTables, ...eventTables]
