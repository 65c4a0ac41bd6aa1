import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { neverUpdated } from "@agenda-engine/sql/row/EventRow"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { shapeNow } from "../../sql/test/listShapes.js"

/**
 * So many events in each of two agendas, but for twenty without tickets that are in a third, which no list across
 * agendas shows; with two slots each, around `shapeNow`; one in twenty is not published, one in ten featured, and a
 * tenth as many have left a tombstone. A third have a keyword, the others a language, and two each a location; each has
 * a number and an external id. The planner knows nothing of them yet.
 */
export const seedEvents = ({ sql }: SqlDatabase, events: number): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    yield* sql`INSERT INTO agenda (uid, slug, title, title_folded, description, is_official, is_private, is_indexed, settings, fields, created_at, updated_at)
      SELECT n, 'agenda-' || n, 'Agenda', 'agenda', '', 0, 0, 1, '{}', '[]', 0, 0 FROM generate_series(1, 2) AS n`
    yield* sql`INSERT INTO agenda_location (
        uid, agenda_uid, slug, name, address, country_code, state, created_at, updated_at, name_folded, admin_level_4_folded,
        address_folded, country_code_folded, search_text, event_search_text, detail
      ) SELECT n, 1, 'location-' || n, 'Hall', 'Street', 'FR', 1, 0, 0, 'hall', CASE WHEN n % 4 < 2 THEN 'brest' ELSE 'rennes' END,
        'street', 'fr', 'hall', 'hall', '{}'
      FROM generate_series(1, ${events}::bigint) AS n`
    yield* sql`INSERT INTO agenda_event (
        uid, agenda_uid, slug, state, featured, status, attendance_mode, location_uid, timezone, created_at, updated_at, version,
        first_begin, first_end, last_begin, last_end,
        has_age, availability_updated_at
      ) SELECT n, CASE WHEN n <= 80 AND n % 4 = 1 THEN 3 ELSE 1 + n % 2 END, 'event-' || n, CASE WHEN n % 40 < 2 THEN 0 ELSE 2 END, CASE WHEN n % 20 < 2 THEN 1 ELSE 0 END, 1, 1, 1 + n % ${events}::bigint, 'UTC', at, at, 1,
        at, at + 3600000, at + 86400000, at + 90000000,
        0, ${neverUpdated}::bigint
      FROM (SELECT n, ${shapeNow}::bigint + (n::bigint * 7919 % 20000 - 10000) * 600000 AS at FROM generate_series(1, ${
      events * 2
    }::bigint) AS n) AS made`
    yield* sql`INSERT INTO agenda_event_document SELECT uid, '{}', '{}', '[]', '{}', agenda_uid FROM agenda_event`
    yield* sql`INSERT INTO agenda_event_uid (uid, agenda_uid) SELECT uid, agenda_uid FROM agenda_event`
    yield* sql`INSERT INTO agenda_event_slug (slug, agenda_uid, uid) SELECT slug, agenda_uid, uid FROM agenda_event`
    yield* sql`INSERT INTO agenda_slot (event_uid, begin_ms, end_ms, prev_end, slot_id, agenda_uid, featured, state)
      SELECT uid, first_begin, first_end, -9007199254740991, 'first', agenda_uid, featured, state FROM agenda_event
      UNION ALL SELECT uid, last_begin, last_end, first_end, 'other', agenda_uid, featured, state FROM agenda_event`
    yield* sql`INSERT INTO agenda_filter_term
      SELECT agenda_uid, dimension, value, uid, spelling, state, featured, status, attendance_mode, location_uid, first_begin, last_begin, last_end
      FROM agenda_event CROSS JOIN LATERAL (
        SELECT 'keyword' AS dimension, 'jazz' AS value, 'Jazz' AS spelling WHERE uid % 3 = 0
        UNION ALL SELECT 'language', CASE uid % 3 WHEN 1 THEN 'fr' ELSE 'en' END, '' WHERE uid % 3 <> 0
      ) AS terms`
    yield* sql`INSERT INTO agenda_filter_number (agenda_uid, dimension, value, event_uid) SELECT agenda_uid, 'field:size', uid % 1000, uid FROM agenda_event`
    yield* sql`INSERT INTO agenda_ext_id (agenda_uid, ext_key, ext_value, event_uid, position)
      SELECT agenda_uid, 'source', uid::text, uid, 0 FROM agenda_event`
    yield* sql`INSERT INTO agenda_tombstone (agenda_uid, audience, uid, removed_at)
      SELECT agenda_uid, 'public', uid + 1000000, updated_at FROM agenda_event WHERE uid % 20 < 2`
  })
