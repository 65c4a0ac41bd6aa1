import type { LoadResult } from "./load/LoadOptions.js"
import { type Spread, spreadOf } from "./Spread.js"

/** The rounds of one server. */
export interface ServerRounds {
  readonly name: string
  readonly rounds: ReadonlyArray<LoadResult>
}

/** What was measured, where, and on what. */
export interface Report {
  readonly scenario: string
  readonly measuredAt: string
  readonly commit: string
  readonly machine: { readonly processor: string; readonly cores: number; readonly platform: string }
  readonly versions: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, number>>
  readonly page_bytes: number
  /** How well the searches that the rules of search were not tuned on rank the judged events: the mean nDCG@10. */
  readonly ranking: { readonly searches: number; readonly nDCG10: number }
  readonly servers: ReadonlyArray<ServerRounds>
}

/** How many requests of the second server are answered for one of the first, round by round. */
export const ratioOf = ([floor, engine]: ReadonlyArray<ServerRounds>): Spread =>
  spreadOf((engine?.rounds ?? []).map(({ perSecond }, round) => perSecond / (floor?.rounds[round]?.perSecond ?? NaN)))

const whole = (value: number): string => Math.round(value).toLocaleString("en").padStart(10)
const fine = (value: number): string => value.toFixed(1).padStart(10)

const row = ({ name, rounds }: ServerRounds): string => {
  const { max, median, min } = spreadOf(rounds.map(({ perSecond }) => perSecond))
  const p50 = spreadOf(rounds.map(({ p50_ms }) => p50_ms)).median
  const p99 = spreadOf(rounds.map(({ p99_ms }) => p99_ms)).median
  return `${name.padEnd(14)}${whole(min)}${whole(median)}${whole(max)}${fine(p50)}${fine(p99)}`
}

/** A report as a table to read: requests per second, then the medians of the latencies in milliseconds. */
export const showReport = (report: Report): string => {
  const ratio = ratioOf(report.servers)
  return [
    `${report.scenario}; a page is ${(report.page_bytes / 1_024).toFixed(1)} KiB`,
    Object.entries(report.settings).map(([name, value]) => `${name} ${value}`).join(" · "),
    `commit ${report.commit} · ${Object.entries(report.versions).map(([name, version]) => `${name} ${version}`).join(" · ")}`,
    `${report.machine.processor}, ${report.machine.cores} cores`,
    "",
    `${"".padEnd(14)}${["min/s", "median/s", "max/s", "p50 ms", "p99 ms"].map((head) => head.padStart(10)).join("")}`,
    ...report.servers.map(row),
    "",
    `${report.servers[1]?.name ?? ""} / ${report.servers[0]?.name ?? ""}: ${ratio.median.toFixed(3)} (${ratio.min.toFixed(3)} to ${
      ratio.max.toFixed(3)
    })`,
    `search: nDCG@10 ${report.ranking.nDCG10.toFixed(3)} over ${report.ranking.searches} judged searches kept back from tuning`
  ].join("\n")
}
