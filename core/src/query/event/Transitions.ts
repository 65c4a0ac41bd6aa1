import { published } from "../../domain/event/Event.js"
import type { Interval } from "../../domain/event/Timing.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { AvailabilityInterval } from "../../record/AvailabilityInterval.js"
import type { Audience } from "../../record/EventRecord.js"
import type { Scope } from "./QueryPlan.js"

/**
 * The agenda uids of a scope, given all agendas. The uid of an `Agenda` scope is returned even when that agenda does
 * not exist.
 */
export const agendasInScope = (scope: Scope, agendas: ReadonlyArray<AgendaRecord>): ReadonlySet<number> =>
  new Set(
    scope._tag === "Agenda"
      ? [scope.agendaUid]
      : agendas.filter(({ indexed, private: isPrivate, uid }) => !isPrivate && indexed && (scope.within?.includes(uid) ?? true))
        .map(({ uid }) => uid)
  )

/** A half-open time window: `from` inclusive, `until` exclusive. Epoch milliseconds. */
export interface TimeWindow {
  readonly from: number
  readonly until: number
}

/**
 * The transitions nearest to an instant: the last one at or before it and the first one after it; null when there is
 * none. A transition is an instant at which a slot begins or ends, or a ticket status changes by time alone.
 */
export interface Transitions {
  readonly last: number | null
  readonly next: number | null
}

/**
 * The events whose transitions count. It excludes events the caller may not know of, because validity windows in
 * responses reveal transitions.
 */
export interface TransitionScope {
  readonly scope: Scope
  /** `public`: published events; `privileged`: events in every state. */
  readonly audience: Audience
}

/** Requests the transitions nearest to `at` within a time window. */
export interface TransitionsPlan extends TransitionScope, TimeWindow {
  readonly at: number
}

/** The values of an event that determine its transitions. */
export interface TransitionSource {
  readonly agendaUid: number
  readonly state: number
  readonly slots: ReadonlyArray<Interval>
  readonly intervals: ReadonlyArray<Pick<AvailabilityInterval, "from">>
}

/** Reference implementation of a `TransitionsPlan`; every store returns the same result. */
export const interpretTransitions = (
  plan: TransitionsPlan,
  agendas: ReadonlyArray<AgendaRecord>,
  events: ReadonlyArray<TransitionSource>
): Transitions => {
  const within = agendasInScope(plan.scope, agendas)
  const matching = events.filter(({ agendaUid, state }) => within.has(agendaUid) && (plan.audience === "privileged" || state === published))
  let last: number | null = null
  let next: number | null = null
  const instants = matching.flatMap(({ intervals, slots }) => [
    ...slots.flatMap(({ begin, end }) => [begin, end]),
    ...intervals.map(({ from }) => from)
  ])
  for (const instant of instants) {
    if (instant < plan.from || instant >= plan.until) continue
    if (instant <= plan.at) last = Math.max(last ?? instant, instant)
    else next = Math.min(next ?? instant, instant)
  }
  return { last, next }
}

const quarter_ms = 900_000

/**
 * The UTC quarter of an hour that contains an instant. Date texts (`dateRange`, `today`) change at midnight in some
 * zone, and every zone offset is a multiple of 15 minutes.
 */
export const quarterHourAround = (at: number): TimeWindow => {
  const from = Math.floor(at / quarter_ms) * quarter_ms
  return { from, until: from + quarter_ms }
}

/**
 * The time window around an instant in which no response changes by time alone: no slot begins or ends, no ticket
 * status changes, and no zone starts a new day. `transitions` must be those within the quarter of an hour of the
 * instant.
 */
export const validityWindowAround = (at: number, transitions: Transitions): TimeWindow => {
  const quarter = quarterHourAround(at)
  return { from: transitions.last ?? quarter.from, until: transitions.next ?? quarter.until }
}
