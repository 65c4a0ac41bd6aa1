import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { SqlDatabase } from "../SqlDatabase.js"

/** How many locations `insertBeforeAgendaWords` makes. */
export const locations_count = 1_001

/**
 * Fills a database whose schema ends with the step before `agenda_words`: agenda 1 with the published events 1 and 2 and the draft 3, and
 * locations from 1 on.
 */
export const insertBeforeAgendaWords = ({ sql }: SqlDatabase): Effect.Effect<void, SqlError> =>
  Effect.all([
    sql`INSERT INTO agenda (uid, slug, title, title_folded, description, is_official, is_private, is_indexed, settings, fields, created_at, updated_at)
      VALUES (1, 'a', 'A', 'a', '', 0, 0, 1, '{}', '[]', 5, 5)`,
    ...[
      { uid: 1, state: 2, keywords: { fr: ["Marché de Noël", "fête"], en: ["Noel"] } },
      { uid: 2, state: 2, keywords: {} },
      { uid: 3, state: 1, keywords: { fr: ["secret"] } }
    ].flatMap(({ keywords, state, uid }) => [
      sql`INSERT INTO agenda_event (uid, agenda_uid, slug, state, featured, status, attendance_mode, location_uid, timezone, created_at, updated_at, version, first_begin, first_end, last_begin, last_end, last_end_down, updated_down)
        VALUES (${uid}, 1, ${`e${uid}`}, ${state}, 0, 1, 1, 1, 'Europe/Paris', ${uid * 10}, ${uid * 20}, 1, 1, 2, 1, 2, -2, ${uid * -20})`,
      sql`INSERT INTO agenda_event_document (event_uid, summary, detail, retired_slot_ids) VALUES (${uid}, ${
        JSON.stringify({ keywords })
      }, '{}', '[]')`
    ]),
    sql`INSERT INTO agenda_location (uid, agenda_uid, slug, name, address, admin_level_4, country_code, state, created_at, updated_at, name_folded, search, detail)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${locations_count})
      SELECT n, 1, 's', 'Grand''Halle', '1 rue', 'Sète', 'FR', 0, 5, 5, 'grand''halle', 'grand''halle 1 rue sete', '{}' FROM numbers`
  ], { discard: true })

/** What the step `agenda_words` made of those: instants, words of keywords, words of the last location, and how many of all. */
export const readAfterAgendaWords = ({ sql }: SqlDatabase): Effect.Effect<Record<string, ReadonlyArray<Row>>, SqlError> =>
  Effect.all({
    events: sql`SELECT uid, published_at FROM agenda_event ORDER BY uid`,
    keyWords: sql`SELECT word, agenda_uid, event_uid FROM agenda_key_word ORDER BY word`,
    locationWords: sql`SELECT word FROM agenda_location_word WHERE location_uid = ${locations_count} ORDER BY word`,
    words: sql`SELECT count(*) AS words FROM agenda_location_word`
  })
