import type { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableText, limitTo } from "../fragment/bindable.js"
import { tombstoneCells, tombstoneOf, withdrawnOf } from "../row/EventRow.js"

/** `TombstoneStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<TombstoneStore> => {
  const { writeUnchecked: change, read, sql } = database
  return {
    find: (agendaUid, uid, audience) => {
      const operation = "TombstoneStore.find"
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT agenda_uid, audience, uid, removed_at FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND audience = ${audience} AND uid = ${uid}`,
          (rows) => readFirst(operation, rows, tombstoneOf)
        )
      )
    },
    put: (tombstone, withdrawal) =>
      change(
        "TombstoneStore.put",
        Effect.asVoid(
          sql`INSERT INTO agenda_tombstone ${
            sql.insert(tombstoneCells(tombstone, withdrawal))
          } ON CONFLICT (agenda_uid, audience, uid) DO UPDATE SET removed_at = excluded.removed_at, removed_desc_key = excluded.removed_desc_key, slug = excluded.slug, version = excluded.version, slots = excluded.slots, last_end = excluded.last_end`
        )
      ),
    remove: (agendaUid, uid, audience) =>
      change(
        "TombstoneStore.remove",
        Effect.asVoid(sql`DELETE FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND audience = ${audience} AND uid = ${uid}`)
      ),
    withdrawals: (agendaUid, { endsAfter, limit, slug }) => {
      const operation = "TombstoneStore.withdrawals"
      const isNamed = slug === null ? sql`` : sql` AND slug = ${bindableText(slug)}`
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT uid, removed_at, slug, version, slots, last_end FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND last_end > ${endsAfter}${isNamed} ORDER BY removed_desc_key, uid ${
            limitTo(sql, limit)
          }`,
          (rows) => readRows(operation, rows, withdrawnOf)
        )
      )
    }
  }
}
