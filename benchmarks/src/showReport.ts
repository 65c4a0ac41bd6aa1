import { byProcessorTime, type ContestantRounds, isReached, outcomeOf, type Report, type ScenarioResult } from "./Report.js"
import type { Measure, Target } from "./scenario/Target.js"
import { spreadOf } from "./Spread.js"

const name_width = 28
const column_width = 10

const cell = (value: number | null, digits: number): string =>
  (value === null || Number.isNaN(value)
    ? "-"
    : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })).padStart(column_width)

const mebibyte = 1_048_576

const heads = ["min/s", "median/s", "max/s", "p50 ms", "p99 ms", "cpu µs", "RSS MiB"]

const row = ({ name, rounds }: ContestantRounds): string => {
  const { max, median, min } = spreadOf(rounds.map(({ perSecond }) => perSecond))
  const middle = (read: (round: ContestantRounds["rounds"][number]) => number | null) =>
    spreadOf(rounds.map((round) => read(round) ?? NaN)).median
  return [
    name.padEnd(name_width),
    cell(min, 0),
    cell(median, 0),
    cell(max, 0),
    cell(middle(({ p50_ms }) => p50_ms), 2),
    cell(middle(({ p99_ms }) => p99_ms), 2),
    cell(middle(({ cpu_us }) => cpu_us), 0),
    cell(middle(({ resident_bytes }) => resident_bytes === null ? null : resident_bytes / mebibyte), 0)
  ].join("")
}

/** A row of all requests, and one of each sort where there are several. */
const rows = ({ name, rounds }: ContestantRounds): ReadonlyArray<string> => {
  const kinds = [...new Set(rounds.flatMap((round) => Object.keys(round.kinds)))].filter((kind) => kind !== "")
  const ofKind = (kind: string) =>
    row({
      name: `  ${kind}`,
      rounds: rounds.flatMap((round) => {
        const latencies = round.kinds[kind]
        return latencies === undefined
          ? []
          : [{ ...round, ...latencies, cpu_us: null, resident_bytes: null }]
      })
    })
  const isMixed = rounds.some((round) => Object.keys(round.kinds).length > 1)
  return [row({ name, rounds }), ...(isMixed ? kinds.map(ofKind) : [])]
}

const measureNames: Readonly<Record<Measure, string>> = {
  perSecond: "",
  p50_ms: " p50",
  p99_ms: " p99",
  max_ms: " max",
  cpu_us: " cpu",
  anonymous_bytes: " anonymous bytes"
}

const work = (contestants: ReadonlyArray<ContestantRounds>, target: Target): string => {
  const spread = byProcessorTime(contestants, target)
  return spread === null ? "" : `; by processor time ${spread.median.toFixed(3)}`
}

const targetLine = (contestants: ReadonlyArray<ContestantRounds>, target: Target): string => {
  const outcome = outcomeOf(contestants, target)
  const { atLeast, atMost, kind, measure, of, to } = target
  const what = `${of}${kind === undefined ? "" : ` (${kind})`}${to === undefined ? "" : ` / ${to}`}${measureNames[measure]}`
  const wanted = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
  const [min, median, max] = [outcome.min, outcome.median, outcome.max].map((value) => value.toFixed(3))
  return `  ${isReached(outcome, target) ? "reached" : "MISSED "} ${what}: ${median} (${min} to ${max}), ${wanted}${
    work(contestants, target)
  }`
}

const scenarioLines = ({ contestants, name, targets, title }: ScenarioResult): ReadonlyArray<string> => [
  "",
  `${name}: ${title}`,
  `${"".padEnd(name_width)}${heads.map((head) => head.padStart(column_width)).join("")}`,
  ...contestants.flatMap(rows),
  ...targets.map((target) => targetLine(contestants, target))
]

/**
 * A report as tables to read: answers a second, then the medians of latencies in milliseconds, of processor time and of
 * memory.
 */
export const showReport = (report: Report): string =>
  [
    Object.entries(report.settings).map(([name, value]) => `${name} ${value}`).join(" · "),
    `commit ${report.commit} · ${Object.entries(report.versions).map(([name, version]) => `${name} ${version}`).join(" · ")}`,
    `${report.machine.processor}, ${report.machine.cores} cores${report.machine.pinned ? ", servers on one and the load on another" : ""}`,
    ...report.scenarios.flatMap(scenarioLines),
    "",
    `search: nDCG@10 ${report.ranking.nDCG10.toFixed(3)} over ${report.ranking.searches} judged searches held out from tuning`
  ].join("\n")
