import { published } from "../domain/Event.js"
import type { Interval } from "../domain/Timing.js"

/** A stretch of time around an instant: from `from`, included, to `until`, excluded. Epoch milliseconds. */
export interface Stretch {
  readonly from: number
  readonly until: number
}

/** Where slots begin or end around an instant: the last such instant that is not after it, and the first that is; null where there is none. */
export interface Turns {
  readonly last: number | null
  readonly next: number | null
}

/** Asks for the turns of slots around `at` within a stretch around it. */
export interface TurnsPlan extends Stretch {
  /** Whose slots: those of this agenda's events, of whatever state; null: of the published events of all agendas. */
  readonly agendaUid: number | null
  readonly at: number
}

/** What turns are found of an event by. */
export interface TurningEvent {
  readonly agendaUid: number
  readonly state: number
  readonly slots: ReadonlyArray<Interval>
}

const isMeant = ({ agendaUid, state }: TurningEvent, plan: TurnsPlan): boolean =>
  plan.agendaUid === null ? state === published : agendaUid === plan.agendaUid

/** The turns of the slots of some events: what every store answers to a plan. */
export const interpretTurns = (plan: TurnsPlan, events: ReadonlyArray<TurningEvent>): Turns => {
  let last: number | null = null
  let next: number | null = null
  for (const { begin, end } of events.flatMap((event) => isMeant(event, plan) ? event.slots : [])) {
    for (const turn of [begin, end]) {
      if (turn < plan.from || turn >= plan.until) continue
      if (turn <= plan.at) last = Math.max(last ?? turn, turn)
      else next = Math.min(next ?? turn, turn)
    }
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
 * The stretch around an instant in which no answer changes by time alone: no slot begins or ends in it, and no zone begins a day. `turns` are those within the instant's quarter.
 */
export const stillnessAround = (at: number, turns: Turns): Stretch => {
  const quarter = quarterAround(at)
  return { from: turns.last ?? quarter.from, until: turns.next ?? quarter.until }
}
