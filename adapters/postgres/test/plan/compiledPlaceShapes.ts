import type { CompiledText } from "../../../sql/test/compiledPlans.js"

/** What the list shapes that ask for places compile to, likewise. */
export const compiledPlaceShapes = {
  place: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND e.status = $4 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ANY($5::text[]))) IS TRUE)",
      '[-1935748800000,-1935748800000,1,1,["brest","sete"]]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND e.status = $2 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ANY($3::text[]))) IS TRUE AND e.uid = s.event_uid AND s.end_ms > $4 AND s.prev_end <= $5 AND s.begin_ms >= $6) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($7 AS bigint)",
      '[1,1,["brest","sete"],1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.status = $2 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = ANY($3::text[]))) IS TRUE AND e.last_end_desc_key >= $4) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($5 AS bigint)",
      '[1,1,["brest","sete"],-1935748800000,21]'
    ]
  ],
  locationsSince: [
    [
      "SELECT count(*) FILTER (WHERE (e.featured = $1 AND e.last_end_desc_key < $2)) AS s0, count(*) FILTER (WHERE (e.featured = $3 AND e.last_end_desc_key >= $4)) AS s1, count(*) FILTER (WHERE (e.featured = $5 AND e.last_end_desc_key < $6)) AS s2, count(*) FILTER (WHERE (e.featured = $7 AND e.last_end_desc_key >= $8)) AS s3 FROM agenda_event e WHERE (e.agenda_uid = $9 AND e.state = 2 AND e.location_uid = ANY($10::bigint[]) AND +e.last_begin >= $11 AND e.last_end_desc_key <= $12)",
      "[1,-1935748800000,1,-1935748800000,0,-1935748800000,0,-1935748800000,1,[4,5],1935662400000,-1935662400000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND e.location_uid = ANY($3::bigint[]) AND +e.last_begin >= $4 AND e.uid = s.event_uid AND s.end_ms > $5 AND s.prev_end <= $6 AND s.begin_ms >= $7) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($8 AS bigint)",
      "[1,1,[4,5],1935662400000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.location_uid = ANY($3::bigint[]) AND +e.last_begin >= $4 AND e.last_end_desc_key >= $5) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($6 AS bigint)",
      "[1,1,[4,5],1935662400000,-1935748800000,21]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND e.location_uid = ANY($3::bigint[]) AND +e.last_begin >= $4 AND e.uid = s.event_uid AND s.end_ms > $5 AND s.prev_end <= $6 AND s.begin_ms >= $7) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($8 AS bigint)",
      "[1,0,[4,5],1935662400000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.location_uid = ANY($3::bigint[]) AND +e.last_begin >= $4 AND e.last_end_desc_key >= $5) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($6 AS bigint)",
      "[1,0,[4,5],1935662400000,-1935748800000,21]"
    ]
  ],
  keywordAndPlace: [
    [
      "SELECT count(*) FILTER (WHERE (e.featured = $1 AND e.last_end_desc_key < $2)) AS s0, count(*) FILTER (WHERE (e.featured = $3 AND e.last_end_desc_key < $4)) AS s1 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end_desc_key FROM agenda_filter_term t WHERE t.agenda_uid = $5 AND t.dimension = $6 AND t.value = $7) e WHERE (e.state = 2 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = $8)) IS TRUE AND e.first_begin > $9 AND (e.first_begin <= $10 AND +e.last_begin >= $11 AND (e.first_begin >= $12 OR +e.last_begin <= $13 OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= $14 AND w.begin_ms <= $15) LIMIT 1) IS NOT NULL)))",
      '[1,-1935748800000,0,-1935748800000,1,"keyword","jazz","brest",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = $3)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $4 AND t.dimension = $5 AND t.value = $6))) IS TRUE AND e.first_begin > $7 AND (e.first_begin <= $8 AND +e.last_begin >= $9 AND (e.first_begin >= $10 OR +e.last_begin <= $11 OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= $12 AND w.begin_ms <= $13) LIMIT 1) IS NOT NULL)) AND e.uid = s.event_uid AND s.end_ms > $14 AND s.prev_end <= $15 AND s.begin_ms >= $16) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($17 AS bigint)",
      '[1,1,"brest",1,"keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND (EXISTS (SELECT 1 FROM agenda_location l WHERE l.uid = e.location_uid AND l.admin_level_4_folded = $3)) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $4 AND t.dimension = $5 AND t.value = $6))) IS TRUE AND e.first_begin > $7 AND (e.first_begin <= $8 AND +e.last_begin >= $9 AND (e.first_begin >= $10 OR +e.last_begin <= $11 OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= $12 AND w.begin_ms <= $13) LIMIT 1) IS NOT NULL)) AND e.uid = s.event_uid AND s.end_ms > $14 AND s.prev_end <= $15 AND s.begin_ms >= $16) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($17 AS bigint)",
      '[1,0,"brest",1,"keyword","jazz",1935748800000,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]'
    ]
  ]
} as const satisfies { readonly [shape: string]: ReadonlyArray<CompiledText> }
