import type { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import type { IdempotencyRecord } from "@agenda-engine/core/record/IdempotencyRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import type { Cells } from "../database/upsert.js"
import { bindableText, limitTo } from "../fragment/bindable.js"

const idempotencyCells = (record: IdempotencyRecord): Cells => ({
  key_id: record.keyId,
  name: record.name,
  fingerprint: record.fingerprint,
  claim: record.claim,
  claimed_until: record.claimedUntil,
  expires_at: record.expiresAt,
  response: record.answer
})

const idempotencyRecordOf = (row: Row): IdempotencyRecord => ({
  keyId: Cell.text(row, "key_id"),
  name: Cell.text(row, "name"),
  fingerprint: Cell.text(row, "fingerprint"),
  claim: Cell.text(row, "claim"),
  claimedUntil: Cell.integer(row, "claimed_until"),
  expiresAt: Cell.integer(row, "expires_at"),
  answer: Cell.textOrNull(row, "response")
})

/** `IdempotencyStore` in an SQL database. */
export const makeIdempotencyStore = (database: SqlDatabase): Context.Tag.Service<IdempotencyStore> => {
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
