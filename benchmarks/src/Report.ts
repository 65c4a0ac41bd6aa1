import type { LoadResult } from "./load/LoadOptions.js"
import type { Measure, Target } from "./scenario/Scenario.js"
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
  readonly settings: Readonly<Record<string, number | string>>
  /** How well the searches that the rules of search were not tuned on rank the judged events: the mean nDCG@10. */
  readonly ranking: { readonly searches: number; readonly nDCG10: number }
  readonly scenarios: ReadonlyArray<ScenarioResult>
}

const valueOf = (round: LoadResult, measure: Measure, kind: string | undefined): number => {
  if (measure === "cpu_us" || measure === "anonymous_bytes") return round[measure] ?? NaN
  const latencies = kind === undefined ? round : round.kinds[kind] ?? round
  return latencies[measure] ?? NaN
}

const valuesOf = (contestants: ReadonlyArray<ContestantRounds>, name: string, measure: Measure, kind?: string): ReadonlyArray<number> =>
  (contestants.find((contestant) => contestant.name === name)?.rounds ?? []).map((round) => valueOf(round, measure, kind))

/** How a target came out: the ratio of the two contestants round by round, so that a slow moment touches both. */
export const outcomeOf = (contestants: ReadonlyArray<ContestantRounds>, { kind, measure, of, to }: Target): Spread => {
  const values = valuesOf(contestants, of, measure, kind)
  if (to === undefined) return spreadOf(values)
  const others = valuesOf(contestants, to, measure, kind)
  return spreadOf(values.map((value, round) => value / (others[round] ?? NaN)))
}

/** Whether a target is reached by the middle of its rounds. */
export const isReached = (outcome: Spread, { atLeast, atMost }: Target): boolean =>
  outcome.median >= (atLeast ?? -Infinity) && outcome.median <= (atMost ?? Infinity)
