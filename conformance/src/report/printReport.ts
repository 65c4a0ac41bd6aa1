import { printHtml } from "./printHtml.js"
import { printJunit } from "./printJunit.js"
import { printMarkdown } from "./printMarkdown.js"
import { printText } from "./printText.js"
import type { RunReport } from "./RunReport.js"

/** A report as JSON. */
const printJson = (report: RunReport): string => JSON.stringify(report, null, 2)

const colors = {
  "conforms": "brightgreen",
  "conforms as far as asked": "yellowgreen",
  "incomplete": "yellow",
  "does not conform": "red"
} as const satisfies Record<RunReport["verdict"], string>

/** A report as the JSON of a shields.io endpoint badge (https://shields.io/badges/endpoint-badge). */
export const printBadge = ({ chosen, counts, declared, verdict }: RunReport): string =>
  JSON.stringify({
    schemaVersion: 1,
    label: "agenda-engine conformance",
    message: `${counts.passed}/${declared - counts.lacking}`,
    color: verdict === "conforms" && chosen !== null ? "green" : colors[verdict]
  })

/** How a report is printed, by the name of the format. */
export const reportFormats = {
  text: printText,
  json: printJson,
  junit: printJunit,
  markdown: printMarkdown,
  html: printHtml,
  badge: printBadge
} as const satisfies Readonly<Record<string, (report: RunReport) => string>>

/** Name of a format. */
export type ReportFormat = keyof typeof reportFormats

/** Whether this is the name of a format. */
export const isReportFormat = (name: string): name is ReportFormat => Object.hasOwn(reportFormats, name)
