import { copiedTables } from "@agenda-engine/sql/database/tableCopy"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"

/** What is not copied: migrations, the id of the log of changes, counts of a minute, and terms, which are derived. */
const left = /^(?:agenda_migration|agenda_change_log|agenda_rate_count|agenda_event_fulltext.*)$/

it.scopedLive("a copy has every table, by its primary key, behind those that it refers to", () =>
  Effect.gen(function*() {
    yield* SqliteMigrations.upClient
    const sql = yield* SqliteClient.SqliteClient
    const tables = yield* sql<{ readonly name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
    const named = tables.flatMap(({ name }) => left.test(name) || name.startsWith("sqlite_") ? [] : [name])
    expect(copiedTables.map(([table]) => table).toSorted()).toEqual(named.toSorted())
    const copied = new Set<string>()
    for (const [table, key] of copiedTables) {
      const columns = yield* sql<{ readonly name: string }>`SELECT name FROM pragma_table_info(${table}) WHERE pk > 0 ORDER BY pk`
      expect([table, ...key]).toEqual([table, ...columns.map(({ name }) => name)])
      const references = yield* sql<{ readonly table: string }>`SELECT "table" FROM pragma_foreign_key_list(${table})`
      for (const { table: referred } of references) expect([table, referred, copied.has(referred)]).toEqual([table, referred, true])
      copied.add(table)
    }
  }).pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" }))))
