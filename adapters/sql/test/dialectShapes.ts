/** What list shapes compile to that the dialects write differently. See `compiledShapes`. */
export const dialectShapes = {
  place: [
    {
      sqlite:
        "SELECT count(*) FILTER (WHERE e.last_end > ?) AS s0, count(*) FILTER (WHERE e.last_end <= ?) AS s1 FROM (SELECT f.uid, f.agenda_uid, +f.state AS state, f.featured, f.status, f.attendance_mode, f.location_uid, f.first_begin, f.last_begin, f.last_end FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid IN (WITH RECURSIVE d (uid) AS (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? UNION ALL SELECT (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid > d.uid) FROM d WHERE d.uid IS NOT NULL) SELECT l.uid FROM d CROSS JOIN agenda_location l WHERE l.uid = d.uid AND l.admin_level_4_folded IN (SELECT value FROM json_each(?)))) e WHERE (e.state = 2 AND e.status = ?)",
      postgres:
        "SELECT count(*) FILTER (WHERE e.last_end > ?) AS s0, count(*) FILTER (WHERE e.last_end <= ?) AS s1 FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.status = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ANY(?::text[]))) IS TRUE)"
    },
    {
      sqlite: '[1935748800000,1935748800000,1,1,1,"[\\"brest\\",\\"sete\\"]",1]',
      postgres: '[1935748800000,1935748800000,1,1,["brest","sete"]]'
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND e.status = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded IN (SELECT value FROM json_each(?)))) IS TRUE AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND e.status = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ANY(?::text[]))) IS TRUE AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,1,"[\\"brest\\",\\"sete\\"]",1935748800000,1935748800000,1935662400001,21]',
      postgres: '[1,1,["brest","sete"],1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.status = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded IN (SELECT value FROM json_each(?)))) IS TRUE AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.status = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ANY(?::text[]))) IS TRUE AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,1,"[\\"brest\\",\\"sete\\"]",1935748800000,21]', postgres: '[1,1,["brest","sete"],1935748800000,21]' }
  ],
  locationsSince: [
    {
      sqlite:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 1 AND e.last_end <= ?)) AS s1, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s2, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end <= ?)) AS s3 FROM (SELECT f.uid, f.agenda_uid, +f.state AS state, f.featured, f.status, f.attendance_mode, f.location_uid, f.first_begin, f.last_begin, f.last_end FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid IN (SELECT value FROM json_each(?))) e WHERE (e.state = 2 AND +e.last_begin >= ?)",
      postgres:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 1 AND e.last_end <= ?)) AS s1, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s2, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end <= ?)) AS s3 FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.location_uid = ANY(?::bigint[]) AND +e.last_begin >= ? AND e.last_end >= ?)"
    },
    {
      sqlite: '[1935748800000,1935748800000,1935748800000,1935748800000,1,"[4,5]",1935662400000]',
      postgres: "[1935748800000,1935748800000,1935748800000,1935748800000,1,[4,5],1935662400000,1935662400000]"
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND e.location_uid = ANY(?::bigint[]) AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"[4,5]",1935662400000,1935748800000,1935748800000,1935662400001,21]',
      postgres: "[1,[4,5],1935662400000,1935748800000,1935748800000,1935662400001,21]"
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.location_uid = ANY(?::bigint[]) AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,"[4,5]",1935662400000,1935748800000,21]', postgres: "[1,[4,5],1935662400000,1935748800000,21]" },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND e.location_uid = ANY(?::bigint[]) AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"[4,5]",1935662400000,1935748800000,1935748800000,1935662400001,21]',
      postgres: "[1,[4,5],1935662400000,1935748800000,1935748800000,1935662400001,21]"
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.location_uid = ANY(?::bigint[]) AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,"[4,5]",1935662400000,1935748800000,21]', postgres: "[1,[4,5],1935662400000,1935748800000,21]" }
  ],
  keywordAndPlace: [
    {
      sqlite:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s1 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?) e WHERE (e.state = 2 AND +e.location_uid IN (WITH RECURSIVE d (uid) AS (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? UNION ALL SELECT (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid > d.uid) FROM d WHERE d.uid IS NOT NULL) SELECT l.uid FROM d CROSS JOIN agenda_location l WHERE l.uid = d.uid AND l.admin_level_4_folded = ?) AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)))",
      postgres:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s1 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?) e WHERE (e.state = 2 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ?)) IS TRUE AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND w.agenda_uid = ? AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)))"
    },
    {
      sqlite:
        '[1935748800000,1935748800000,1,"keyword","jazz",1,1,"brest",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000]',
      postgres:
        '[1935748800000,1935748800000,1,"keyword","jazz","brest",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1,1935748800000,1935835200000]'
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ?)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ?)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND w.agenda_uid = ? AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite:
        '[1,"brest","keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]',
      postgres:
        '[1,"brest",1,"keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ?)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ?)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND w.agenda_uid = ? AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite:
        '[1,"brest","keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]',
      postgres:
        '[1,"brest",1,"keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]'
    }
  ],
  keyword: [
    "SELECT count(*) FILTER (WHERE e.last_end > ?) AS s0, count(*) FILTER (WHERE e.last_end <= ?) AS s1 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?) e WHERE e.state = 2",
    '[1935748800000,1935748800000,1,"keyword","jazz"]',
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"keyword","jazz",1935748800000,1935748800000,1935662400001,21]',
      postgres: '[1,1,"keyword","jazz",1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,"keyword","jazz",1935748800000,21]', postgres: '[1,1,"keyword","jazz",1935748800000,21]' }
  ],
  languagesSince: [
    {
      sqlite:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 1 AND e.last_end <= ?)) AS s1, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s2, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end <= ?)) AS s3 FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND +e.uid IN (SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value IN (SELECT value FROM json_each(?))) AND +e.last_begin >= ? AND e.last_end >= ?)",
      postgres:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 1 AND e.last_end <= ?)) AS s1, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s2, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end <= ?)) AS s3 FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ANY(?::text[]))))) IS TRUE AND +e.last_begin >= ? AND e.last_end >= ?)"
    },
    {
      sqlite: '[1935748800000,1935748800000,1935748800000,1935748800000,1,1,"language","[\\"fr\\",\\"en\\"]",1935662400000,1935662400000]',
      postgres: '[1935748800000,1935748800000,1935748800000,1935748800000,1,1,"language",["fr","en"],1935662400000,1935662400000]'
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value IN (SELECT value FROM json_each(?))))) IS TRUE AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ANY(?::text[])))) IS TRUE AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"language","[\\"fr\\",\\"en\\"]",1935662400000,1935748800000,1935748800000,1935662400001,21]',
      postgres: '[1,1,"language",["fr","en"],1935662400000,1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value IN (SELECT value FROM json_each(?))))) IS TRUE AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ANY(?::text[])))) IS TRUE AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"language","[\\"fr\\",\\"en\\"]",1935662400000,1935748800000,21]',
      postgres: '[1,1,"language",["fr","en"],1935662400000,1935748800000,21]'
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value IN (SELECT value FROM json_each(?))))) IS TRUE AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ANY(?::text[])))) IS TRUE AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"language","[\\"fr\\",\\"en\\"]",1935662400000,1935748800000,1935748800000,1935662400001,21]',
      postgres: '[1,1,"language",["fr","en"],1935662400000,1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value IN (SELECT value FROM json_each(?))))) IS TRUE AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ANY(?::text[])))) IS TRUE AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"language","[\\"fr\\",\\"en\\"]",1935662400000,1935748800000,21]',
      postgres: '[1,1,"language",["fr","en"],1935662400000,1935748800000,21]'
    }
  ],
  uids: [
    {
      sqlite:
        "SELECT count(*) FILTER (WHERE e.last_end > ?) AS s0, count(*) FILTER (WHERE e.last_end <= ?) AS s1 FROM agenda_event e WHERE (+e.agenda_uid = ? AND e.state = 2 AND e.uid IN (SELECT value FROM json_each(?)))",
      postgres:
        "SELECT count(*) FILTER (WHERE e.last_end > ?) AS s0, count(*) FILTER (WHERE e.last_end <= ?) AS s1 FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.uid = ANY(?::bigint[]))"
    },
    { sqlite: '[1935748800000,1935748800000,1,"[7,8,9]"]', postgres: "[1935748800000,1935748800000,1,[7,8,9]]" },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e CROSS JOIN agenda_slot s WHERE (+e.agenda_uid = ? AND e.state = 2 AND e.uid IN (SELECT value FROM json_each(?)) AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e CROSS JOIN agenda_slot s WHERE (e.agenda_uid = ? AND e.state = 2 AND e.uid = ANY(?::bigint[]) AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"[7,8,9]",1935748800000,1935748800000,1935662400001,21]',
      postgres: "[1,[7,8,9],1935748800000,1935748800000,1935662400001,21]"
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (+e.agenda_uid = ? AND e.state = 2 AND e.uid IN (SELECT value FROM json_each(?)) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.uid = ANY(?::bigint[]) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,"[7,8,9]",1935748800000,21]', postgres: "[1,[7,8,9],1935748800000,21]" }
  ],
  unpublished: [
    {
      sqlite:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)) AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)) AND e.last_end <= ?)) AS s1",
      postgres:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state = ANY(?::bigint[]) AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state = ANY(?::bigint[]) AND e.last_end <= ?)) AS s1"
    },
    { sqlite: '[1,"[0,1]",1935748800000,1,"[0,1]",1935748800000]', postgres: "[1,[0,1],1935748800000,1,[0,1],1935748800000]" },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state <> 2 AND s.state IN (SELECT value FROM json_each(?)) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state <> 2 AND s.state = ANY(?::bigint[]) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"[0,1]",1935748800000,1935748800000,1935662400001,21]',
      postgres: "[1,[0,1],1935748800000,1935748800000,1935662400001,21]"
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state = ANY(?::bigint[]) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,"[0,1]",1935748800000,21]', postgres: "[1,[0,1],1935748800000,21]" }
  ],
  anyState: [
    {
      sqlite:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) + (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)))) AS s0",
      postgres:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) + (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state = ANY(?::bigint[]))) AS s0"
    },
    { sqlite: '[1,1,"[1,0,-1]"]', postgres: "[1,1,[1,0,-1]]" },
    {
      sqlite:
        "SELECT * FROM (SELECT * FROM (SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2) ORDER BY e.updated_at DESC, e.uid DESC LIMIT CAST(? AS bigint)) stretch_0 UNION ALL SELECT * FROM (SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?))) ORDER BY e.updated_at DESC, e.uid DESC LIMIT CAST(? AS bigint)) stretch_1) merged ORDER BY k0 DESC, uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT * FROM (SELECT * FROM (SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2) ORDER BY e.updated_at DESC, e.uid DESC LIMIT CAST(? AS bigint)) stretch_0 UNION ALL SELECT * FROM (SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state = ANY(?::bigint[])) ORDER BY e.updated_at DESC, e.uid DESC LIMIT CAST(? AS bigint)) stretch_1) merged ORDER BY k0 DESC, uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,21,1,"[1,0,-1]",21,21]', postgres: "[1,21,1,[1,0,-1],21,21]" }
  ],
  languageOrNone: [
    {
      sqlite:
        "SELECT count(*) FILTER (WHERE e.last_end > ?) AS s0, count(*) FILTER (WHERE e.last_end <= ?) AS s1 FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (+e.uid IN (SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?) OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ?))) IS TRUE))",
      postgres:
        "SELECT count(*) FILTER (WHERE e.last_end > ?) AS s0, count(*) FILTER (WHERE e.last_end <= ?) AS s1 FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND ((e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?)))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ?))) IS TRUE))"
    },
    {
      sqlite: '[1935748800000,1935748800000,1,1,"language","fr","language"]',
      postgres: '[1935748800000,1935748800000,1,1,"language","fr",1,"language"]'
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ?))) IS TRUE) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ?))) IS TRUE) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"language","fr","language",1935748800000,1935748800000,1935662400001,21]',
      postgres: '[1,1,"language","fr",1,"language",1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value = ?))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ?))) IS TRUE) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ?))) IS TRUE) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '[1,"language","fr","language",1935748800000,21]', postgres: '[1,1,"language","fr",1,"language",1935748800000,21]' }
  ],
  keywords: [
    {
      sqlite:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 1 AND e.last_end <= ?)) AS s1, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s2, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end <= ?)) AS s3 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?) e WHERE (e.state = 2 AND +e.uid IN (SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))",
      postgres:
        "SELECT count(*) FILTER (WHERE (e.featured = 1 AND e.last_end > ?)) AS s0, count(*) FILTER (WHERE (e.featured = 1 AND e.last_end <= ?)) AS s1, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end > ?)) AS s2, count(*) FILTER (WHERE (e.featured = 0 AND e.last_end <= ?)) AS s3 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?) e WHERE (e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?)))) IS TRUE)"
    },
    '[1935748800000,1935748800000,1935748800000,1935748800000,1,"keyword","jazz",1,"keyword","swing"]',
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"keyword","jazz","keyword","swing",1935748800000,1935748800000,1935662400001,21]',
      postgres: '[1,1,"keyword","jazz",1,"keyword","swing",1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value = ?))) IS TRUE) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"keyword","jazz","keyword","swing",1935748800000,21]',
      postgres: '[1,1,"keyword","jazz",1,"keyword","swing",1935748800000,21]'
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"keyword","jazz","keyword","swing",1935748800000,1935748800000,1935662400001,21]',
      postgres: '[1,1,"keyword","jazz",1,"keyword","swing",1935748800000,1935748800000,1935662400001,21]'
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = ? AND t.value = ?))) IS TRUE) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = ? AND t.dimension = ? AND t.value = ?))) IS TRUE) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: '[1,"keyword","jazz","keyword","swing",1935748800000,21]',
      postgres: '[1,1,"keyword","jazz",1,"keyword","swing",1935748800000,21]'
    }
  ],
  everywhereWithin: [
    {
      sqlite:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE ((e.agenda_uid IN (SELECT value FROM json_each(?)) AND e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE ((e.agenda_uid IN (SELECT value FROM json_each(?)) AND e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end <= ?)) AS s1",
      postgres:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE ((e.agenda_uid = ANY(?::bigint[]) AND e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE ((e.agenda_uid = ANY(?::bigint[]) AND e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end <= ?)) AS s1"
    },
    { sqlite: '["[1,2]",1935748800000,"[1,2]",1935748800000]', postgres: "[[1,2],1935748800000,[1,2],1935748800000]" },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE ((s.agenda_uid IN (SELECT value FROM json_each(?)) AND EXISTS (SELECT 1 FROM agenda a WHERE a.uid = s.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1)) AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE ((s.agenda_uid = ANY(?::bigint[]) AND EXISTS (SELECT 1 FROM agenda a WHERE a.uid = s.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1)) AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    { sqlite: '["[1,2]",1935748800000,1935748800000,1935662400001,21]', postgres: "[[1,2],1935748800000,1935748800000,1935662400001,21]" },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE ((e.agenda_uid IN (SELECT value FROM json_each(?)) AND EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE ((e.agenda_uid = ANY(?::bigint[]) AND EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    { sqlite: '["[1,2]",1935748800000,21]', postgres: "[[1,2],1935748800000,21]" }
  ]
}
