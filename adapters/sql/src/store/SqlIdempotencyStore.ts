import type { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import type { IdempotencyRecord } from "@agenda-engine/core/record/IdempotencyRecord"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFirst } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableText, limitTo } from "../fragment/bindable.js"
import { idempotencyCells, idempotencyRecordOf } from "../row/IdempotencyRow.js"

/** `IdempotencyStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<IdempotencyStore> => {
  const { writeUnchecked: change, read, sql } = database

  const named = (keyId: string, name: string): Fragment => sql`key_id = ${bindableText(keyId)} AND name = ${bindableText(name)}`

  /**
   * Compare-and-set predicate. The database evaluates it under the row lock, so that a waiting writer sees the winner's
   * row.
   */
  const isUnchanged = ({ answer, claim, keyId, name }: IdempotencyRecord): Fragment =>
    sql`${named(keyId, name)} AND claim = ${claim} AND response IS ${sql.literal(answer === null ? "NULL" : "NOT NULL")}`

  return {
    find: (keyId, name) =>
      read(
        "IdempotencyStore.find",
        Effect.flatMap(
          sql`SELECT * FROM agenda_idempotency WHERE ${named(keyId, name)}`,
          (rows) => readFirst("IdempotencyStore.find", rows, idempotencyRecordOf)
        )
      ),
    put: (record, before) => {
      const { key_id, name, ...others } = idempotencyCells(record)
      return change(
        "IdempotencyStore.put",
        Effect.map(
          before === null
            ? sql`INSERT INTO agenda_idempotency ${sql.insert({ key_id, name, ...others })} ON CONFLICT DO NOTHING RETURNING claim`
            : sql`UPDATE agenda_idempotency SET ${sql.update(others)} WHERE ${isUnchanged(before)} RETURNING claim`,
          (rows) => rows.length > 0
        )
      )
    },
    remove: (record) => change("IdempotencyStore.remove", Effect.asVoid(sql`DELETE FROM agenda_idempotency WHERE ${isUnchanged(record)}`)),
    prune: (now, limit) =>
      change(
        "IdempotencyStore.prune",
        Effect.map(
          sql`DELETE FROM agenda_idempotency WHERE expires_at <= ${now} AND (key_id, name) IN (
            SELECT key_id, name FROM agenda_idempotency WHERE expires_at <= ${now} ORDER BY expires_at ${limitTo(sql, limit)}
          ) RETURNING claim`,
          (rows) => rows.length
        )
      )
  }
}
