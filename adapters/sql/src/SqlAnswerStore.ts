import type { AnswerStore } from "@agenda-engine/core/ports/AnswerStore"
import type { KeptAnswer } from "@agenda-engine/core/record/KeptAnswer"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { limitTo } from "./limitTo.js"
import { readFirst } from "./readRows.js"
import { keptAnswerCells, keptAnswerOf } from "./row/KeptAnswerRow.js"
import { soughtText } from "./Sought.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** Answers of repeatable writes in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<AnswerStore> => {
  const { change, read, sql } = database

  const named = (keyId: string, name: string): Fragment => sql`key_id = ${soughtText(keyId)} AND name = ${soughtText(name)}`

  /** Decided by the database while it has the row, so that whoever waited for another writer sees what that one left. */
  const asFound = ({ answer, claim, keyId, name }: KeptAnswer): Fragment =>
    sql`${named(keyId, name)} AND claim = ${claim} AND answer IS ${sql.literal(answer === null ? "NULL" : "NOT NULL")}`

  return {
    find: (keyId, name) =>
      read(
        "AnswerStore.find",
        Effect.flatMap(
          sql`SELECT * FROM agenda_kept_answer WHERE ${named(keyId, name)}`,
          (rows) => readFirst("AnswerStore.find", rows, keptAnswerOf)
        )
      ),
    put: (record, before) => {
      const { key_id, name, ...others } = keptAnswerCells(record)
      return change(
        "AnswerStore.put",
        Effect.map(
          before === null
            ? sql`INSERT INTO agenda_kept_answer ${sql.insert({ key_id, name, ...others })} ON CONFLICT DO NOTHING RETURNING claim`
            : sql`UPDATE agenda_kept_answer SET ${sql.update(others)} WHERE ${asFound(before)} RETURNING claim`,
          (rows) => rows.length > 0
        )
      )
    },
    remove: (record) => change("AnswerStore.remove", Effect.asVoid(sql`DELETE FROM agenda_kept_answer WHERE ${asFound(record)}`)),
    prune: (now, limit) =>
      change(
        "AnswerStore.prune",
        Effect.map(
          sql`DELETE FROM agenda_kept_answer WHERE expires_at <= ${now} AND (key_id, name) IN (
            SELECT key_id, name FROM agenda_kept_answer WHERE expires_at <= ${now} ORDER BY expires_at ${limitTo(sql, limit)}
          ) RETURNING claim`,
          (rows) => rows.length
        )
      )
  }
}
