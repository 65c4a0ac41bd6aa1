import type { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { upsert } from "../database/upsert.js"
import { bindableText } from "../fragment/bindable.js"
import { isOneOfTexts } from "../fragment/isOneOf.js"
import { keyCells, keyOf, keyUseCells, keyUseOf, tokenCells, tokenOf } from "../row/AccountRow.js"
import { sqlRecords } from "./sqlRecords.js"

/** `CredentialStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<CredentialStore> => {
  const { writeUnchecked: change, read, sql } = database
  const { find, put, scan } = sqlRecords(database, {
    port: "CredentialStore",
    table: "agenda_key",
    key: "id",
    cellsOf: keyCells,
    recordOf: keyOf,
    isOneOf: (column, ids: ReadonlyArray<string>) => isOneOfTexts(database, column, ids)
  })
  return {
    find,
    put,
    scan,
    findBy: ({ digest }) => {
      const operation = "CredentialStore.findBy"
      return read(
        operation,
        Effect.flatMap(sql`SELECT * FROM agenda_key WHERE digest = ${bindableText(digest)}`, (rows) => readFirst(operation, rows, keyOf))
      )
    },
    findToken: (digest) => {
      const operation = "CredentialStore.findToken"
      const rows = sql`SELECT t.digest AS token_digest, t.key_id, t.expires_at AS token_expires_at, k.id, k.kind, k.digest, k.owner_uid,
        k.agenda_uids, k.operations, k.created_at, k.expires_at, k.revoked_at
        FROM agenda_token t JOIN agenda_key k ON k.id = t.key_id WHERE t.digest = ${bindableText(digest)}`
      const parse = (row: Row) => ({
        token: tokenOf({ digest: row["token_digest"], key_id: row["key_id"], expires_at: row["token_expires_at"] }),
        key: keyOf(row)
      })
      return read(operation, Effect.flatMap(rows, (found) => readFirst(operation, found, parse)))
    },
    putUse: (keyId, usedAt) =>
      change(
        "CredentialStore.putUse",
        Effect.asVoid(
          sql`${upsert(sql, "agenda_key_use", "key_id", keyUseCells({ keyId, usedAt }))} WHERE agenda_key_use.used_at < excluded.used_at`
        )
      ),
    findUses: (keyIds) =>
      read(
        "CredentialStore.findUses",
        Effect.flatMap(
          sql`SELECT * FROM agenda_key_use WHERE ${isOneOfTexts(database, "key_id", keyIds)}`,
          (rows) => readRows("CredentialStore.findUses", rows, keyUseOf)
        )
      ),
    putToken: (record, now) =>
      change(
        "CredentialStore.putToken",
        Effect.gen(function*() {
          yield* sql`DELETE FROM agenda_token WHERE expires_at < ${now}`
          yield* upsert(sql, "agenda_token", "digest", tokenCells(record))
        })
      )
  }
}
