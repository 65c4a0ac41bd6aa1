import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Instants of change and ages beside what published events are counted by: else each event that is counted is looked up for these. */
export const countedColumns = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`DROP INDEX agenda_event_by_last_end`,
    sql`DROP INDEX agenda_event_by_featured_last_end`,
    sql`CREATE INDEX agenda_event_by_last_end ON agenda_event (agenda_uid, last_end_down, uid) INCLUDE (first_begin, last_begin, status, attendance_mode, location_uid, updated_at, created_at, has_age, age_min, age_max) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_featured_last_end ON agenda_event (agenda_uid, featured, last_end_down, uid) INCLUDE (first_begin, last_begin, status, attendance_mode, location_uid, updated_at, created_at, has_age, age_min, age_max) WHERE state = 2`
  ], { discard: true }))
