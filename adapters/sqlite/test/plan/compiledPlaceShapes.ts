import type { CompiledText } from "../../../sql/test/compiledPlans.js"

/** What the list shapes that ask for places compile to, likewise. */
export const compiledPlaceShapes = {
  place: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < ?) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= ?) AS s1 FROM (SELECT f.uid, f.agenda_uid, +f.state AS state, f.featured, f.status, f.attendance_mode, f.location_uid, f.first_begin, f.last_begin, f.last_end_desc_key FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid IN (WITH RECURSIVE d (uid) AS (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? UNION ALL SELECT (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid > d.uid) FROM d WHERE d.uid IS NOT NULL) SELECT l.uid FROM d CROSS JOIN agenda_location l WHERE l.uid = d.uid AND l.admin_level_4_folded IN (SELECT value FROM json_each(?)))) e WHERE (e.state = 2 AND e.status = ?)",
      '[-1935748800000,-1935748800000,1,1,1,"[\\"brest\\",\\"sete\\"]",1]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND e.status = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded IN (SELECT value FROM json_each(?)))) IS TRUE AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      '[1,1,"[\\"brest\\",\\"sete\\"]",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.status = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded IN (SELECT value FROM json_each(?)))) IS TRUE AND e.last_end_desc_key >= ?) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST(? AS bigint)",
      '[1,1,"[\\"brest\\",\\"sete\\"]",-1935748800000,21]'
    ]
  ],
  locationsSince: [
    [
      "SELECT count(*) FILTER (WHERE (e.featured = ? AND e.last_end_desc_key < ?)) AS s0, count(*) FILTER (WHERE (e.featured = ? AND e.last_end_desc_key >= ?)) AS s1, count(*) FILTER (WHERE (e.featured = ? AND e.last_end_desc_key < ?)) AS s2, count(*) FILTER (WHERE (e.featured = ? AND e.last_end_desc_key >= ?)) AS s3 FROM (SELECT f.uid, f.agenda_uid, +f.state AS state, f.featured, f.status, f.attendance_mode, f.location_uid, f.first_begin, f.last_begin, f.last_end_desc_key FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid IN (SELECT value FROM json_each(?))) e WHERE (e.state = 2 AND +e.last_begin >= ?)",
      '[1,-1935748800000,1,-1935748800000,0,-1935748800000,0,-1935748800000,1,"[4,5]",1935662400000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = ? AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      '[1,1,"[4,5]",1935662400000,1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND e.last_end_desc_key >= ?) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST(? AS bigint)",
      '[1,1,"[4,5]",1935662400000,-1935748800000,21]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = ? AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      '[1,0,"[4,5]",1935662400000,1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.location_uid IN (SELECT value FROM json_each(?)) AND +e.last_begin >= ? AND e.last_end_desc_key >= ?) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST(? AS bigint)",
      '[1,0,"[4,5]",1935662400000,-1935748800000,21]'
    ]
  ],
  keywordAndPlace: [
    [
      "SELECT count(*) FILTER (WHERE (e.featured = ? AND e.last_end_desc_key < ?)) AS s0, count(*) FILTER (WHERE (e.featured = ? AND e.last_end_desc_key < ?)) AS s1 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end_desc_key FROM agenda_filter_term t WHERE t.agenda_uid = ? AND t.dimension = ? AND t.value = ?) e WHERE (e.state = 2 AND +e.location_uid IN (WITH RECURSIVE d (uid) AS (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? UNION ALL SELECT (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ? AND f.location_uid > d.uid) FROM d WHERE d.uid IS NOT NULL) SELECT l.uid FROM d CROSS JOIN agenda_location l WHERE l.uid = d.uid AND l.admin_level_4_folded = ?) AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)))",
      '[1,-1935748800000,0,-1935748800000,1,"keyword","jazz",1,1,"brest",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ?)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      '[1,1,"brest","keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = ? AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ?)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = ? AND t.value = ?))) IS TRUE AND e.first_begin > ? AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      '[1,0,"brest","keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]'
    ]
  ]
} as const satisfies { readonly [shape: string]: ReadonlyArray<CompiledText> }
