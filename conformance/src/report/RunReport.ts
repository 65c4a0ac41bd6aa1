import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { type Level, levelOf } from "../http/run/HttpCase.js"
import type { HttpReport, HttpVerdict } from "../http/run/runHttp.js"
import type { Outcome, Report, Verdict } from "../runConformance.js"
import { usualHttpCause } from "./usualHttpCauses.js"

const Line = Schema.parseJson(Schema.Struct({ id: Schema.String, cause: Schema.String }))

/** The mistake that usually fails each case, by id. */
export const usualCauses: ReadonlyMap<string, string> = new Map(
  // The built module is as deep in the package as this one.
  readFileSync(new URL("../../src/report/usualCauses.ndjson", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => Schema.decodeUnknownSync(Line)(line))
    .map(({ cause, id }) => [id, cause])
)

/** How a case of a report ended. `lacking`: the store declares that it cannot. `not run`: its needs were not given. */
export type Status = "failed" | "lacking" | "not run" | "not written yet" | "passed"

/** A case in a report. */
export interface ReportedCase {
  readonly id: string
  /** Source of the demand. */
  readonly clause: string
  readonly demand: string
  /** How much of the specification the case belongs to; null: the case is of a store. */
  readonly level: Level | null
  /** The mistake that usually fails the case; null: none is known. */
  readonly usualCause: string | null
  readonly status: Status
  /** Why it failed, or was not run; null when it passed. */
  readonly reason: string | null
  /** Requests of the case, each as a command for a shell with its answer; empty unless it failed or was replayed. */
  readonly requests: ReadonlyArray<string>
  readonly time_ms: number
}

/** Why a case failed, with its requests; empty: there is nothing to say. */
export const explained = ({ reason, requests }: ReportedCase): string =>
  [...reason === null ? [] : [reason], ...requests.flatMap((request) => ["", request])].join("\n")

/** What a run was, and when. */
export interface RunFacts {
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** Seed of the random histories; null: there were none. */
  readonly seed: number | null
  /** Versions by name of what ran. */
  readonly versions: Readonly<Record<string, string>>
  /** The options that chose some of the cases against a server; null: all were asked for, or a store. */
  readonly chosen: string | null
  /** The capabilities that the store lacks, each with the reason. */
  readonly lacks: Readonly<Record<string, string>>
}

/** The report of a run against a store or a server, for people and programs. */
export interface RunReport extends RunFacts {
  /** Name of the store, or URL of the server. */
  readonly subject: string
  readonly verdict: HttpVerdict | Verdict
  /** Duration of all cases, milliseconds. */
  readonly time_ms: number
  /** Number of cases of the suite. */
  readonly declared: number
  readonly counts: Readonly<Record<Status, number>>
  readonly results: ReadonlyArray<ReportedCase>
}

const statusOf = (outcome: Outcome): Pick<ReportedCase, "reason" | "status"> => {
  switch (outcome._tag) {
    case "Passed":
      return { status: "passed", reason: null }
    case "Failed":
      return { status: "failed", reason: outcome.reason }
    case "Lacking":
      return { status: "lacking", reason: `lacks ${outcome.capability}: ${outcome.reason}` }
    case "NotWritten":
      return { status: "not written yet", reason: `calls ${outcome.members.join(", ")}` }
  }
}

const complete = (
  facts: RunFacts,
  { declared, results, subject, verdict }: Pick<RunReport, "declared" | "results" | "subject" | "verdict">
): RunReport => {
  const count = (status: Status) => results.filter((result) => result.status === status).length
  return {
    subject,
    verdict,
    ...facts,
    time_ms: results.reduce((sum, { time_ms }) => sum + time_ms, 0),
    declared,
    counts: {
      passed: count("passed"),
      failed: count("failed"),
      lacking: count("lacking"),
      "not written yet": count("not written yet"),
      "not run": count("not run") + declared - Math.min(declared, results.length)
    },
    results
  }
}

/** The report of a run against a store. */
export const reportOfStore = ({ declared, results, store, verdict }: Report, facts: RunFacts): RunReport =>
  complete(facts, {
    subject: store,
    verdict,
    declared,
    results: results.map(({ case: { clause, id, title }, outcome, time_ms }) => ({
      id,
      clause,
      demand: title,
      level: null,
      usualCause: usualCauses.get(id) ?? null,
      ...statusOf(outcome),
      requests: [],
      time_ms
    }))
  })

/** The report of a run against a server. */
export const reportOfServer = ({ declared, results, url, verdict }: HttpReport, facts: RunFacts): RunReport =>
  complete(facts, {
    subject: url,
    verdict,
    declared,
    results: results.map(({ case: one, outcome, requests, time_ms }) => ({
      id: one.id,
      clause: one.clause,
      demand: one.title,
      level: levelOf(one),
      usualCause: usualHttpCause(one.id),
      requests,
      status: outcome._tag === "Passed" ? "passed" : outcome._tag === "Failed" ? "failed" : "not run",
      reason: outcome._tag === "Passed" ? null : outcome._tag === "Failed" ? outcome.reason : `needs ${outcome.needs}`,
      time_ms
    }))
  })

/** A report in whose texts `redact` has replaced what nobody may read. Do it before a report is printed and escaped. */
export const redactReport = (report: RunReport, redact: (text: string) => string): RunReport => ({
  ...report,
  subject: redact(report.subject),
  results: report.results.map((result) => ({
    ...result,
    reason: result.reason === null ? null : redact(result.reason),
    requests: result.requests.map(redact)
  }))
})
