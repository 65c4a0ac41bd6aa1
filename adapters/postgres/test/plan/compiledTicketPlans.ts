import type { TicketPlan } from "@agenda-engine/sql/testing/ticketPlans"
import type { CompiledText } from "../../../sql/test/compiledPlans.js"

/**
 * What every list that asks for tickets compiles to: the counts of its segments, a page of each segment, and its
 * facets.
 */
export const compiledTicketPlans: { readonly [N in TicketPlan]: ReadonlyArray<CompiledText> } = {
  changedAscending: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT e.availability_updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2) ORDER BY e.availability_updated_at, e.uid LIMIT CAST($2 AS bigint)",
      "[1,21]"
    ]
  ],
  changedDescending: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2)) AS s0",
      "[1]"
    ],
    [
      "SELECT e.availability_updated_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2) ORDER BY e.availability_updated_desc_key, e.uid LIMIT CAST($2 AS bigint)",
      "[1,21]"
    ]
  ],
  changedEverywhere: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2)) AS s0",
      "[]"
    ],
    [
      "SELECT e.availability_updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2) ORDER BY e.availability_updated_at, e.uid LIMIT CAST($1 AS bigint)",
      "[21]"
    ]
  ],
  changedBefore: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.availability_updated_at >= $2 AND e.availability_updated_at <= $3) AND e.last_end_desc_key < $4)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $5 AND e.state = 2 AND (e.availability_updated_at >= $6 AND e.availability_updated_at <= $7) AND e.last_end_desc_key >= $8)) AS s1",
      "[1,-9007199254740990,1935745200000,-1935748800000,1,-9007199254740990,1935745200000,-1935748800000]"
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s CROSS JOIN agenda_event e WHERE (s.agenda_uid = $1 AND s.state = 2 AND (e.availability_updated_at >= $2 AND e.availability_updated_at <= $3) AND e.uid = s.event_uid AND s.end_ms > $4 AND s.prev_end <= $5 AND s.begin_ms >= $6) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($7 AS bigint)",
      "[1,-9007199254740990,1935745200000,1935748800000,1935748800000,1935662400001,21]"
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.availability_updated_at >= $2 AND e.availability_updated_at <= $3) AND e.last_end_desc_key >= $4) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($5 AS bigint)",
      "[1,-9007199254740990,1935745200000,-1935748800000,21]"
    ]
  ],
  poll: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.availability_updated_at >= $2 AND e.availability_updated_at <= $3))) AS s0",
      "[1,1935745200000,9007199254740990]"
    ],
    [
      "SELECT e.availability_updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND e.availability_updated_at >= $2 AND e.availability_updated_at <= $3) ORDER BY e.availability_updated_at, e.uid LIMIT CAST($4 AS bigint)",
      "[1,1935745200000,9007199254740990,21]"
    ]
  ],
  pollAfter: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.availability_updated_at >= $2 AND e.availability_updated_at <= $3))) AS s0",
      "[1,1935662400000,9007199254740990]"
    ],
    [
      "SELECT e.availability_updated_at AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (e.availability_updated_at, e.uid) > ($2, $3) AND e.availability_updated_at <= $4) ORDER BY e.availability_updated_at, e.uid LIMIT CAST($5 AS bigint)",
      "[1,1935745200000,7,9007199254740990,21]"
    ]
  ],
  soldOut: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT v.event_uid FROM agenda_availability v WHERE v.agenda_uid = $4 AND v.status = $5 AND v.status_until > $6 AND +v.from_ms <= $7)))) IS TRUE)",
      '[-1935748800000,-1935748800000,1,1,"soldOut",1935748800000,1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = s.event_uid AND a.from_ms <= $2 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($3::text[]) AND s.end_ms > $4 AND s.prev_end <= $5 AND s.begin_ms >= $6) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($7 AS bigint)",
      '[1,1935748800000,["soldOut"],1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = e.uid AND a.from_ms <= $2 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($3::text[]) AND e.last_end_desc_key >= $4) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($5 AS bigint)",
      '[1,1935748800000,["soldOut"],-1935748800000,21]'
    ]
  ],
  bookable: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT v.event_uid FROM agenda_availability v WHERE v.agenda_uid = $4 AND v.status = ANY($5::text[]) AND v.status_until > $6 AND +v.from_ms <= $7)))) IS TRUE)",
      '[-1935748800000,-1935748800000,1,1,["available","limited"],1935748800000,1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = s.event_uid AND a.from_ms <= $2 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($3::text[]) AND s.end_ms > $4 AND s.prev_end <= $5 AND s.begin_ms >= $6) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($7 AS bigint)",
      '[1,1935748800000,["available","limited"],1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = e.uid AND a.from_ms <= $2 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($3::text[]) AND e.last_end_desc_key >= $4) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($5 AS bigint)",
      '[1,1935748800000,["available","limited"],-1935748800000,21]'
    ]
  ],
  notBookable: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND ((e.uid IN (SELECT unnest(ARRAY(SELECT v.event_uid FROM agenda_availability v WHERE v.agenda_uid = $4 AND v.status = ANY($5::text[]) AND v.status_until > $6 AND +v.from_ms <= $7)))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_availability a WHERE a.event_uid = e.uid)) IS TRUE))",
      '[-1935748800000,-1935748800000,1,1,["soldOut","notYetOnSale","salesClosed","mixed","unknown"],1935748800000,1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = s.event_uid AND a.from_ms <= $2 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($3::text[]) AND s.end_ms > $4 AND s.prev_end <= $5 AND s.begin_ms >= $6) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($7 AS bigint)",
      '[1,1935748800000,["soldOut","notYetOnSale","salesClosed","mixed","unknown",""],1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = e.uid AND a.from_ms <= $2 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($3::text[]) AND e.last_end_desc_key >= $4) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($5 AS bigint)",
      '[1,1935748800000,["soldOut","notYetOnSale","salesClosed","mixed","unknown",""],-1935748800000,21]'
    ]
  ],
  bookableEverywhere: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT v.event_uid FROM agenda_availability v WHERE v.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND v.status = ANY($1::text[]) AND v.status_until > $2 AND +v.from_ms <= $3)))) IS TRUE AND e.last_end_desc_key < $4)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT v.event_uid FROM agenda_availability v WHERE v.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND v.status = ANY($5::text[]) AND v.status_until > $6 AND +v.from_ms <= $7)))) IS TRUE AND e.last_end_desc_key >= $8)) AS s1",
      '[["available","limited"],1935748800000,1935748800000,-1935748800000,["available","limited"],1935748800000,1935748800000,-1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = s.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND s.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = s.event_uid AND a.from_ms <= $1 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($2::text[]) AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      '[1935748800000,["available","limited"],1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND COALESCE((SELECT a.status FROM agenda_availability a WHERE a.event_uid = e.uid AND a.from_ms <= $1 ORDER BY a.from_ms DESC LIMIT 1), '') = ANY($2::text[]) AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      '[1935748800000,["available","limited"],-1935748800000,21]'
    ]
  ],
  costless: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM (SELECT t.event_uid AS uid, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end_desc_key FROM agenda_filter_term t WHERE t.agenda_uid = $3 AND t.dimension = $4 AND t.value = $5) e WHERE e.state = 2",
      '[-1935748800000,-1935748800000,1,"pricing","free"]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE AND s.end_ms > $5 AND s.prev_end <= $6 AND s.begin_ms >= $7) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($8 AS bigint)",
      '[1,1,"pricing","free",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE AND e.last_end_desc_key >= $5) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($6 AS bigint)",
      '[1,1,"pricing","free",-1935748800000,21]'
    ]
  ],
  costlessOrNone: [
    [
      "SELECT count(*) FILTER (WHERE e.last_end_desc_key < $1) AS s0, count(*) FILTER (WHERE e.last_end_desc_key >= $2) AS s1 FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2 AND ((e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid = $4 AND t.dimension = $5 AND t.value = $6)))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $7 AND t.dimension = $8))) IS TRUE))",
      '[-1935748800000,-1935748800000,1,1,"pricing","free",1,"pricing"]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (s.agenda_uid = $1 AND s.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.agenda_uid = $5 AND t.dimension = $6))) IS TRUE) AND s.end_ms > $7 AND s.prev_end <= $8 AND s.begin_ms >= $9) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($10 AS bigint)",
      '[1,1,"pricing","free",1,"pricing",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (e.agenda_uid = $1 AND e.state = 2 AND ((EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $2 AND t.dimension = $3 AND t.value = $4))) IS TRUE OR NOT (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.agenda_uid = $5 AND t.dimension = $6))) IS TRUE) AND e.last_end_desc_key >= $7) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($8 AS bigint)",
      '[1,1,"pricing","free",1,"pricing",-1935748800000,21]'
    ]
  ],
  costlessEverywhere: [
    [
      "SELECT (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND t.dimension = $1 AND t.value = $2)))) IS TRUE AND e.last_end_desc_key < $3)) AS s0, (SELECT count(*) FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND (e.uid IN (SELECT unnest(ARRAY(SELECT t.event_uid FROM agenda_filter_term t WHERE t.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND t.dimension = $4 AND t.value = $5)))) IS TRUE AND e.last_end_desc_key >= $6)) AS s1",
      '["pricing","free",-1935748800000,"pricing","free",-1935748800000]'
    ],
    [
      "SELECT s.begin_ms AS k0, s.event_uid AS uid, s.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_slot s WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = s.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND s.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = s.event_uid AND t.dimension = $1 AND t.value = $2))) IS TRUE AND s.end_ms > $3 AND s.prev_end <= $4 AND s.begin_ms >= $5) ORDER BY s.begin_ms, s.event_uid LIMIT CAST($6 AS bigint)",
      '["pricing","free",1935748800000,1935748800000,1935662400001,21]'
    ],
    [
      "SELECT e.last_end_desc_key AS k0, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM agenda_event e WHERE (EXISTS (SELECT 1 FROM agenda a WHERE a.uid = e.agenda_uid AND a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2 AND (EXISTS (SELECT 1 FROM agenda_filter_term t WHERE (t.event_uid = e.uid AND t.dimension = $1 AND t.value = $2))) IS TRUE AND e.last_end_desc_key >= $3) ORDER BY e.last_end_desc_key, e.uid LIMIT CAST($4 AS bigint)",
      '["pricing","free",-1935748800000,21]'
    ]
  ],
  counted: [
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
    ],
    [
      "SELECT v.status AS value, NULL AS spelling, count(*) AS counted FROM agenda_availability v WHERE v.agenda_uid = $1 AND v.status = ANY($2::text[]) AND v.status_until > $3 AND +v.from_ms <= $4 AND (v.event_uid IN (SELECT unnest(ARRAY(SELECT e.uid FROM agenda_event e WHERE (e.agenda_uid = $5 AND e.state = 2))))) IS TRUE GROUP BY 1",
      '[1,["available","limited","soldOut","notYetOnSale","salesClosed","mixed","unknown"],1935748800000,1935748800000,1]'
    ],
    [
      "SELECT e.value AS value, e.spelling AS spelling, count(*) AS counted FROM (SELECT t.event_uid AS uid, t.value, t.spelling, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end_desc_key FROM agenda_filter_term t WHERE t.agenda_uid = $1 AND t.dimension = $2) e WHERE e.state = 2 GROUP BY 1, 2",
      '[1,"pricing"]'
    ]
  ],
  countedWithNone: [
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
    ],
    [
      "SELECT v.status AS value, NULL AS spelling, count(*) AS counted FROM agenda_availability v WHERE v.agenda_uid = $1 AND v.status = ANY($2::text[]) AND v.status_until > $3 AND +v.from_ms <= $4 AND (v.event_uid IN (SELECT unnest(ARRAY(SELECT e.uid FROM agenda_event e WHERE (e.agenda_uid = $5 AND e.state = 2))))) IS TRUE GROUP BY 1 UNION ALL SELECT NULL, NULL, count(*) FROM agenda_event e WHERE (e.agenda_uid = $6 AND e.state = 2) AND NOT (EXISTS (SELECT 1 FROM agenda_availability a WHERE a.event_uid = e.uid)) IS TRUE",
      '[1,["available","limited","soldOut","notYetOnSale","salesClosed","mixed","unknown"],1935748800000,1935748800000,1,1]'
    ],
    [
      'SELECT e.value AS value, e.spelling AS spelling, count(*) AS counted FROM (SELECT t.event_uid AS uid, t.value, t.spelling, t.agenda_uid, t.state, t.featured, t.status, t.attendance_mode, t.location_uid, t.first_begin, t.last_begin, t.last_end_desc_key FROM agenda_filter_term t WHERE t.agenda_uid = $1 AND t.dimension = $2) e WHERE e.state = 2 GROUP BY 1, 2 UNION ALL SELECT NULL, NULL, count(*) FROM agenda_event e WHERE (e.agenda_uid = $3 AND e.state = 2) AND NOT EXISTS (SELECT 1 FROM "agenda_filter_term" t WHERE t.event_uid = e.uid AND t.dimension = $4)',
      '[1,"pricing",1,"pricing"]'
    ]
  ],
  countedEverywhere: [
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
    ],
    [
      "SELECT v.status AS value, NULL AS spelling, count(*) AS counted FROM agenda_availability v WHERE v.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND v.status = ANY($1::text[]) AND v.status_until > $2 AND +v.from_ms <= $3 AND (v.event_uid IN (SELECT unnest(ARRAY(SELECT e.uid FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2))))) IS TRUE GROUP BY 1",
      '[["available","limited","soldOut","notYetOnSale","salesClosed","mixed","unknown"],1935748800000,1935748800000]'
    ],
    [
      'SELECT t.value AS value, t.spelling AS spelling, count(*) AS counted FROM "agenda_filter_term" t WHERE t.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND t.dimension = $1 AND (t.event_uid IN (SELECT unnest(ARRAY(SELECT e.uid FROM agenda_event e WHERE (e.agenda_uid IN (SELECT a.uid FROM agenda a WHERE a.is_private = 0 AND a.is_indexed = 1) AND e.state = 2))))) IS TRUE GROUP BY 1, 2',
      '["pricing"]'
    ]
  ]
}
