import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Gives the terms of events that are not published a mark: else each published event that a search finds is looked up to see that it is. Beside
 * what is searched for is whether it is published, in a table of another name: an older version that still runs would store drafts whose terms
 * say that they are published, and now can store none.
 */
export const publishedTerms = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`ALTER TABLE agenda_event_search RENAME TO agenda_searched_event`,
    sql`ALTER TABLE agenda_searched_event ADD COLUMN published integer NOT NULL DEFAULT 1`,
    sql`ALTER TABLE agenda_searched_event ALTER COLUMN published DROP DEFAULT`,
    sql`UPDATE agenda_searched_event SET published = 0 WHERE event_uid IN (SELECT uid FROM agenda_event WHERE state <> 2)`,
    sql`UPDATE agenda_event_term SET terms = array_to_tsvector(ARRAY(SELECT 'u' || marked.term FROM unnest(tsvector_to_array(terms)) AS marked (term)))
      WHERE event_uid IN (SELECT uid FROM agenda_event WHERE state <> 2)`
  ], { discard: true }))
