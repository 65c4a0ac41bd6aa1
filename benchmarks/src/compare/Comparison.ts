import { byProcessorTime, type ContestantRounds, outcomeOf, type Report } from "../Report.js"
import type { Target } from "../scenario/Target.js"
import { type Spread, spreadOf } from "../Spread.js"

/** The rounds of the same contestant of two commits. */
export interface ComparedContestant {
  readonly name: string
  readonly before: ContestantRounds["rounds"]
  readonly after: ContestantRounds["rounds"]
}

/** Two commits, measured in turns on the same data. */
export interface Comparison extends Pick<Report, "machine" | "measuredAt" | "settings" | "versions"> {
  readonly commits: { readonly before: string; readonly after: string }
  readonly scenarios: ReadonlyArray<
    { readonly name: string; readonly title: string; readonly contestants: ReadonlyArray<ComparedContestant> }
  >
}

const width = 26

const ratio = (spread: Spread | null): string =>
  (spread === null ? "-" : [spread.min, spread.median, spread.max].map((value) => value.toFixed(2)).join(" ")).padStart(width)

const rate: Target = { what: "", of: "after", to: "before", measure: "perSecond" }

const row = ({ after, before, name }: ComparedContestant): string => {
  const contestants = [{ name: "before", rounds: before }, { name: "after", rounds: after }]
  const middles = [before, after].map((rounds) => spreadOf(rounds.map(({ perSecond }) => perSecond)).median.toFixed(0).padStart(width / 2))
  return [name.padEnd(width), ...middles, ratio(outcomeOf(contestants, rate)), ratio(byProcessorTime(contestants, rate))].join("")
}

/**
 * A comparison as tables to read: answers a second of each commit (medians), then least, middle and greatest of the
 * ratio, the later commit divided by the earlier, round by round: of the rates, and of what a second of processor time
 * does. Above 1, the later one is faster.
 */
export const showComparison = ({ commits, scenarios, settings }: Comparison): string => {
  const heads = [
    "".padEnd(width),
    ...[commits.before, commits.after].map((commit) => `${commit}/s`.padStart(width / 2)),
    "ratio by rate".padStart(width),
    "by processor time".padStart(width)
  ].join("")
  return [
    Object.entries(settings).map(([name, value]) => `${name} ${value}`).join(" · "),
    ...scenarios.flatMap(({ contestants, name, title }) => ["", `${name}: ${title}`, heads, ...contestants.map(row)])
  ].join("\n")
}
