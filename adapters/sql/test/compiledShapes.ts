import { agendaShapes } from "./agendaShapes.js"
import { dialectShapes } from "./dialectShapes.js"
import type { ListShape } from "./listShapes.js"

/** A text that both dialects compile, or that of each. Placeholders of Postgres are written as those of SQLite. */
export type CompiledText = string | { readonly sqlite: string; readonly postgres: string }

/**
 * What every list shape compiles to: the counts of its segments, then a page of each segment, each as a statement and
 * its parameters.
 */
export const compiledShapes: { readonly [S in ListShape]: ReadonlyArray<CompiledText> } = {
  ...agendaShapes,
  ...dialectShapes,
  timingsWithFeatured: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.last_end <= ?)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.last_end > ?)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.last_end <= ?)) AS s3",
    "[1,1935748800000,1,1935748800000,1,1935748800000,1,1935748800000]",
    "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,21]",
    "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,21]"
  ],
  timings: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end <= ?)) AS s1",
    "[1,1935748800000,1,1935748800000]",
    "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,21]"
  ],
  timingsAfter: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end <= ?)) AS s1",
    "[1,1935748800000,1,1935748800000]",
    "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND (s.begin_ms, s.event_uid) > (?, ?)) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935748800000,1935752400000,7,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,21]"
  ],
  timingsAfterEnded: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end <= ?)) AS s1",
    "[1,1935748800000,1,1935748800000]",
    "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.last_end, e.uid) < (?, ?)) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935745200000,7,21]"
  ],
  lastTimingWithFeatured: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.last_end <= ?)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.last_end > ?)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.last_end <= ?)) AS s3",
    "[1,1935748800000,1,1935748800000,1,1935748800000,1,1935748800000]",
    "SELECT (+e.last_begin) AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.last_end > ? AND (+e.last_begin) >= ?) ORDER BY (+e.last_begin), e.uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,21]",
    "SELECT e.last_begin AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.last_end > ? AND e.last_begin >= ?) ORDER BY e.last_begin, e.uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,21]"
  ],
  lastTiming: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end <= ?)) AS s1",
    "[1,1935748800000,1,1935748800000]",
    "SELECT e.last_begin AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end > ? AND e.last_begin >= ?) ORDER BY e.last_begin, e.uid LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,21]"
  ],
  updatedAscending: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) AS s0",
    "[1]",
    "SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2) ORDER BY e.updated_at, e.uid LIMIT CAST(? AS bigint)",
    "[1,21]"
  ],
  updatedDescending: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) AS s0",
    "[1]",
    "SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2) ORDER BY e.updated_at DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,21]"
  ],
  synchronisation: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.updated_at >= ?)) + (SELECT count(*) FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ? AND t.removed_at >= ?)) AS s0",
    '[1,1935662400000,1,"public",1935662400000]',
    "SELECT * FROM (SELECT * FROM (SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.updated_at, e.uid) > (?, ?)) ORDER BY e.updated_at, e.uid LIMIT CAST(? AS bigint)) stretch_0 UNION ALL SELECT * FROM (SELECT t.removed_at AS k0, t.uid AS uid, t.agenda_uid AS agenda_uid, t.removed_at AS removed_at FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ? AND (t.removed_at, t.uid) > (?, ?)) ORDER BY t.removed_at, t.uid LIMIT CAST(? AS bigint)) stretch_1) merged ORDER BY k0, uid LIMIT CAST(? AS bigint)",
    '[1,1935745200000,7,21,1,"public",1935745200000,7,21,21]'
  ],
  tombstones: [
    "SELECT (SELECT count(*) FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ?)) AS s0",
    '[1,"public"]',
    "SELECT t.uid AS uid, t.agenda_uid AS agenda_uid, t.removed_at AS removed_at FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ?) ORDER BY t.uid LIMIT CAST(? AS bigint)",
    '[1,"public",21]'
  ],
  createdDescending: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) AS s0",
    "[1]",
    "SELECT e.created_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.created_at, e.uid) < (?, ?)) ORDER BY e.created_at DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935745200000,7,21]"
  ],
  city: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) AS s0",
    "[1]",
    "SELECT * FROM (SELECT l.admin_level_4_folded AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e LEFT JOIN agenda_location l ON l.uid = e.location_uid WHERE (e.agenda_uid = ? AND e.state = 2)) sorted WHERE ((k0 > ? OR k0 IS NULL) OR (k0 = ? AND uid > ?)) ORDER BY k0 ASC NULLS LAST, uid LIMIT CAST(? AS bigint)",
    '[1,"brest","brest",7,21]'
  ],
  everywhere: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND e.last_end <= ?)) AS s1",
    "[1935748800000,1935748800000]",
    "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = s.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
    "[1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1935748800000,21]"
  ],
  everywhereUpdated: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2)) AS s0",
    "[]",
    "SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2) ORDER BY e.updated_at, e.uid LIMIT CAST(? AS bigint)",
    "[21]"
  ]
}
