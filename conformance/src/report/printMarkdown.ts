import { printCounts } from "./printText.js"
import { explained, type ReportedCase, type RunReport } from "./RunReport.js"

/** A text in a cell of a table. */
const cell = (text: string): string => text.replace(/[\\|<>&]/g, (character) => `\\${character}`).replace(/\s+/g, " ")

/** A text as a block of code, with a fence that it does not contain. */
const fenced = (text: string): string => {
  const longest = [...text.matchAll(/`+/g)].reduce((length, [ticks]) => Math.max(length, ticks.length), 2)
  const fence = "`".repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

const failure = (result: ReportedCase): string => {
  const { clause, demand, id, usualCause } = result
  return [
    `### \`${id}\``,
    "",
    `- Demand: ${cell(demand)}`,
    `- Clause: ${cell(clause)}`,
    ...usualCause === null ? [] : [`- Usual cause: ${cell(usualCause)}`],
    "",
    fenced(explained(result))
  ].join("\n")
}

const row = ({ id, reason, status }: ReportedCase): string => `| \`${id}\` | ${status} | ${cell(reason ?? "")} |`

/** Facts of a report as pairs of name and text. */
export const factsOf = (report: RunReport): ReadonlyArray<readonly [name: string, text: string]> => [
  ["Started", report.startedAt],
  ["Duration", `${(report.time_ms / 1_000).toFixed(1)} s`],
  ...report.chosen === null ? [] : [["Chosen", report.chosen] as const],
  ...report.seed === null ? [] : [["Seed", String(report.seed)] as const],
  ...Object.entries(report.versions).map(([name, version]) => [`Version of ${name}`, version] as const),
  ...Object.entries(report.lacks).map(([name, reason]) => [`Lacks ${name}`, reason] as const)
]

/** A report as Markdown: the verdict, the facts, each failure, and a table of what did not run. */
export const printMarkdown = (report: RunReport): string => {
  const failures = report.results.filter(({ status }) => status === "failed")
  const others = report.results.filter(({ status }) => status !== "failed" && status !== "passed")
  return [
    `# Conformance of ${cell(report.subject)}`,
    "",
    `**${report.verdict}**: ${printCounts(report)}.`,
    "",
    ...factsOf(report).map(([name, text]) => `- ${name}: ${cell(text)}`),
    ...failures.length === 0 ? [] : ["", "## Failed", "", failures.map(failure).join("\n\n")],
    ...others.length === 0 ? [] : ["", "## Not run", "", "| Case | Status | Reason |", "|---|---|---|", ...others.map(row)],
    ""
  ].join("\n")
}
