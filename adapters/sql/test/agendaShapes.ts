/** The statements of list shapes that differ by `Dialect.keysByAgenda`: those of Postgres also compare the agenda. */
export const agendaShapes = {
  upcoming: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.first_begin > ? AND e.last_end > ?)) AS s0",
    "[1,1935748800000,1935748800000]",
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND e.first_begin > ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND e.first_begin > ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    "[1,1935748800000,1935748800000,1935748800000,1935662400001,21]"
  ],
  window: [
    {
      sqlite:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.last_end <= ? AND e.last_end >= ?)) AS s1",
      postgres:
        "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND w.agenda_uid = ? AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND w.agenda_uid = ? AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.last_end <= ? AND e.last_end >= ?)) AS s1"
    },
    {
      sqlite:
        "[1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000]",
      postgres:
        "[1,1935835200000,1935748800000,1935748800000,1935835200000,1,1935748800000,1935835200000,1935748800000,1,1935835200000,1935748800000,1935748800000,1935835200000,1,1935748800000,1935835200000,1935748800000,1935748800000]"
    },
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND w.agenda_uid = ? AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    {
      sqlite:
        "[1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]",
      postgres:
        "[1,1935835200000,1935748800000,1935748800000,1935835200000,1,1935748800000,1935835200000,1935748800000,1935748800000,1935662400001,21]"
    },
    {
      sqlite:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND (e.first_begin <= ? AND +e.last_begin >= ? AND (e.first_begin >= ? OR +e.last_begin <= ? OR (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND w.agenda_uid = ? AND (w.begin_ms >= ? AND w.begin_ms <= ?) LIMIT 1) IS NOT NULL)) AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: "[1,1935835200000,1935748800000,1935748800000,1935835200000,1935748800000,1935835200000,1935748800000,21]",
      postgres: "[1,1935835200000,1935748800000,1935748800000,1935835200000,1,1935748800000,1935835200000,1935748800000,21]"
    }
  ],
  since: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND +e.last_begin >= ? AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND +e.last_begin >= ? AND e.last_end <= ? AND e.last_end >= ?)) AS s1",
    "[1,1935748800000,1935748800000,1,1935748800000,1935748800000,1935748800000]",
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND +e.last_begin >= ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    "[1,1935748800000,1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND +e.last_begin >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935748800000,1935748800000,21]"
  ],
  changed: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.updated_at >= ? AND e.last_end > ?)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.updated_at >= ? AND e.last_end <= ?)) AS s1, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.updated_at >= ? AND e.last_end > ?)) AS s2, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.updated_at >= ? AND e.last_end <= ?)) AS s3",
    "[1,1935662400000,1935748800000,1,1935662400000,1935748800000,1,1935662400000,1935748800000,1,1935662400000,1935748800000]",
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND e.updated_at >= ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 1 AND e.updated_at >= ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    "[1,1935662400000,1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 1 AND e.updated_at >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935662400000,1935748800000,21]",
    {
      sqlite:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND e.updated_at >= ? AND s.event_uid = e.uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = ? AND s.state = 2 AND s.featured = 0 AND e.updated_at >= ? AND s.event_uid = e.uid AND s.agenda_uid = e.agenda_uid AND s.end_ms > ? AND s.prev_end <= ? AND s.begin_ms >= ?) ORDER BY s.begin_ms, s.event_uid LIMIT CAST(? AS bigint)"
    },
    "[1,1935662400000,1935748800000,1935748800000,1935662400001,21]",
    "SELECT e.last_end AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2 AND e.featured = 0 AND e.updated_at >= ? AND e.last_end <= ?) ORDER BY e.last_end DESC, e.uid DESC LIMIT CAST(? AS bigint)",
    "[1,1935662400000,1935748800000,21]"
  ],
  cityAndTime: [
    "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = ? AND e.state = 2)) AS s0",
    "[1]",
    {
      sqlite:
        "SELECT * FROM (SELECT l.admin_level_4_folded AS k0, CAST(CASE WHEN e.last_end > ? THEN 0 ELSE 1 END AS bigint) AS k1, CASE WHEN e.last_end <= ? THEN -e.last_end WHEN e.first_end > ? THEN e.first_begin ELSE (SELECT n.begin_ms FROM agenda_slot n WHERE n.event_uid = e.uid AND n.begin_ms > ? AND n.end_ms > ? ORDER BY n.begin_ms LIMIT 1) END AS k2, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e LEFT JOIN agenda_location l ON l.uid = e.location_uid WHERE (e.agenda_uid = ? AND e.state = 2)) sorted WHERE 1 = 1 ORDER BY k0 DESC NULLS LAST, k1 ASC NULLS LAST, k2 ASC NULLS LAST, CASE k1 WHEN 1 THEN -uid ELSE uid END LIMIT CAST(? AS bigint)",
      postgres:
        "SELECT * FROM (SELECT l.admin_level_4_folded AS k0, CAST(CASE WHEN e.last_end > ? THEN 0 ELSE 1 END AS bigint) AS k1, CASE WHEN e.last_end <= ? THEN -e.last_end WHEN e.first_end > ? THEN e.first_begin ELSE (SELECT n.begin_ms FROM agenda_slot n WHERE n.event_uid = e.uid AND n.agenda_uid = ? AND n.begin_ms > ? AND n.end_ms > ? ORDER BY n.begin_ms LIMIT 1) END AS k2, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e LEFT JOIN agenda_location l ON l.uid = e.location_uid WHERE (e.agenda_uid = ? AND e.state = 2)) sorted WHERE 1 = 1 ORDER BY k0 DESC NULLS LAST, k1 ASC NULLS LAST, k2 ASC NULLS LAST, CASE k1 WHEN 1 THEN -uid ELSE uid END LIMIT CAST(? AS bigint)"
    },
    {
      sqlite: "[1935748800000,1935748800000,1935748800000,1935662400000,1935748800000,1,21]",
      postgres: "[1935748800000,1935748800000,1935748800000,1,1935662400000,1935748800000,1,21]"
    }
  ]
} as const
