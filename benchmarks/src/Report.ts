import type { LoadResult } from "./load/LoadOptions.js"
import type { Target } from "./scenario/Scenario.js"
import { type Spread, spreadOf } from "./Spread.js"

/** The rounds of one contestant. */
export interface ContestantRounds {
  readonly name: string
  readonly rounds: ReadonlyArray<LoadResult>
}

/** What was measured of a scenario. */
export interface ScenarioResult {
  readonly name: string
  readonly title: string
  readonly contestants: ReadonlyArray<ContestantRounds>
  readonly targets: ReadonlyArray<Target>
}

/** What was measured, where, and on what. */
export interface Report {
  readonly measuredAt: string
  readonly commit: string
  readonly machine: {
    readonly processor: string
    readonly cores: number
    readonly platform: string
    /** Whether the servers and the load were kept to a core each. */
    readonly pinned: boolean
  }
  readonly versions: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, number>>
  /** How well the searches that the rules of search were not tuned on rank the judged events: the mean nDCG@10. */
  readonly ranking: { readonly searches: number; readonly nDCG10: number }
  readonly scenarios: ReadonlyArray<ScenarioResult>
}

const valuesOf = (contestants: ReadonlyArray<ContestantRounds>, name: string, measure: Target["measure"]): ReadonlyArray<number> =>
  (contestants.find((contestant) => contestant.name === name)?.rounds ?? []).map((round) => round[measure] ?? NaN)

/** How a target came out: the ratio of the two contestants round by round, so that a slow moment touches both. */
export const outcomeOf = (contestants: ReadonlyArray<ContestantRounds>, { measure, of, to }: Target): Spread => {
  const values = valuesOf(contestants, of, measure)
  if (to === undefined) return spreadOf(values)
  const others = valuesOf(contestants, to, measure)
  return spreadOf(values.map((value, round) => value / (others[round] ?? NaN)))
}

/** Whether a target is reached by the middle of its rounds. */
export const isReached = (outcome: Spread, { atLeast, atMost }: Target): boolean =>
  outcome.median >= (atLeast ?? -Infinity) && outcome.median <= (atMost ?? Infinity)
