import { remembering } from "@agenda-engine/core/domain/remembering"
import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/Tally"

/** What of a plan's matches is counted, wherever its page starts. */
export interface Counted {
  /** How many hits each segment has in all. */
  readonly segments: ReadonlyArray<number>
  readonly tallies: ReadonlyArray<TallyAnswer>
}

/** Counts, and how often what they depend on had changed. */
interface Known {
  readonly revisions: string
  readonly counted: Counted
}

/** Questions whose counts are known before those are forgotten that were not asked for longest. Tallies take more room, and so are apart. */
const questions_max = { totals: 500, tallies: 100 } as const

/** Tallies with more values are counted each time, so that what is known stays small. */
const values_max = 2_000

/** Longer questions are counted each time. */
const question_chars_max = 8_192

/** How many values were counted. */
export const valuesIn = (answer: TallyAnswer): number =>
  answer._tag === "Counts" ? answer.counts.length : answer._tag === "Points" ? answer.points.length : 1

const isSmall = ({ tallies }: Counted): boolean => tallies.reduce((sum, answer) => sum + valuesIn(answer), 0) <= values_max

/** Everything that counts depend on but what is stored. */
const questionOf = ({ asOf, audience, live, removed, scope, segments, tallies, tombstones }: QueryPlan): string =>
  JSON.stringify([scope, audience, asOf, live, removed, tombstones ?? null, segments, tallies])

/** What is known of a plan's counts. */
interface KnownOfPlan {
  /** Null: nothing. */
  readonly counted: Counted | null
  /** Keeps what was counted in the snapshot of the same revisions. */
  readonly keep: (counted: Counted) => void
}

/**
 * Counts of plans whose `revisions` are known, which were read in the same snapshot as the page: as long as they stand the counts do, so that in
 * no process a total is told that is not that of the page. Null: nothing is known of them, nor kept.
 */
export type KnownCounts = (plan: QueryPlan, revisions: string | null) => KnownOfPlan

const unknown: KnownOfPlan = { counted: null, keep: () => {} }

/** Known counts; none at first. */
export const makeKnownCounts = (): KnownCounts => {
  const remember = (questions: number) => remembering(questions, (): { known: Known | null } => ({ known: null }))
  const totals = remember(questions_max.totals)
  const tallies = remember(questions_max.tallies)
  return (plan, revisions) => {
    const question = revisions === null ? "" : questionOf(plan)
    if (revisions === null || question.length > question_chars_max) return unknown
    const place = plan.tallies.length === 0 ? totals(question) : tallies(question)
    return {
      counted: place.known?.revisions === revisions ? place.known.counted : null,
      keep: (counted) => {
        place.known = isSmall(counted) ? { revisions, counted } : null
      }
    }
  }
}
