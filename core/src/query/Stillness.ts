import { published } from "../domain/Event.js"
import type { Interval } from "../domain/Timing.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { AvailabilityInterval } from "../record/AvailabilityInterval.js"
import type { Audience } from "../record/EventRecord.js"
import { agendasInScope } from "./agendasInScope.js"
import type { Scope } from "./QueryPlan.js"

/** A stretch of time around an instant: from `from`, included, to `until`, excluded. Epoch milliseconds. */
export interface Stretch {
  readonly from: number
  readonly until: number
}

/**
 * Where slots begin or end, or what is said of tickets changes by time alone, around an instant: the last such instant that is not after it,
 * and the first that is; null where there is none.
 */
export interface Turns {
  readonly last: number | null
  readonly next: number | null
}

/** Whose slots and tickets are looked at: those of no other events than the reader may know of, for what is made as of a turn says when that was. */
export interface TurnsOf {
  readonly scope: Scope
  /** Public: of published events; privileged: of events of every state. */
  readonly audience: Audience
}

/** Asks for the turns around `at` within a stretch around it. */
export interface TurnsPlan extends TurnsOf, Stretch {
  readonly at: number
}

/** What turns are found of an event by. */
export interface TurningEvent {
  readonly agendaUid: number
  readonly state: number
  readonly slots: ReadonlyArray<Interval>
  readonly intervals: ReadonlyArray<Pick<AvailabilityInterval, "from">>
}

/** The turns of some events, of these agendas: what every store answers to a plan. */
export const interpretTurns = (
  plan: TurnsPlan,
  agendas: ReadonlyArray<AgendaRecord>,
  events: ReadonlyArray<TurningEvent>
): Turns => {
  const within = agendasInScope(plan.scope, agendas)
  const meant = events.filter(({ agendaUid, state }) => within.has(agendaUid) && (plan.audience === "privileged" || state === published))
  let last: number | null = null
  let next: number | null = null
  const turns = meant.flatMap(({ intervals, slots }) => [
    ...slots.flatMap(({ begin, end }) => [begin, end]),
    ...intervals.map(({ from }) => from)
  ])
  for (const turn of turns) {
    if (turn < plan.from || turn >= plan.until) continue
    if (turn <= plan.at) last = Math.max(last ?? turn, turn)
    else next = Math.min(next ?? turn, turn)
  }
  return { last, next }
}

const quarter_ms = 900_000

/**
 * The quarter of an hour, by UTC, that an instant lies in. The words of a date (`dateRange`, `today`) change at midnight in some zone, and
 * every zone is ahead of UTC by a number of quarters.
 */
export const quarterAround = (at: number): Stretch => {
  const from = Math.floor(at / quarter_ms) * quarter_ms
  return { from, until: from + quarter_ms }
}

/**
 * The stretch around an instant in which no answer changes by time alone: no slot begins or ends in it, no tickets come to stand otherwise,
 * and no zone begins a day. `turns` are those within the instant's quarter.
 */
export const stillnessAround = (at: number, turns: Turns): Stretch => {
  const quarter = quarterAround(at)
  return { from: turns.last ?? quarter.from, until: turns.next ?? quarter.until }
}
