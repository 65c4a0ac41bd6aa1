import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The changes of events' states, each event's in order of `place`. Of the changes before this step nothing is known. */
export const eventHistory = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_event_history (
    event_uid bigint NOT NULL REFERENCES agenda_event (uid),
    place integer NOT NULL,
    changed_at bigint NOT NULL,
    from_state integer,
    to_state integer NOT NULL,
    user_uid bigint,
    key_id text COLLATE "C",
    motive text COLLATE "C",
    PRIMARY KEY (event_uid, place)
  )`))
