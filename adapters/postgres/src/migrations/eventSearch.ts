import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * What events are searched by: their lines of tokens with that of their location, and an index of the terms in them by the event's uid. Terms
 * are kept out of their rows, so that those found are few pages, and the index's list of what is still to be sorted in, which every
 * search reads, is kept short. Of the events that are there nothing is found until they are put again.
 */
export const eventSearch = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_event_search (
      event_uid bigint PRIMARY KEY REFERENCES agenda_event (uid),
      agenda_uid bigint NOT NULL,
      location_uid bigint,
      languages integer NOT NULL,
      title text COLLATE "C" NOT NULL,
      keywords text COLLATE "C" NOT NULL,
      place text COLLATE "C" NOT NULL,
      description text COLLATE "C" NOT NULL,
      long_description text COLLATE "C" NOT NULL
    )`,
    sql`CREATE INDEX agenda_event_search_by_location ON agenda_event_search (location_uid, event_uid) WHERE location_uid IS NOT NULL`,
    sql`CREATE TABLE agenda_event_term (
      event_uid bigint PRIMARY KEY,
      terms tsvector NOT NULL
    ) WITH (toast_tuple_target = 128)`,
    sql`ALTER TABLE agenda_event_term ALTER COLUMN terms SET STORAGE EXTERNAL`,
    sql`CREATE INDEX agenda_event_term_by_term ON agenda_event_term USING gin (terms) WITH (gin_pending_list_limit = 256)`
  ], { discard: true }))
