import type { Report } from "../Report.js"
import type { Scenario } from "../scenario/Scenario.js"
import { rowsOf, type TargetRow } from "./TargetRow.js"

/** The scenarios with targets, in the order of the published table. */
export const publishedOrder: ReadonlyArray<string> = [
  "list-20",
  "list-300",
  "offers-300",
  "fields",
  "single",
  "not-modified",
  "flat",
  "deep",
  "warm-total",
  "totals",
  "written",
  "filters",
  "search",
  "searches",
  "facets",
  "postgres",
  "upsert-engine",
  "import",
  "mixed",
  "processes",
  "start",
  "memory",
  "peers"
]

const heads: Readonly<Record<keyof TargetRow, string>> = {
  what: "What",
  target: "Target",
  answers: "Answers",
  measured: "Measured: median (min to max)",
  processor: "By processor time",
  latencies: "p50 / p99 ms",
  reached: "Reached",
  data: "Data, events"
}
const columns = ["what", "target", "answers", "measured", "processor", "latencies", "reached", "data"] as const

/** A markdown table with aligned columns. */
const tableOf = (lines: ReadonlyArray<TargetRow>): string => {
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)))
  const cells = (write: (column: keyof TargetRow, width: number) => string) =>
    `| ${columns.map((column, index) => write(column, widths[index] ?? 0)).join(" | ")} |`
  const [head = "", ...rows] = lines.map((line) => cells((column, width) => line[column].padEnd(width)))
  return [head, cells((_, width) => "-".repeat(width)), ...rows].join("\n")
}

/** The data set of a report. */
const dataOf = ({ agendas, dataset, events }: Report["settings"]): string =>
  `${dataset}, ${Number(events).toLocaleString("en")} events${agendas === "asked" ? ", only the agendas that scenarios read" : ""}`

const reportLine = ({ commit, machine, measuredAt, settings, versions }: Report): string => {
  const { measure_ms, rounds, seed, warmUp_ms } = settings
  return [
    `- ${dataOf(settings)}, seed ${seed}: ${measuredAt}, commit ${commit}`,
    `${rounds} rounds of ${Number(measure_ms) / 1_000} s after ${Number(warmUp_ms) / 1_000} s`,
    `${machine.processor}, ${machine.cores} cores${machine.pinned ? ", servers on one and the load on another" : ""}`,
    Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", ")
  ].join("; ")
}

/** The published reports, and the table of all targets with their results, as markdown. */
export const publishedTable = (scenarios: ReadonlyArray<Scenario>, reports: ReadonlyArray<Report>): string => {
  const rows = publishedOrder.flatMap((name) =>
    scenarios.filter((scenario) => scenario.name === name).flatMap((each) => rowsOf(each, reports))
  )
  return [...reports.map(reportLine), ...(reports.length === 0 ? [] : [""]), tableOf([heads, ...rows])].join("\n")
}
