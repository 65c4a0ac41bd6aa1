import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { limitTo } from "../fragment/bindable.js"
import { firstTables } from "../schema/migrationSteps.js"
import { type SearchRow, searchRowOf } from "../text/SearchRow.js"
import { insertTerms } from "../write/searchRows.js"
import * as Cell from "./Cell.js"
import { insertPlain } from "./Change.js"
import type { Dialect } from "./Dialect.js"
import { eventTextTable, locationWordTable } from "./indexTables.js"
import { mapSqlError } from "./mapSqlError.js"
import { readFirst, readRows } from "./readRows.js"
import type { SqlDatabase } from "./SqlDatabase.js"
import type { Cells } from "./upsert.js"

/** Some rows of a table, in the order of its primary key. */
export interface TableRows {
  readonly table: string
  readonly rows: ReadonlyArray<Cells>
}

/**
 * The tables that a copy of a database has, with their primary keys: a table is behind those that it refers to. Terms
 * and look-ups of events are derived again. Cursors of the log of changes expire, as those of a restored backup.
 */
export const copiedTables: ReadonlyArray<readonly [table: string, key: ReadonlyArray<string>]> = [
  ["agenda", ["uid"]],
  ["agenda_clock", ["agenda_uid"]],
  ["agenda_title_word", ["word", "agenda_uid"]],
  ["agenda_removal", ["agenda_uid"]],
  ["agenda_network", ["uid"]],
  ["agenda_revision", ["topic"]],
  ["agenda_image", ["name"]],
  ["agenda_image_use", ["used_by", "name"]],
  ["agenda_user", ["uid"]],
  ["agenda_member", ["uid"]],
  ["agenda_key", ["id"]],
  ["agenda_key_use", ["key_id"]],
  ["agenda_token", ["digest"]],
  ["agenda_invitation", ["id"]],
  ["agenda_secret", ["name"]],
  ["agenda_idempotency", ["key_id", "name"]],
  ["agenda_location_set", ["uid"]],
  ["agenda_location", ["uid"]],
  ["agenda_location_ext_id", ["agenda_uid", "ext_key", "ext_value"]],
  [locationWordTable, ["word", "location_uid"]],
  ["agenda_former_position", ["id"]],
  ["agenda_geocoding", ["location_uid"]],
  ["agenda_geocoding_turn", ["id"]],
  ["agenda_event", ["uid"]],
  ["agenda_event_document", ["event_uid"]],
  ["agenda_event_history", ["event_uid", "position"]],
  ["agenda_slot", ["event_uid", "begin_ms"]],
  ["agenda_ext_id", ["ext_key", "ext_value", "agenda_uid"]],
  ["agenda_filter_term", ["agenda_uid", "dimension", "value", "spelling", "event_uid"]],
  ["agenda_filter_number", ["agenda_uid", "dimension", "value", "event_uid"]],
  [eventTextTable, ["event_uid"]],
  ["agenda_availability", ["event_uid", "from_ms"]],
  ["agenda_tombstone", ["agenda_uid", "audience", "uid"]],
  ["agenda_word_count", ["agenda_uid", "token"]],
  ["agenda_change", ["agenda_uid", "revision", "ordinal"]],
  ["agenda_change_floor", ["agenda_uid", "audience"]],
  ["agenda_webhook", ["id"]],
  ["agenda_webhook_delivery", ["webhook_id", "id"]],
  ["agenda_consumer", ["name"]],
  ["agenda_consumer_place", ["consumer", "agenda_uid"]],
  ["agenda_consumer_parked", ["consumer", "agenda_uid", "revision", "ordinal"]],
  ["agenda_database", ["id"]]
]

const byAgenda = new Set(firstTables.flatMap(({ byAgenda, name }) => byAgenda === true ? [name] : []))

/** The primary key of a copied table in a database. */
const keyIn = ({ keysByAgenda }: Dialect, table: string, key: ReadonlyArray<string>): ReadonlyArray<string> =>
  keysByAgenda && byAgenda.has(table) ? ["agenda_uid", ...key.filter((column) => column !== "agenda_uid")] : key

const names = new Set(copiedTables.map(([table]) => table))

/** The column of a table whose numbers the database assigns: rows keep their order. */
const assigned: { readonly [table: string]: string } = { agenda_former_position: "id" }

/** Rows per batch. */
const batch_rows = 100

const operation = "tableCopy"

const cellsOf = (row: { readonly [column: string]: unknown }): Cells =>
  Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      if (cell === null || typeof cell === "number" || typeof cell === "string") return [column, cell]
      throw new Cell.MalformedRow(`${column} is ${typeof cell}, not a number or a text`)
    })
  )

/**
 * Reads one snapshot of all tables, in batches, while others write. What a batch is given to fails the whole with its
 * error.
 */
export const readTables = <E>(
  database: SqlDatabase,
  write: (rows: TableRows) => Effect.Effect<void, E>
): Effect.Effect<void, E | StoreError> => {
  const { dialect, sql } = database
  const mapped = mapSqlError(dialect, operation)
  const columnsOf = (table: string) =>
    mapped(Effect.map(sql`SELECT * FROM ${sql(table)} ${limitTo(sql, 1)}`, ([row]) => row === undefined ? [] : Object.keys(row)))
  const page = (table: string, key: ReadonlyArray<string>, columns: ReadonlyArray<string>, where: Fragment) => {
    const order = key.join(", ")
    const some = sql`SELECT * FROM ${sql(table)} WHERE ${where} ORDER BY ${sql.literal(order)} ${limitTo(sql, batch_rows)}`
    return mapped(Effect.flatMap(
      sql`SELECT ${dialect.jsonArray(sql, columns, order)} AS found FROM (${some}) t`,
      (rows) => readFirst(operation, rows, (row) => Cell.rows(row, "found").map(cellsOf))
    ))
  }
  const readTable = Effect.fnUntraced(function*(table: string, key: ReadonlyArray<string>) {
    const columns = yield* columnsOf(table)
    if (columns.length === 0) return
    let where = sql`1 = 1`
    while (true) {
      const rows = (yield* page(table, key, columns, where)) ?? []
      if (rows.length > 0) yield* write({ table, rows })
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch_rows) return
      where = sql`(${sql.literal(key.join(", "))}) > (${sql.csv(key.map((column) => sql`${last[column] ?? null}`))})`
    }
  })
  return database.readTogether(
    Effect.forEach(copiedTables, ([table, key]) => readTable(table, keyIn(dialect, table, key)), { discard: true })
  )
}

/** The tables of which one row says that a database is in use. */
const usedTables = ["agenda", "agenda_user", "agenda_network", "agenda_location_set", "agenda_key"]

/** Derives the terms of all events, which are not copied. */
const deriveTerms = (database: SqlDatabase): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, sql } = database
    const key = sql.literal(keyIn(dialect, eventTextTable, ["event_uid"]).join(", "))
    let where = sql`1 = 1`
    while (true) {
      const rows: ReadonlyArray<SearchRow> = yield* readRows(
        operation,
        yield* sql`SELECT * FROM ${sql(eventTextTable)} WHERE ${where} ORDER BY ${key} ${limitTo(sql, batch_rows)}`,
        searchRowOf
      )
      for (const row of rows) yield* insertTerms(database, row)
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch_rows) return
      where = sql`(${key}) > (${sql.csv([...(dialect.keysByAgenda ? [last.agendaUid] : []), last.eventUid].map((cell) => sql`${cell}`))})`
    }
  })

/** Fills the tables that look events up, which are not copied. */
const deriveLookUps = ({ dialect, sql }: SqlDatabase): Effect.Effect<void, SqlError> =>
  !dialect.keysByAgenda ? Effect.void : Effect.zipRight(
    sql`INSERT INTO agenda_event_uid (uid, agenda_uid) SELECT uid, agenda_uid FROM agenda_event`,
    Effect.asVoid(sql`INSERT INTO agenda_event_slug (slug, agenda_uid, uid) SELECT slug, agenda_uid, uid FROM agenda_event`)
  )

const refused = (cause: string): StoreError => new StoreError({ reason: "Conflict", operation, cause: new Error(cause) })

/** Gives rows, in the order in which they were read, to the function that it gets. */
export type Feed<E, R> = (insert: (rows: TableRows) => Effect.Effect<void, StoreError>) => Effect.Effect<void, E, R>

/**
 * Makes a database of the rows that `readTables` has read from another one, in one transaction. When `feed` fails,
 * nothing is changed. The schemas must have the same steps. Fails with `Conflict` when the database is not empty.
 */
export const writeTables = <E, R>(database: SqlDatabase, feed: Feed<E, R>): Effect.Effect<void, E | StoreError, R> => {
  const { dialect, sql } = database
  const mapped = mapSqlError(dialect, operation)
  const begin = Effect.gen(function*() {
    for (const table of usedTables) {
      const found = yield* sql`SELECT 1 AS used FROM ${sql(table)} ${limitTo(sql, 1)}`
      if (found.length > 0) return yield* refused(`the database is not empty: ${table} has rows`)
    }
    for (const [table] of copiedTables.toReversed()) yield* sql`DELETE FROM ${sql(table)}`
    const derived = dialect.keysByAgenda ? ["agenda_event_uid", "agenda_event_slug"] : []
    for (const table of [...derived, "agenda_change_log"]) yield* sql`DELETE FROM ${sql(table)}`
  })
  const insert = ({ rows, table }: TableRows): Effect.Effect<void, StoreError> => {
    if (!names.has(table)) return refused(`there is no table ${table}`)
    const own = assigned[table]
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== own)
    return rows.length === 0 ? Effect.void : mapped(Effect.asVoid(insertPlain(sql, table, rows, columns)))
  }
  return database.run(
    mapped(begin).pipe(
      Effect.zipRight(feed(insert)),
      Effect.zipLeft(mapped(Effect.zipRight(deriveLookUps(database), deriveTerms(database))))
    )
  )
}
