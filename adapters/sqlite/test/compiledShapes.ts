import type { ListShape } from "@agenda-engine/sql/testing/listShapes"

/** A statement's text, and its parameters as JSON. */
export type CompiledText = readonly [sql: string, parameters: string]

/** What every list shape compiles to: the counts of its segments, then a page of each segment. */
export const compiledShapes: { readonly [S in ListShape]: ReadonlyArray<CompiledText> } = {
  timingsWithFeatured: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down < ?)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?)) AS s3",
      "[1,1,-1935748800000,1,1,-1935748800000,1,0,-1935748800000,1,0,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = ? AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,1,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,1,-1935748800000,21]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = ? AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,0,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,0,-1935748800000,21]"
    ]
  ],
  timings: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down >= ?)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,-1935748800000,21]"
    ]
  ],
  timingsBehind: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down >= ?)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND (s.begin_ms, s.event_uid) > (?, ?)) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,1935748800000,1935748800000,1935752400000,7,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,-1935748800000,21]"
    ]
  ],
  timingsBehindEnded: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down >= ?)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.last_end_down, e.uid) > (?, ?)) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,-1935745200000,7,21]"
    ]
  ],
  lastTimingWithFeatured: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down < ?)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?)) AS s3",
      "[1,1,-1935748800000,1,1,-1935748800000,1,0,-1935748800000,1,0,-1935748800000]"
    ],
    [
      "SELECT e.last_begin AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down < ? AND e.last_begin >= ?) ORDER BY e.last_begin, e.uid LIMIT ?",
      "[1,1,-1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,1,-1935748800000,21]"
    ],
    [
      "SELECT e.last_begin AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down < ? AND e.last_begin >= ?) ORDER BY e.last_begin, e.uid LIMIT ?",
      "[1,0,-1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = ? AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,0,-1935748800000,21]"
    ]
  ],
  lastTiming: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down >= ?)) AS s1",
      "[1,-1935748800000,1,-1935748800000]"
    ],
    [
      "SELECT e.last_begin AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down < ? AND e.last_begin >= ?) ORDER BY e.last_begin, e.uid LIMIT ?",
      "[1,-1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,-1935748800000,21]"
    ]
  ],
  updatedAscending: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT e.updated_at AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2) ORDER BY e.updated_at, e.uid LIMIT ?",
      "[1,21]"
    ]
  ],
  updatedDescending: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT e.updated_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2) ORDER BY e.updated_down, e.uid LIMIT ?",
      "[1,21]"
    ]
  ],
  synchronisation: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.updated_at >= ?)) + (SELECT count(*) FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ? AND t.removed_at >= ?)) AS s0",
      '[1,1935662400000,1,"public",1935662400000]'
    ],
    [
      "SELECT key, uid, agenda_uid, removed_at FROM (SELECT * FROM (SELECT e.updated_at AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.updated_at, e.uid) > (?, ?)) ORDER BY e.updated_at, e.uid LIMIT ?) stretch_0 UNION ALL SELECT * FROM (SELECT t.removed_at AS key, t.uid AS uid, t.agenda_uid AS agenda_uid, t.removed_at AS removed_at FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ? AND (t.removed_at, t.uid) > (?, ?)) ORDER BY t.removed_at, t.uid LIMIT ?) stretch_1) merged ORDER BY key, uid LIMIT ?",
      '[1,1935745200000,7,21,1,"public",1935745200000,7,21,21]'
    ]
  ],
  tombstones: [
    [
      "SELECT (SELECT count(*) FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ?)) AS s0",
      '[1,"public"]'
    ],
    [
      "SELECT t.uid AS key, t.uid AS uid, t.agenda_uid AS agenda_uid, t.removed_at AS removed_at FROM agenda_tombstone t WHERE (t.agenda_uid = ? AND t.audience = ?) ORDER BY t.uid, t.uid LIMIT ?",
      '[1,"public",21]'
    ]
  ],
  upcoming: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.first_begin > ? AND e.last_end_down < ?)) AS s0",
      "[1,1935748800000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND e.first_begin > ? AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,1935748800000,1935748800000,1935748800000,1935662400001,21]"
    ]
  ],
  keyword: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND EXISTS (SELECT 1 FROM agenda_keyword k WHERE k.agenda_uid = ? AND k.keyword = ? AND k.event_uid = e.uid) AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND EXISTS (SELECT 1 FROM agenda_keyword k WHERE k.agenda_uid = ? AND k.keyword = ? AND k.event_uid = e.uid) AND e.last_end_down >= ?)) AS s1",
      '[1,1,"jazz",-1935748800000,1,1,"jazz",-1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state = 2 AND EXISTS (SELECT 1 FROM agenda_keyword k WHERE k.agenda_uid = ? AND k.keyword = ? AND k.event_uid = s.event_uid) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      '[1,1,"jazz",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND EXISTS (SELECT 1 FROM agenda_keyword k WHERE k.agenda_uid = ? AND k.keyword = ? AND k.event_uid = e.uid) AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      '[1,1,"jazz",-1935748800000,21]'
    ]
  ],
  window: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (+e.last_begin >= ? AND e.first_begin <= ? AND (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL) AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (+e.last_begin >= ? AND e.first_begin <= ? AND (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL) AND e.last_end_down >= ?)) AS s1",
      "[1,1935748800000,1935835200000,1935748800000,1935835200000,-1935748800000,1,1935748800000,1935835200000,1935748800000,1935835200000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND (+e.last_begin >= ? AND e.first_begin <= ? AND (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL) AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (+e.last_begin >= ? AND e.first_begin <= ? AND (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL) AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,1935748800000,1935835200000,1935748800000,1935835200000,-1935748800000,21]"
    ]
  ],
  since: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND +e.last_begin >= ? AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND +e.last_begin >= ? AND e.last_end_down >= ?)) AS s1",
      "[1,1935748800000,-1935748800000,1,1935748800000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND +e.last_begin >= ? AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      "[1,1935748800000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND +e.last_begin >= ? AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      "[1,1935748800000,-1935748800000,21]"
    ]
  ],
  uids: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (+e.agenda_uid = ? AND e.state = 2 AND e.uid IN (SELECT value FROM json_each(?)) AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (+e.agenda_uid = ? AND e.state = 2 AND e.uid IN (SELECT value FROM json_each(?)) AND e.last_end_down >= ?)) AS s1",
      '[1,"[7,8,9]",-1935748800000,1,"[7,8,9]",-1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e CROSS JOIN agenda_slot s WHERE (+e.agenda_uid = ? AND e.state = 2 AND e.uid IN (SELECT value FROM json_each(?)) AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      '[1,"[7,8,9]",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (+e.agenda_uid = ? AND e.state = 2 AND e.uid IN (SELECT value FROM json_each(?)) AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      '[1,"[7,8,9]",-1935748800000,21]'
    ]
  ],
  unpublished: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)) AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)) AND e.last_end_down >= ?)) AS s1",
      '[1,"[0,1]",-1935748800000,1,"[0,1]",-1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = ? AND s.state <> 2 AND s.state IN (SELECT value FROM json_each(?)) AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      '[1,"[0,1]",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)) AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      '[1,"[0,1]",-1935748800000,21]'
    ]
  ],
  anyState: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) + (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?)))) AS s0",
      '[1,1,"[1,0,-1]"]'
    ],
    [
      "SELECT key, uid, agenda_uid, removed_at FROM (SELECT * FROM (SELECT e.updated_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2) ORDER BY e.updated_down, e.uid LIMIT ?) stretch_0 UNION ALL SELECT * FROM (SELECT e.updated_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state <> 2 AND e.state IN (SELECT value FROM json_each(?))) ORDER BY e.updated_down, e.uid LIMIT ?) stretch_1) merged ORDER BY key, uid LIMIT ?",
      '[1,21,1,"[1,0,-1]",21,21]'
    ]
  ],
  place: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.status = ? AND EXISTS (SELECT 1 FROM agenda_location l WHERE l.admin_level_4_folded IN (SELECT value FROM json_each(?)) AND l.uid = e.location_uid) AND e.last_end_down < ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.status = ? AND EXISTS (SELECT 1 FROM agenda_location l WHERE l.admin_level_4_folded IN (SELECT value FROM json_each(?)) AND l.uid = e.location_uid) AND e.last_end_down >= ?)) AS s1",
      '[1,1,"[\\"brest\\",\\"sete\\"]",-1935748800000,1,1,"[\\"brest\\",\\"sete\\"]",-1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS key, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND e.status = ? AND EXISTS (SELECT 1 FROM agenda_location l WHERE l.admin_level_4_folded IN (SELECT value FROM json_each(?)) AND l.uid = e.location_uid) AND e.uid = s.event_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT ?",
      '[1,1,"[\\"brest\\",\\"sete\\"]",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_down AS key, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.status = ? AND EXISTS (SELECT 1 FROM agenda_location l WHERE l.admin_level_4_folded IN (SELECT value FROM json_each(?)) AND l.uid = e.location_uid) AND e.last_end_down >= ?) ORDER BY e.last_end_down, e.uid LIMIT ?",
      '[1,1,"[\\"brest\\",\\"sete\\"]",-1935748800000,21]'
    ]
  ]
}
