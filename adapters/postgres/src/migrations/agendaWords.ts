import { fillAgendaWords } from "@agenda-engine/sql/fillAgendaWords"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { postgresDialect } from "../postgresDialect.js"

/** When events were published first, and the words of the keywords and places of what is published: what agendas are found and ordered by. */
export const agendaWords = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`ALTER TABLE agenda_event ADD COLUMN published_at bigint`,
    sql`UPDATE agenda_event SET published_at = created_at WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_published ON agenda_event (agenda_uid, published_at) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_place ON agenda_event (location_uid, agenda_uid) WHERE state = 2`,
    sql`CREATE TABLE agenda_key_word (
      agenda_uid bigint NOT NULL,
      word text COLLATE "C" NOT NULL,
      event_uid bigint NOT NULL REFERENCES agenda_event (uid),
      PRIMARY KEY (agenda_uid, word, event_uid)
    )`,
    sql`CREATE INDEX agenda_key_word_by_event ON agenda_key_word (event_uid)`,
    sql`CREATE TABLE agenda_location_word (
      word text COLLATE "C" NOT NULL,
      location_uid bigint NOT NULL REFERENCES agenda_location (uid),
      PRIMARY KEY (word, location_uid)
    )`,
    sql`CREATE INDEX agenda_location_word_by_location ON agenda_location_word (location_uid)`,
    fillAgendaWords(postgresDialect)
  ], { discard: true }))
