import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"

/** As many characters as the terms of an event have; beyond, it has one for each group. */
const terms_chars_max = 300_000

/** The letter of terms and the column with the line of tokens that they are made of, heaviest first. */
const lines = [["a", "title"], ["b", "keywords"], ["b", "place"], ["c", "description"], ["d", "long_description"]] as const

/**
 * Gives the terms of events that are not published a mark: else each published event that a search finds is looked up to see that it is. Beside
 * what is searched for is whether it is published, in a table of another name: an older version that still runs would store drafts whose terms
 * say that they are published, and now can store none. FTS5 does not say what it was given: the terms are made anew of the lines of tokens, which
 * hold no quotes.
 */
export const publishedTerms = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const tokens: Fragment = sql.literal(
    lines.map(([letter, column]) =>
      `SELECT '${letter}' AS letter, value AS token FROM json_each('["' || replace(s.${column}, ' ', '","') || '"]')`
    ).join(" UNION ALL ")
  )
  return Effect.all([
    sql`ALTER TABLE agenda_event_search RENAME TO agenda_searched_event`,
    sql`ALTER TABLE agenda_searched_event ADD COLUMN published INTEGER NOT NULL DEFAULT 1`,
    sql`UPDATE agenda_searched_event SET published = 0 WHERE event_uid IN (SELECT uid FROM agenda_event WHERE state <> 2)`,
    sql`DELETE FROM agenda_event_term WHERE rowid IN (SELECT uid FROM agenda_event WHERE state <> 2)`,
    sql`INSERT INTO agenda_event_term (rowid, terms)
      SELECT uid, CASE WHEN length(replace(terms, ' ', '')) <= ${terms_chars_max} THEN terms ELSE 'u' || agenda_uid || 'w uw' END FROM (
        SELECT s.event_uid AS uid, s.agenda_uid AS agenda_uid, coalesce((
          SELECT group_concat('u' || s.agenda_uid || term || ' u' || term, ' ') FROM (
            SELECT 'l:' || value AS term FROM json_each('["de", "en", "es", "fr", "it", "nl", "pt"]') WHERE s.languages & (1 << key) <> 0
            UNION ALL
            SELECT min(letter) || ':' || token AS term FROM (${tokens}) WHERE token NOT IN ('', '|') GROUP BY token
          )
        ), '') AS terms FROM agenda_event e CROSS JOIN agenda_searched_event s ON s.event_uid = e.uid WHERE e.state <> 2
      ) ORDER BY uid`
  ], { discard: true })
})
