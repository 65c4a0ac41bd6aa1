import { byProcessorTime, isReached, outcomeOf, type Report } from "../Report.js"
import type { Scenario } from "../scenario/Scenario.js"
import type { Measure, Target } from "../scenario/Target.js"
import { type Spread, spreadOf } from "../Spread.js"

/** A row of the published table; texts are empty where nothing was measured. */
export interface TargetRow {
  readonly what: string
  readonly target: string
  /** `cached` or `uncached`; empty when the target is not about HTTP responses. */
  readonly answers: string
  /** The median of the rounds, with minimum and maximum. */
  readonly measured: string
  /** The same ratio by processor time. */
  readonly processor: string
  /** Medians of the rounds, in milliseconds. */
  readonly latencies: string
  readonly reached: string
  /** The data set. */
  readonly data: string
}

const named: Readonly<Record<Measure, { readonly name: string; readonly unit: string; readonly divisor: number }>> = {
  perSecond: { name: "", unit: " a second", divisor: 1 },
  p50_ms: { name: "p50 ", unit: " ms", divisor: 1 },
  p99_ms: { name: "p99 ", unit: " ms", divisor: 1 },
  max_ms: { name: "slowest of all rounds ", unit: " ms", divisor: 1 },
  cpu_us: { name: "processor time ", unit: " µs", divisor: 1 },
  anonymous_bytes: { name: "", unit: " MB", divisor: 1_000_000 }
}

/** A bound as text, like `p50 ≤ 8 ms` or `≥ 0.9 × naive floor`. */
export const showTarget = ({ atLeast, atMost, kind, measure, to }: Target): string => {
  const { divisor, name, unit } = named[measure]
  const bound = atLeast ?? atMost ?? NaN
  const sign = atLeast === undefined ? "≤" : "≥"
  const what = kind === undefined ? name : `${kind} ${name}`
  return to === undefined ? `${what}${sign} ${bound / divisor}${unit}` : `${what}${sign} ${bound} × ${to}`
}

const significant = (value: number): string => {
  if (Number.isNaN(value)) return "-"
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const showSpread = ({ max, median, min }: Spread): string => `${significant(median)} (${significant(min)} to ${significant(max)})`

const showMeasured = (outcome: Spread, { measure, to }: Target): string => {
  const { divisor, unit } = named[measure]
  const { max, median, min } = outcome
  return to === undefined
    ? `${showSpread({ min: min / divisor, median: median / divisor, max: max / divisor })}${unit}`
    : showSpread(outcome)
}

const rowOf = ({ contestants, report, target }: {
  readonly target: Target
  readonly report: Report
  readonly contestants: Report["scenarios"][number]["contestants"]
}): TargetRow => {
  const { kind, of } = target
  const rounds = contestants.find(({ name }) => name === of)?.rounds ?? []
  const middle = (read: (round: (typeof rounds)[number]) => number | null) =>
    significant(spreadOf(rounds.map((round) => read(round) ?? NaN)).median)
  const latencies = (round: (typeof rounds)[number]) => (kind === undefined ? round : round.kinds[kind])
  const outcome = outcomeOf(contestants, target)
  const processor = byProcessorTime(contestants, target)
  return {
    what: target.what,
    target: showTarget(target),
    answers: target.answers ?? "",
    measured: showMeasured(outcome, target),
    processor: processor === null ? "" : significant(processor.median),
    latencies: `${middle((round) => latencies(round)?.p50_ms ?? null)} / ${middle((round) => latencies(round)?.p99_ms ?? null)}`,
    reached: isReached(outcome, target) ? "yes" : "no",
    data: `${report.settings["dataset"] ?? ""}, ${Number(report.settings["events"]).toLocaleString("en")}${
      report.settings["agendas"] === "asked" ? ", in part" : ""
    }`
  }
}

/**
 * A row for every target of a scenario, from the last report that measured the scenario on the data set of the target.
 * Without one, the row says that it was not measured.
 */
export const rowsOf = ({ name, on: [dataset], targets }: Scenario, reports: ReadonlyArray<Report>): ReadonlyArray<TargetRow> => {
  const found = reports.flatMap((report) =>
    report.settings["dataset"] === dataset
      ? report.scenarios.filter((scenario) => scenario.name === name).map(({ contestants }) => ({ report, contestants }))
      : []
  ).at(-1)
  const isThere = (name: string, kind: string | undefined) =>
    found?.contestants.some((contestant) =>
      contestant.name === name && (kind === undefined || contestant.rounds.some(({ kinds }) => kinds[kind] !== undefined))
    ) === true
  return targets.map((target) =>
    found === undefined || !isThere(target.of, target.kind) || !isThere(target.to ?? target.of, target.kind)
      ? {
        what: target.what,
        target: showTarget(target),
        answers: target.answers ?? "",
        measured: "not measured",
        processor: "",
        latencies: "",
        reached: "",
        data: dataset
      }
      : rowOf({ target, ...found })
  )
}
