import type { ListShape } from "@agenda-engine/sql/testing/listShapes"
import type { CompiledText } from "../../../sql/test/compiledPlans.js"
import { compiledPlaceShapes } from "./compiledPlaceShapes.js"

/** What every list shape compiles to: the counts of its segments, then a page of each segment. */
export const compiledShapes: { readonly [S in ListShape]: ReadonlyArray<CompiledText> } = {
  ...compiledPlaceShapes,
  timingsWithFeatured: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key < $3)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $4 AND e.state = 2 AND e.featured = $5 AND e.last_end_desc_key >= $6)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $7 AND e.state = 2 AND e.featured = $8 AND e.last_end_desc_key < $9)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $10 AND e.state = 2 AND e.featured = $11 AND e.last_end_desc_key >= $12)) AS s3",
      "[1,1,-1935748800000,1,1,-1935748800000,1,0,-1935748800000,1,0,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      "[1,1,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,1,-1935748800000,21]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      "[1,0,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,0,-1935748800000,21]"
    ]
  ],
  timings: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key < $2)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND e.last_end_desc_key >= $4)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.end_ms > $2 AND s.prev_end <= $3 AND s.begin_ms >= $4) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($5 AS bigint)",
      "[1,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key >= $2) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($3 AS bigint)",
      "[1,-1935748800000,21]"
    ]
  ],
  timingsAfter: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key < $2)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND e.last_end_desc_key >= $4)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.end_ms > $2 AND s.prev_end <= $3 AND (s.begin_ms, s.event_uid) > ($4, $5)) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      "[1,1935748800000,1935748800000,1935752400000,7,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key >= $2) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($3 AS bigint)",
      "[1,-1935748800000,21]"
    ]
  ],
  timingsAfterEnded: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key < $2)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND e.last_end_desc_key >= $4)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.end_ms > $2 AND s.prev_end <= $3 AND s.begin_ms >= $4) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($5 AS bigint)",
      "[1,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.last_end_desc_key, e.uid) > ($2, $3)) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,-1935745200000,7,21]"
    ]
  ],
  lastTimingWithFeatured: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key < $3)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $4 AND e.state = 2 AND e.featured = $5 AND e.last_end_desc_key >= $6)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $7 AND e.state = 2 AND e.featured = $8 AND e.last_end_desc_key < $9)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $10 AND e.state = 2 AND e.featured = $11 AND e.last_end_desc_key >= $12)) AS s3",
      "[1,1,-1935748800000,1,1,-1935748800000,1,0,-1935748800000,1,0,-1935748800000]"
    ],
    [
      "SELECT e.last_begin AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key < $3 AND e.last_begin >= $4) ORDER BY e.last_begin, e.uid LIMIT CAST($5 AS bigint)",
      "[1,1,-1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,1,-1935748800000,21]"
    ],
    [
      "SELECT e.last_begin AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key < $3 AND e.last_begin >= $4) ORDER BY e.last_begin, e.uid LIMIT CAST($5 AS bigint)",
      "[1,0,-1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,0,-1935748800000,21]"
    ]
  ],
  lastTiming: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key < $2)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND e.last_end_desc_key >= $4)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT e.last_begin AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key < $2 AND e.last_begin >= $3) ORDER BY e.last_begin, e.uid LIMIT CAST($4 AS bigint)",
      "[1,-1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.last_end_desc_key >= $2) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($3 AS bigint)",
      "[1,-1935748800000,21]"
    ]
  ],
  updatedAscending: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2) ORDER BY e.updated_at, e.uid LIMIT CAST($2 AS bigint)",
      "[1,21]"
    ]
  ],
  updatedDescending: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT e.updated_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2) ORDER BY e.updated_desc_key, e.uid LIMIT CAST($2 AS bigint)",
      "[1,21]"
    ]
  ],
  synchronisation: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.updated_at >= $2)) + (SELECT count(*) FROM agenda_tombstone t WHERE (t.agenda_uid = $3 AND t.audience = $4 AND t.removed_at >= $5)) AS s0",
      '[1,1935662400000,1,"public",1935662400000]'
    ],
    [
      "SELECT * FROM (SELECT * FROM (SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.updated_at, e.uid) > ($2, $3)) ORDER BY e.updated_at, e.uid LIMIT CAST($4 AS bigint)) stretch_0 UNION ALL SELECT * FROM (SELECT t.removed_at AS k0, t.uid AS uid, t.agenda_uid AS agenda_uid, t.removed_at AS removed_at FROM agenda_tombstone t WHERE (t.agenda_uid = $5 AND t.audience = $6 AND (t.removed_at, t.uid) > ($7, $8)) ORDER BY t.removed_at, t.uid LIMIT CAST($9 AS bigint)) stretch_1) merged ORDER BY k0, uid LIMIT CAST($10 AS bigint)",
      '[1,1935745200000,7,21,1,"public",1935745200000,7,21,21]'
    ]
  ],
  tombstones: [
    [
      "SELECT (SELECT count(*) FROM agenda_tombstone t WHERE (t.agenda_uid = $1 AND t.audience = $2)) AS s0",
      '[1,"public"]'
    ],
    [
      "SELECT t.uid AS uid, t.agenda_uid AS agenda_uid, t.removed_at AS removed_at FROM agenda_tombstone t WHERE (t.agenda_uid = $1 AND t.audience = $2) ORDER BY t.uid LIMIT CAST($3 AS bigint)",
      '[1,"public",21]'
    ]
  ],
  upcoming: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.first_begin > $2 AND e.last_end_desc_key < $3)) AS s0",
      "[1,1935748800000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND e.first_begin > $2 AND e.uid = s.event_uid AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      "[1,1935748800000,1935748800000,1935748800000,1935662400001,21]"
    ]
  ],
  keyword: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end_desc_key FROM agenda_filter_term t WHERE t.agenda_uid = $3 AND t.dimension = $4 AND t.value = $5) e WHERE e.state = 2",
      '[-1935748800000,-1935748800000,1,"keyword","jazz"]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE AND s.end_ms > $5 AND s.prev_end <= $6 AND s.begin_ms >= $7) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($8 AS bigint)",
      '[1,1,"keyword","jazz",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE AND e.last_end_desc_key >= $5) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($6 AS bigint)",
      '[1,1,"keyword","jazz",-1935748800000,21]'
    ]
  ],
  window: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.first_begin <= $2 AND +e.last_begin >= $3 AND (e.first_begin >= $4 OR +e.last_begin <= $5 OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= $6 AND w.begin_ms <= $7) LIMIT 1) IS NOT NULL)) AND e.last_end_desc_key < $8)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $9 AND e.state = 2 AND (e.first_begin <= $10 AND +e.last_begin >= $11 AND (e.first_begin >= $12 OR +e.last_begin <= $13 OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= $14 AND w.begin_ms <= $15) LIMIT 1) IS NOT NULL)) AND e.last_end_desc_key >= $16 AND e.last_end_desc_key <= $17)) AS s1",
      "[1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,-1935748800000,1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,-1935748800000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND (e.first_begin <= $2 AND +e.last_begin >= $3 AND (e.first_begin >= $4 OR +e.last_begin <= $5 OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= $6 AND w.begin_ms <= $7) LIMIT 1) IS NOT NULL)) AND e.uid = s.event_uid AND s.end_ms > $8 AND s.prev_end <= $9 AND s.begin_ms >= $10) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($11 AS bigint)",
      "[1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.first_begin <= $2 AND +e.last_begin >= $3 AND (e.first_begin >= $4 OR +e.last_begin <= $5 OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= $6 AND w.begin_ms <= $7) LIMIT 1) IS NOT NULL)) AND e.last_end_desc_key >= $8) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($9 AS bigint)",
      "[1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,-1935748800000,21]"
    ]
  ],
  since: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND +e.last_begin >= $2 AND e.last_end_desc_key < $3)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $4 AND e.state = 2 AND +e.last_begin >= $5 AND e.last_end_desc_key >= $6 AND e.last_end_desc_key <= $7)) AS s1",
      "[1,1935748800000,-1935748800000,1,1935748800000,-1935748800000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND +e.last_begin >= $2 AND e.uid = s.event_uid AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      "[1,1935748800000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND +e.last_begin >= $2 AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,1935748800000,-1935748800000,21]"
    ]
  ],
  languagesSince: [
    [
      "SELECT count(*) FILTER (WHERE (e.featured = $1 AND e.last_end_desc_key < $2)) AS s0, count(*) FILTER (WHERE (e.featured = $3 AND e.last_end_desc_key >= $4)) AS s1, count(*) FILTER (WHERE (e.featured = $5 AND e.last_end_desc_key < $6)) AS s2, count(*) FILTER (WHERE (e.featured = $7 AND e.last_end_desc_key >= $8)) AS s3 FROM agenda_event e WHERE (e.agenda_uid = $9 AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = $10 AND t.dimension = $11 AND t.value = ANY($12::text[]))))) IS TRUE AND +e.last_begin >= $13 AND e.last_end_desc_key <= $14)",
      '[1,-1935748800000,1,-1935748800000,0,-1935748800000,0,-1935748800000,1,1,"language",["fr","en"],1935662400000,-1935662400000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = ANY($5::text[])))) IS TRUE AND +e.last_begin >= $6 AND e.uid = s.event_uid AND s.end_ms > $7 AND s.prev_end <= $8 AND s.begin_ms >= $9) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($10 AS bigint)",
      '[1,1,1,"language",["fr","en"],1935662400000,1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = ANY($5::text[])))) IS TRUE AND +e.last_begin >= $6 AND e.last_end_desc_key >= $7) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($8 AS bigint)",
      '[1,1,1,"language",["fr","en"],1935662400000,-1935748800000,21]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = ANY($5::text[])))) IS TRUE AND +e.last_begin >= $6 AND e.uid = s.event_uid AND s.end_ms > $7 AND s.prev_end <= $8 AND s.begin_ms >= $9) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($10 AS bigint)",
      '[1,0,1,"language",["fr","en"],1935662400000,1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = ANY($5::text[])))) IS TRUE AND +e.last_begin >= $6 AND e.last_end_desc_key >= $7) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($8 AS bigint)",
      '[1,0,1,"language",["fr","en"],1935662400000,-1935748800000,21]'
    ]
  ],
  uids: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM agenda_event e WHERE (+e.agenda_uid = $3 AND e.state = 2 AND e.uid = ANY($4::bigint[]))",
      "[-1935748800000,-1935748800000,1,[7,8,9]]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e CROSS JOIN agenda_slot s WHERE (+e.agenda_uid = $1 AND e.state = 2 AND e.uid = ANY($2::bigint[]) AND e.uid = s.event_uid AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      "[1,[7,8,9],1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (+e.agenda_uid = $1 AND e.state = 2 AND e.uid = ANY($2::bigint[]) AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,[7,8,9],-1935748800000,21]"
    ]
  ],
  unpublished: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state <> 2 AND e.state = ANY($2::bigint[]) AND e.last_end_desc_key < $3)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $4 AND e.state <> 2 AND e.state = ANY($5::bigint[]) AND e.last_end_desc_key >= $6)) AS s1",
      "[1,[0,1],-1935748800000,1,[0,1],-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state <> 2 AND s.state = ANY($2::bigint[]) AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      "[1,[0,1],1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state <> 2 AND e.state = ANY($2::bigint[]) AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,[0,1],-1935748800000,21]"
    ]
  ],
  anyState: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) + (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $2 AND e.state <> 2 AND e.state = ANY($3::bigint[]))) AS s0",
      "[1,1,[1,0,-1]]"
    ],
    [
      "SELECT * FROM (SELECT * FROM (SELECT e.updated_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2) ORDER BY e.updated_desc_key, e.uid LIMIT CAST($2 AS bigint)) stretch_0 UNION ALL SELECT * FROM (SELECT e.updated_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state <> 2 AND e.state = ANY($4::bigint[])) ORDER BY e.updated_desc_key, e.uid LIMIT CAST($5 AS bigint)) stretch_1) merged ORDER BY k0, uid LIMIT CAST($6 AS bigint)",
      "[1,21,1,[1,0,-1],21,21]"
    ]
  ],
  languageOrNone: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND ((e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = $4 AND t.dimension = $5 AND t.value = $6)))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $7 AND t.dimension = $8))) IS TRUE))",
      '[-1935748800000,-1935748800000,1,1,"language","fr",1,"language"]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $5 AND t.dimension = $6))) IS TRUE) AND s.end_ms > $7 AND s.prev_end <= $8 AND s.begin_ms >= $9) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($10 AS bigint)",
      '[1,1,"language","fr",1,"language",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $5 AND t.dimension = $6))) IS TRUE) AND e.last_end_desc_key >= $7) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($8 AS bigint)",
      '[1,1,"language","fr",1,"language",-1935748800000,21]'
    ]
  ],
  keywords: [
    [
      "SELECT count(*) FILTER (WHERE (e.featured = $1 AND e.last_end_desc_key < $2)) AS s0, count(*) FILTER (WHERE (e.featured = $3 AND e.last_end_desc_key >= $4)) AS s1, count(*) FILTER (WHERE (e.featured = $5 AND e.last_end_desc_key < $6)) AS s2, count(*) FILTER (WHERE (e.featured = $7 AND e.last_end_desc_key >= $8)) AS s3 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end_desc_key FROM agenda_filter_term t WHERE t.agenda_uid = $9 AND t.dimension = $10 AND t.value = $11) e WHERE (e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = $12 AND t.dimension = $13 AND t.value = $14)))) IS TRUE)",
      '[1,-1935748800000,1,-1935748800000,0,-1935748800000,0,-1935748800000,1,"keyword","jazz",1,"keyword","swing"]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = $5))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $6 AND t.dimension = $7 AND t.value = $8))) IS TRUE) AND s.end_ms > $9 AND s.prev_end <= $10 AND s.begin_ms >= $11) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($12 AS bigint)",
      '[1,1,1,"keyword","jazz",1,"keyword","swing",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = $5))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $6 AND t.dimension = $7 AND t.value = $8))) IS TRUE) AND e.last_end_desc_key >= $9) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($10 AS bigint)",
      '[1,1,1,"keyword","jazz",1,"keyword","swing",-1935748800000,21]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = $5))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $6 AND t.dimension = $7 AND t.value = $8))) IS TRUE) AND s.end_ms > $9 AND s.prev_end <= $10 AND s.begin_ms >= $11) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($12 AS bigint)",
      '[1,0,1,"keyword","jazz",1,"keyword","swing",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $3 AND t.dimension = $4 AND t.value = $5))) IS TRUE AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $6 AND t.dimension = $7 AND t.value = $8))) IS TRUE) AND e.last_end_desc_key >= $9) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($10 AS bigint)",
      '[1,0,1,"keyword","jazz",1,"keyword","swing",-1935748800000,21]'
    ]
  ],
  changed: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.updated_at >= $3 AND e.last_end_desc_key < $4)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $5 AND e.state = 2 AND e.featured = $6 AND e.updated_at >= $7 AND e.last_end_desc_key >= $8)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $9 AND e.state = 2 AND e.featured = $10 AND e.updated_at >= $11 AND e.last_end_desc_key < $12)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $13 AND e.state = 2 AND e.featured = $14 AND e.updated_at >= $15 AND e.last_end_desc_key >= $16)) AS s3",
      "[1,1,1935662400000,-1935748800000,1,1,1935662400000,-1935748800000,1,0,1935662400000,-1935748800000,1,0,1935662400000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND e.updated_at >= $3 AND e.uid = s.event_uid AND s.end_ms > $4 AND s.prev_end <= $5 AND s.begin_ms >= $6) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($7 AS bigint)",
      "[1,1,1935662400000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.updated_at >= $3 AND e.last_end_desc_key >= $4) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($5 AS bigint)",
      "[1,1,1935662400000,-1935748800000,21]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND s.featured = $2 AND e.updated_at >= $3 AND e.uid = s.event_uid AND s.end_ms > $4 AND s.prev_end <= $5 AND s.begin_ms >= $6) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($7 AS bigint)",
      "[1,0,1935662400000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.featured = $2 AND e.updated_at >= $3 AND e.last_end_desc_key >= $4) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($5 AS bigint)",
      "[1,0,1935662400000,-1935748800000,21]"
    ]
  ],
  createdDescending: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT e.created_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.created_desc_key, e.uid) > ($2, $3)) ORDER BY e.created_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      "[1,-1935745200000,7,21]"
    ]
  ],
  city: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT * FROM (SELECT l.admin_level_4_folded AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e LEFT JOIN agenda_location l ON l.uid = e.location_uid WHERE (e.agenda_uid = $1 AND e.state = 2)) sorted WHERE ((k0 > $2 OR k0 IS NULL) OR (k0 = $3 AND uid > $4)) ORDER BY k0 ASC NULLS LAST, uid LIMIT CAST($5 AS bigint)",
      '[1,"brest","brest",7,21]'
    ]
  ],
  cityAndTime: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT * FROM (SELECT l.admin_level_4_folded AS k0, CAST(CASE WHEN e.last_end_desc_key < $1 THEN 0 ELSE 1 END AS bigint) AS k1, CASE WHEN e.last_end_desc_key >= $2 THEN e.last_end_desc_key WHEN e.first_end > $3 THEN e.first_begin ELSE (SELECT n.begin_ms FROM agenda_slot n WHERE n.event_uid = e.uid AND n.begin_ms > $4 AND n.end_ms > $5 ORDER BY n.begin_ms LIMIT 1) END AS k2, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e LEFT JOIN agenda_location l ON l.uid = e.location_uid WHERE (e.agenda_uid = $6 AND e.state = 2)) sorted WHERE 1 = 1 ORDER BY k0 DESC NULLS LAST, k1 ASC NULLS LAST, k2 ASC NULLS LAST, uid LIMIT CAST($7 AS bigint)",
      "[-1935748800000,-1935748800000,1935748800000,1935662400000,1935748800000,1,21]"
    ]
  ],
  everywhere: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND e.last_end_desc_key < $1)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND e.last_end_desc_key >= $2)) AS s1",
      "[-1935748800000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = s.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND s.state = 2 AND s.end_ms > $1 AND s.prev_end <= $2 AND s.begin_ms >= $3) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($4 AS bigint)",
      "[1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND e.last_end_desc_key >= $1) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($2 AS bigint)",
      "[-1935748800000,21]"
    ]
  ],
  everywhereUpdated: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2)) AS s0",
      "[]"
    ],
    [
      "SELECT e.updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2) ORDER BY e.updated_at, e.uid LIMIT CAST($1 AS bigint)",
      "[21]"
    ]
  ],
  everywhereWithin: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE ((e.agenda_uid = ANY($1::bigint[]) AND e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end_desc_key < $2)) AS s0, (SELECT count(*) FROM agenda_event e WHERE ((e.agenda_uid = ANY($3::bigint[]) AND e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end_desc_key >= $4)) AS s1",
      "[[1,2],-1935748800000,[1,2],-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE ((s.agenda_uid = ANY($1::bigint[]) AND EXISTS (SELECT 1 FROM agenda a WHERE a.uid = s.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1)) AND s.state = 2 AND s.end_ms > $2 AND s.prev_end <= $3 AND s.begin_ms >= $4) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($5 AS bigint)",
      "[[1,2],1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE ((e.agenda_uid = ANY($1::bigint[]) AND EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1)) AND e.state = 2 AND e.last_end_desc_key >= $2) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($3 AS bigint)",
      "[[1,2],-1935748800000,21]"
    ]
  ]
}
