import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Effect from "effect/Effect"
import { limitTo } from "../fragment/bindable.js"
import { databaseTable } from "../schema/firstRelease/recordTables.js"
import * as Cell from "./Cell.js"
import { readFirst } from "./readRows.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** What tells one database from another. */
export interface DatabaseFacts {
  /** The random id, 32 hexadecimal digits. Null: an unreleased version made the database. */
  readonly id: string | null
  readonly agendas: number
  /** The number of events, counted up to a million. */
  readonly events: number
  /** Whether there may be more events than were counted. */
  readonly hasMore: boolean
  /** When the newest change was logged, in epoch milliseconds. Null: the log has no change. */
  readonly changedAt: number | null
  /** When the newest backup was complete, in epoch milliseconds. Null: there is none. */
  readonly backedUpAt: number | null
}

/** Where counting events stops, so that it takes less than a second. */
const events_max = 1_000_000

const operation = "DatabaseFacts"

/** The facts of a database. Null: it has no tables of the engine. */
export const read = (database: SqlDatabase): Effect.Effect<DatabaseFacts | null, StoreError> =>
  database.snapshot(
    operation,
    Effect.gen(function*() {
      const { dialect, sql } = database
      const has = (table: string) => Effect.map(dialect.tableNamed(sql, table), ({ length }) => length > 0)
      if (!(yield* has("agenda"))) return null
      const rows = (yield* has(databaseTable.name)) ? yield* sql`SELECT id, backed_up_at FROM ${sql(databaseTable.name)}` : []
      const own = yield* readFirst(operation, rows, (row) => ({
        id: Cell.text(row, "id"),
        backedUpAt: Cell.integerOrNull(row, "backed_up_at")
      }))
      const counts = yield* sql`SELECT (SELECT count(*) FROM agenda) AS agendas,
        (SELECT count(*) FROM (SELECT 1 FROM agenda_event ${limitTo(sql, events_max)}) e) AS events`
      const counted = yield* readFirst(operation, counts, (row) => ({
        agendas: Cell.integer(row, "agendas"),
        events: Cell.integer(row, "events")
      }))
      const changes = (yield* has("agenda_change"))
        ? yield* sql`SELECT max((SELECT c.changed_at FROM agenda_change c WHERE c.agenda_uid = a.uid
            ORDER BY c.revision DESC, c.ordinal DESC ${limitTo(sql, 1)})) AS changed_at FROM agenda a`
        : []
      const changedAt = yield* readFirst(operation, changes, (row) => Cell.integerOrNull(row, "changed_at"))
      const { agendas = 0, events = 0 } = counted ?? {}
      const { backedUpAt = null, id = null } = own ?? {}
      return { id, backedUpAt, changedAt, agendas, events, hasMore: events === events_max }
    })
  )

/** When the newest backup was complete, in epoch milliseconds. Null: there is none. */
export const readBackup = (database: SqlDatabase): Effect.Effect<number | null, StoreError> =>
  database.read(
    operation,
    Effect.flatMap(
      database.sql`SELECT backed_up_at FROM ${database.sql(databaseTable.name)}`,
      (rows) => readFirst(operation, rows, (row) => Cell.integerOrNull(row, "backed_up_at"))
    )
  )

/** Notes that a backup was complete, at an instant in epoch milliseconds. */
export const noteBackup = (database: SqlDatabase, at: number): Effect.Effect<void, StoreError> =>
  database.writeUnchecked(operation, Effect.asVoid(database.sql`UPDATE ${database.sql(databaseTable.name)} SET backed_up_at = ${at}`))

/**
 * Gives the log of changes of a restored database a new id, so that cursors of before expire: they may name changes
 * that the backup lacks.
 */
export const expireCursors = (database: SqlDatabase): Effect.Effect<void, StoreError> =>
  database.writeUnchecked(operation, Effect.asVoid(database.sql`DELETE FROM agenda_change_log`))
