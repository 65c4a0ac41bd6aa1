import { explained, type ReportedCase, type RunReport } from "./RunReport.js"

/** Characters that no XML 1.0 document may contain, lone surrogates included. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" }

/** A text as XML. Line ends and tabs of attributes stay as they are. */
const escapeXml = (text: string): string =>
  text.replace(forbidden, "\uFFFD").replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? `&#${character.codePointAt(0) ?? 0};`)

const seconds = (time_ms: number): string => (time_ms / 1_000).toFixed(3)

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join("")

const outcome = (result: ReportedCase): string => {
  const { reason, status } = result
  if (status === "passed") return ""
  const message = attributes({ message: (reason ?? "").split("\n", 1)[0] ?? "" })
  return status === "failed"
    ? `<failure${message} type="failed">${escapeXml(explained(result))}</failure>`
    : `<skipped${attributes({ message: `${status}: ${reason ?? ""}` })}/>`
}

const property = (name: string, value: string): string => `<property${attributes({ name, value })}/>`

const printCase = (one: ReportedCase): string => {
  const cause = one.usualCause === null ? [] : [property("usual cause", one.usualCause)]
  return [
    `    <testcase${attributes({ name: one.id, classname: one.id.split(".", 1)[0] ?? "", time: seconds(one.time_ms) })}>`,
    `      <properties>${[property("clause", one.clause), property("demand", one.demand), ...cause].join("")}</properties>`,
    ...one.status === "passed" ? [] : [`      ${outcome(one)}`],
    "    </testcase>"
  ].join("\n")
}

/** A report as JUnit XML. Cases that were lacking, not run or not written yet are skipped, with the reason. */
export const printJunit = (report: RunReport): string => {
  const { counts, results, startedAt, subject, time_ms } = report
  const totals = {
    name: subject,
    tests: results.length,
    failures: counts.failed,
    errors: 0,
    skipped: results.filter(({ status }) => status !== "passed" && status !== "failed").length,
    time: seconds(time_ms)
  }
  const properties = [
    property("verdict", report.verdict),
    ...report.chosen === null ? [] : [property("chosen", report.chosen)],
    ...report.seed === null ? [] : [property("seed", String(report.seed))],
    ...Object.entries(report.versions).map(([name, version]) => property(`version of ${name}`, version)),
    ...Object.entries(report.lacks).map(([name, reason]) => property(`lacks ${name}`, reason))
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(totals)}>`,
    `  <testsuite${attributes({ ...totals, timestamp: startedAt })}>`,
    `    <properties>${properties.join("")}</properties>`,
    ...results.map(printCase),
    "  </testsuite>",
    "</testsuites>"
  ].join("\n")
}
