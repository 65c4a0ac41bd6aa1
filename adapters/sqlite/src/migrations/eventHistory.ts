import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The changes of events' states, each event's in order of `place`. Of the changes before this step nothing is known. */
export const eventHistory = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_event_history (
    event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
    place INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    from_state INTEGER,
    to_state INTEGER NOT NULL,
    user_uid INTEGER,
    key_id TEXT,
    motive TEXT,
    PRIMARY KEY (event_uid, place)
  ) STRICT, WITHOUT ROWID`))
