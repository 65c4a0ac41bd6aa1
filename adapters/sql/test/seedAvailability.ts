import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/**
 * Adds availability to one in four events: available until the event's last slot begins, then unknown. For one in forty
 * events, the last change of availability equals the event's. Does not run ANALYZE.
 */
export const seedAvailability = ({ sql }: SqlDatabase): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    yield* sql`INSERT INTO agenda_availability (
        event_uid, from_ms, until_ms, status, status_until, occurrences_available, occurrences_total, next_available, agenda_uid, state
      ) SELECT uid, -8640000000000000, last_begin, 'available', last_begin, 1, 1, last_begin, agenda_uid, state FROM agenda_event WHERE uid % 4 = 0
      UNION ALL SELECT uid, last_begin, 8640000000000000, 'unknown', 8640000000000000, 0, 0, NULL, agenda_uid, state FROM agenda_event WHERE uid % 4 = 0`
    yield* sql`UPDATE agenda_event SET availability_updated_at = updated_at WHERE uid % 40 = 0`
  })
