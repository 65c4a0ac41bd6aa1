import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Agendas, the clock of each, and the words of their titles. */
export const agendas = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda (
      uid INTEGER PRIMARY KEY,
      slug TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      title_folded TEXT NOT NULL,
      description TEXT NOT NULL,
      image TEXT,
      url TEXT,
      is_official INTEGER NOT NULL,
      is_private INTEGER NOT NULL,
      is_indexed INTEGER NOT NULL,
      network_uid INTEGER,
      location_set_uid INTEGER,
      settings TEXT NOT NULL,
      fields TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    sql`CREATE TABLE agenda_clock (
      agenda_uid INTEGER PRIMARY KEY REFERENCES agenda (uid),
      changed_at INTEGER NOT NULL
    ) STRICT`,
    sql`CREATE TABLE agenda_word (
      word TEXT NOT NULL,
      agenda_uid INTEGER NOT NULL REFERENCES agenda (uid),
      PRIMARY KEY (word, agenda_uid)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_word_by_agenda ON agenda_word (agenda_uid)`
  ], { discard: true }))
