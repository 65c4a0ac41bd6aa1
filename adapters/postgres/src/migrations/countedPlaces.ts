import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * What events are counted by beside their locations: else all events of an agenda are gone through for those of a place, or each of these is
 * looked up. And whether published events are featured beside their last ends, so that all of them after an instant are counted on one way.
 */
export const countedPlaces = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`DROP INDEX agenda_event_by_location`,
    sql`DROP INDEX agenda_event_by_last_end`,
    sql`CREATE INDEX agenda_event_by_location ON agenda_event (agenda_uid, location_uid, uid) INCLUDE (state, featured, status, attendance_mode, first_begin, last_begin, last_end_down)`,
    sql`CREATE INDEX agenda_event_by_last_end ON agenda_event (agenda_uid, last_end_down, uid) INCLUDE (featured, first_begin, last_begin, status, attendance_mode, location_uid, updated_at, created_at, has_age, age_min, age_max) WHERE state = 2`
  ], { discard: true }))
