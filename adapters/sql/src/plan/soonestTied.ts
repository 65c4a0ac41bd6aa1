import { slotLength_ms_max } from "@agenda-engine/core/domain/event/Timing"
import type { Position, QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { limitTo } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { publishedState, type StatePartition } from "./splitByState.js"

/** Slots read at most, for each event that is wanted and for each that is tied: looking up an event costs more. */
const slots_max = { perWanted: 200, perTied: 10 } as const

/** Where the next slots begin after a position. Null when the position is of an event that has ended. */
const nextAfter = (position: Position | null): { readonly begin: number; readonly uid: number } | null => {
  const [, , ended, begin] = position?.values ?? []
  return position !== null && ended === 0 && typeof begin === "number" ? { begin, uid: position.uid } : null
}

/**
 * A `SELECT` of the `uid` of at most `limit` tied events that have not ended, those with the next slots after a
 * position: slots are read in order instead of looking up every tied event. It may have fewer where more exist, because
 * the slots read are limited. Null for a plan without an index of its slots.
 *
 * @param tied A `SELECT` of the `uid` of events that are equal in all that precedes the time.
 */
export const soonestTied = (
  { sql }: SqlContext,
  { asOf, scope }: QueryPlan,
  state: StatePartition["state"],
  tied: Fragment,
  { limit, position }: { readonly position: Position | null; readonly limit: number }
): Fragment | null => {
  if (scope._tag !== "Agenda" || state !== publishedState) return null
  const from = nextAfter(position)
  if (position !== null && from === null) return null
  const least = asOf - slotLength_ms_max
  const begins = from === null || from.begin <= least
    ? sql`s.begin_ms > ${least}`
    : sql`(s.begin_ms, s.event_uid) > (${from.begin}, ${from.uid})`
  const few = sql`SELECT uid FROM (${tied}) tied ${limitTo(sql, slots_max.perWanted * limit / slots_max.perTied)}`
  return sql`SELECT n.event_uid AS uid FROM (SELECT s.event_uid, s.begin_ms, s.end_ms, s.prev_end FROM agenda_slot s WHERE s.agenda_uid = ${scope.agendaUid} AND s.state = 2 AND ${begins} ORDER BY s.begin_ms, s.event_uid LIMIT (SELECT ${
    sql.literal(String(slots_max.perTied))
  } * count(*) FROM (${few}) few)) n WHERE n.end_ms > ${asOf} AND n.prev_end <= ${asOf} AND n.event_uid IN (${tied}) ORDER BY n.begin_ms, n.event_uid ${
    limitTo(sql, limit)
  }`
}
