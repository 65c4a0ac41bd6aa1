import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Pictures that are kept, and what uses them. */
export const images = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_image (
      name text COLLATE "C" NOT NULL PRIMARY KEY,
      digest text COLLATE "C" NOT NULL,
      image text COLLATE "C" NOT NULL,
      state text COLLATE "C" NOT NULL,
      unused_since bigint
    )`,
    sql`CREATE INDEX agenda_image_by_digest ON agenda_image (digest) WHERE state = 'kept'`,
    sql`CREATE INDEX agenda_image_unused ON agenda_image (unused_since, name) WHERE unused_since IS NOT NULL`,
    sql`CREATE TABLE agenda_image_use (
      used_by text COLLATE "C" NOT NULL PRIMARY KEY,
      name text COLLATE "C" NOT NULL
    )`,
    sql`CREATE INDEX agenda_image_use_by_name ON agenda_image_use (name)`
  ], { discard: true }))
