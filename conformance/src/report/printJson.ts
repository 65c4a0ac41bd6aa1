import type { RunReport } from "./RunReport.js"

/** A report as JSON. */
export const printJson = (report: RunReport): string => JSON.stringify(report, null, 2)

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
