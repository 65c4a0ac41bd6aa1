import { explained, type RunReport } from "./RunReport.js"

const indented = (text: string): ReadonlyArray<string> => text.split("\n").map((line) => `  ${line}`)

/** The counts of a report in one line: `519 cases, 510 passed, 1 failed, 8 lacking`. */
export const printCounts = ({ counts, declared }: RunReport): string =>
  [
    `${declared} ${declared === 1 ? "case" : "cases"}`,
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...(["lacking", "not written yet", "not run"] as const).flatMap((status) => counts[status] === 0 ? [] : [`${counts[status]} ${status}`])
  ].join(", ")

/** A report for a terminal: every case that did not pass, then the verdict. */
export const printText = (report: RunReport): string => {
  const lines = report.results.flatMap((result) => {
    const { clause, demand, id, reason, requests, status, usualCause } = result
    if (status === "passed") return requests.length === 0 ? [] : [`PASSED ${id} (${clause})`, ...indented(explained(result))]
    if (status !== "failed") return [`${status.toUpperCase()} ${id}: ${reason ?? ""}`]
    const cause = usualCause === null ? [] : [`  usual cause: ${usualCause}`]
    return [`FAILED ${id} (${clause})`, `  ${demand}`, ...cause, ...indented(explained(result))]
  })
  const verdict = report.verdict === "incomplete" ? "is incomplete" : report.verdict
  const seed = report.seed === null ? "" : `, seed ${report.seed}`
  const chosen = report.chosen === null ? "" : ` (${report.chosen})`
  return [...lines, `${report.subject} ${verdict}${chosen}: ${printCounts(report)}${seed}`].join("\n")
}
