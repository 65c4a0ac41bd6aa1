import * as Effect from "effect/Effect"
import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { isReportFormat, type ReportFormat, reportFormats } from "../report/printReport.js"
import type { RunReport } from "../report/RunReport.js"

/** A report that was asked for: a format, and the file to write it to; null: the standard output. */
export interface ReportRequest {
  readonly format: ReportFormat
  readonly file: string | null
}

/** The usage of the options about reports. */
export const reportUsage = `  --report <format[=file]>     ${Object.keys(reportFormats).join(", ")}; to a file or, once, to the output
  --json                       the same as --report json
  --bail                       ends after the first failure`

/** Reads the values of `--report`; a text says what is wrong with them. */
export const readReports = (values: ReadonlyArray<string>, json: boolean): ReadonlyArray<ReportRequest> | string => {
  const requests: Array<ReportRequest> = []
  for (const value of json ? [...values, "json"] : values) {
    const [, format = "", file = null] = /^([^=]*)(?:=(.+))?$/s.exec(value) ?? []
    if (!isReportFormat(format)) return `--report takes ${Object.keys(reportFormats).join(", ")}`
    requests.push({ format, file })
  }
  return requests.filter(({ file }) => file === null).length > 1 ? "one report can go to the output; the others need a file" : requests
}

/**
 * Writes the reports that were asked for with a file; file names are relative to the working directory. Returns the
 * report to print: the one that was asked for without a file, else the report as text. Fails with a text when a file
 * cannot be written.
 */
export const writeReports = (report: RunReport, requests: ReadonlyArray<ReportRequest>): Effect.Effect<string, string> =>
  Effect.gen(function*() {
    for (const { file, format } of requests) {
      if (file === null) continue
      yield* Effect.tryPromise({
        try: () => writeFile(file, `${reportFormats[format](report).trimEnd()}\n`),
        catch: (error) => `the report cannot be written: ${String(error)}`
      })
    }
    const printed = requests.find(({ file }) => file === null)?.format ?? "text"
    return reportFormats[printed](report)
  })

/** The options that chose some of the cases, as they are typed; null: none did. */
export const chosenBy = (options: Readonly<Record<string, string | undefined>>): string | null => {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== "")
  return given.length === 0 ? null : given.map(([name, value]) => `--${name} ${value}`).join(" ")
}

/** The version of a package that this one can import; "unknown" without one. */
const versionOf = (require: NodeJS.Require, name: string): string => {
  try {
    const manifest: unknown = require(`${name}/package.json`)
    return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown"
  } catch {
    return "unknown"
  }
}

/** Versions of what a run consists of. */
export const versions = (): Readonly<Record<string, string>> => {
  const require = createRequire(import.meta.url)
  const names = ["@agenda-engine/conformance", "@agenda-engine/core", "effect"]
  return { ...Object.fromEntries(names.map((name) => [name, versionOf(require, name)])), node: process.versions.node }
}
