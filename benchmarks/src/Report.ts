import * as Schema from "effect/Schema"
import { LoadResult } from "./load/LoadOptions.js"
import { type Measure, Target } from "./scenario/Target.js"
import { type Spread, spreadOf } from "./Spread.js"

const ContestantRounds = Schema.Struct({
  name: Schema.String,
  /** Version of a peer. */
  version: Schema.optionalWith(Schema.String, { exact: true }),
  rounds: Schema.Array(LoadResult)
})
/** The rounds of one contestant. */
export type ContestantRounds = typeof ContestantRounds.Type

const ScenarioResult = Schema.Struct({
  name: Schema.String,
  title: Schema.String,
  contestants: Schema.Array(ContestantRounds),
  targets: Schema.Array(Target)
})
/** What was measured of a scenario. */
export type ScenarioResult = typeof ScenarioResult.Type

/** What was measured, where, and on what. */
export const Report = Schema.Struct({
  measuredAt: Schema.String,
  commit: Schema.String,
  machine: Schema.Struct({
    processor: Schema.String,
    cores: Schema.Number,
    platform: Schema.String,
    /** Whether the servers and the load were pinned to a core each. */
    pinned: Schema.Boolean
  }),
  versions: Schema.Record({ key: Schema.String, value: Schema.String }),
  settings: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.Number, Schema.String) }),
  /** Mean nDCG@10 of the judged searches that the search rules were not tuned on. */
  ranking: Schema.Struct({ searches: Schema.Number, nDCG10: Schema.Number }),
  scenarios: Schema.Array(ScenarioResult)
})
/** What was measured, where, and on what. */
export type Report = typeof Report.Type

/** The results of one kind of requests in a round; of all requests without a kind. */
const ofKind = (round: LoadResult, kind: string | undefined) => kind === undefined ? round : round.kinds[kind]

const valueOf = (round: LoadResult, measure: Measure, kind: string | undefined): number => {
  // A round without responses has no values.
  if (round.requests === 0) return NaN
  if (measure === "cpu_us" || measure === "anonymous_bytes") return round[measure] ?? NaN
  return ofKind(round, kind)?.[measure] ?? NaN
}

const valuesOf = (contestants: ReadonlyArray<ContestantRounds>, name: string, measure: Measure, kind?: string): ReadonlyArray<number> =>
  (contestants.find((contestant) => contestant.name === name)?.rounds ?? []).map((round) => valueOf(round, measure, kind))

/** The outcome of a target: the ratio of the two contestants per round, so that a slow moment affects both. */
export const outcomeOf = (contestants: ReadonlyArray<ContestantRounds>, { kind, measure, of, to }: Target): Spread => {
  const values = valuesOf(contestants, of, measure, kind)
  if (to === undefined) return spreadOf(values)
  const others = valuesOf(contestants, to, measure, kind)
  return spreadOf(values.map((value, round) => value / (others[round] ?? NaN)))
}

/**
 * The ratio by processor time, which other work on the machine disturbs less. Null when the target does not compare
 * rates, or processor time is unknown.
 */
export const byProcessorTime = (contestants: ReadonlyArray<ContestantRounds>, { kind, measure, of, to }: Target): Spread | null => {
  if (measure !== "perSecond" || to === undefined || kind !== undefined) return null
  const spread = outcomeOf(contestants, { what: "", of: to, to: of, measure: "cpu_us" })
  return Number.isNaN(spread.median) ? null : spread
}

/** Whether a target is reached, judged by the median of its rounds; `max_ms` by the slowest of all rounds. */
export const isReached = (outcome: Spread, { atLeast, atMost, measure }: Target): boolean => {
  const judged = measure === "max_ms" ? outcome.max : outcome.median
  return judged >= (atLeast ?? -Infinity) && judged <= (atMost ?? Infinity)
}
