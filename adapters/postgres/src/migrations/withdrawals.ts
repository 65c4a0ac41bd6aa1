import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** What calendars need of events that are no longer public, with the tombstones; those from before have none. */
export const withdrawals = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`ALTER TABLE agenda_tombstone ADD COLUMN slug text COLLATE "C"`,
    sql`ALTER TABLE agenda_tombstone ADD COLUMN version bigint`,
    sql`ALTER TABLE agenda_tombstone ADD COLUMN slots text COLLATE "C"`,
    sql`ALTER TABLE agenda_tombstone ADD COLUMN last_end bigint`,
    sql`CREATE INDEX agenda_tombstone_by_last_end ON agenda_tombstone (agenda_uid, last_end) WHERE last_end IS NOT NULL`,
    sql`CREATE INDEX agenda_tombstone_by_slug ON agenda_tombstone (agenda_uid, slug, last_end) WHERE slug IS NOT NULL`
  ], { discard: true }))
