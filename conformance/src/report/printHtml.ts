import { factsOf } from "./printMarkdown.js"
import { printCounts } from "./printText.js"
import { explained, type ReportedCase, type RunReport, type Status } from "./RunReport.js"

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1b1b1b; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ddd }
pre { overflow-x: auto; background: #f4f4f4; padding: .75rem }
.failed { color: #a40000 } .passed { color: #1a6600 }`

/** The order in which a reader wants to see cases. */
const order: ReadonlyArray<Status> = ["failed", "not written yet", "not run", "lacking", "passed"]

const row = (result: ReportedCase): string => {
  const { clause, demand, id, status, time_ms, usualCause } = result
  const cause = usualCause === null || status !== "failed" ? "" : `<br>Usual cause: ${escapeHtml(usualCause)}`
  const why = explained(result) === "" ? "" : `<pre>${escapeHtml(explained(result))}</pre>`
  return [
    `<tr id="${escapeHtml(id)}">`,
    `<td class="${status === "failed" || status === "passed" ? status : "other"}">${status}</td>`,
    `<td><code>${escapeHtml(id)}</code><br>${escapeHtml(demand)} (${escapeHtml(clause)})${cause}${why}</td>`,
    `<td>${Math.round(time_ms)} ms</td></tr>`
  ].join("")
}

/** A report as one HTML page without scripts and outside resources: failures first. */
export const printHtml = (report: RunReport): string => {
  const rows = order.flatMap((status) => report.results.filter((result) => result.status === status)).map(row)
  const facts = factsOf(report).map(([name, text]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(text)}</td></tr>`)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Conformance of ${escapeHtml(report.subject)}</title><style>${style}</style></head>
<body>
<h1>Conformance of ${escapeHtml(report.subject)}</h1>
<p><strong>${report.verdict}</strong>: ${printCounts(report)}</p>
<table>${facts.join("\n")}</table>
<h2>Cases</h2>
<table><thead><tr><th scope="col">Status</th><th scope="col">Case</th><th scope="col">Time</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table>
</body></html>
`
}
