import { printHtml } from "./printHtml.js"
import { printBadge, printJson } from "./printJson.js"
import { printJunit } from "./printJunit.js"
import { printMarkdown } from "./printMarkdown.js"
import { printText } from "./printText.js"
import type { RunReport } from "./RunReport.js"

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
