import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Agendas, the clock of each, and the words of their titles. */
export const agendas = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda (
      uid bigint PRIMARY KEY,
      slug text COLLATE "C" NOT NULL UNIQUE,
      title text COLLATE "C" NOT NULL,
      title_folded text COLLATE "C" NOT NULL,
      description text COLLATE "C" NOT NULL,
      image text COLLATE "C",
      url text COLLATE "C",
      is_official integer NOT NULL,
      is_private integer NOT NULL,
      is_indexed integer NOT NULL,
      network_uid bigint,
      location_set_uid bigint,
      settings text COLLATE "C" NOT NULL,
      fields text COLLATE "C" NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL
    )`,
    sql`CREATE TABLE agenda_clock (
      agenda_uid bigint PRIMARY KEY REFERENCES agenda (uid),
      changed_at bigint NOT NULL
    )`,
    sql`CREATE TABLE agenda_word (
      word text COLLATE "C" NOT NULL,
      agenda_uid bigint NOT NULL REFERENCES agenda (uid),
      PRIMARY KEY (word, agenda_uid)
    )`,
    sql`CREATE INDEX agenda_word_by_agenda ON agenda_word (agenda_uid)`
  ], { discard: true }))
