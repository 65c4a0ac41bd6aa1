import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Ref from "effect/Ref"
import { isConformanceFailure } from "../../ConformanceFailure.js"
import { isMissing, isSendFailure, SendFailure } from "./CaseFailure.js"
import { type HttpCase, readingProfiles } from "./HttpCase.js"
import type { HttpTarget } from "./HttpTarget.js"
import { type Exchange, printExchange, type Variables, withoutCredentials } from "./printExchange.js"

/** How a case ended. `NotRun`: what it needs was not given, or the server does not hold it. */
export type HttpOutcome =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly reason: string }
  | { readonly _tag: "NotRun"; readonly needs: string }

/** A case with its outcome and the time it took, milliseconds. */
export interface HttpResult {
  readonly case: HttpCase
  readonly outcome: HttpOutcome
  readonly time_ms: number
  /** The last requests of a case that failed or is replayed, each as a command for a shell with its answer. */
  readonly requests: ReadonlyArray<string>
}

/** What a run against a server found. */
export interface HttpReport {
  readonly url: string
  /** How many cases there are. */
  readonly declared: number
  readonly results: ReadonlyArray<HttpResult>
  readonly verdict: HttpVerdict
  /** Whether the verdict is `conforms`. */
  readonly conforms: boolean
}

/**
 * `conforms`: every case ran and passed. `conforms as far as asked`: none failed, but some were not run. `incomplete`:
 * none was run.
 */
export type HttpVerdict = "conforms" | "conforms as far as asked" | "does not conform" | "incomplete"

const verdictOf = (declared: number, results: ReadonlyArray<HttpResult>): HttpVerdict => {
  const count = (tag: HttpOutcome["_tag"]) => results.filter(({ outcome }) => outcome._tag === tag).length
  if (count("Failed") > 0) return "does not conform"
  if (count("Passed") === 0) return "incomplete"
  return count("Passed") === declared ? "conforms" : "conforms as far as asked"
}

const caseTime_ms_max = 300_000

/** Runs a case. Never fails. */
const httpOutcomeOf = (target: HttpTarget, one: HttpCase): Effect.Effect<HttpOutcome> =>
  Effect.map(
    Effect.exit(Effect.timeoutFail(one.run(target), {
      duration: caseTime_ms_max,
      onTimeout: () => new SendFailure({ request: one.id, reason: `the case did not end within ${caseTime_ms_max} ms` })
    })),
    (exit): HttpOutcome => {
      if (Exit.isSuccess(exit)) return { _tag: "Passed" }
      const failure = Cause.squash(exit.cause)
      if (isMissing(failure)) return { _tag: "NotRun", needs: failure.needs }
      const isOurs = isConformanceFailure(failure) || isSendFailure(failure)
      return { _tag: "Failed", reason: isOurs ? failure.message : Cause.pretty(exit.cause) }
    }
  )

/** How cases are run against a server. */
export interface HttpRun {
  /** The id of the only case to run, whose requests are kept whatever its outcome. */
  readonly replay?: string
  /** Ends after the first failure. Default: false. */
  readonly bail?: boolean
  /** Gets each result, and how many there are so far. */
  readonly onResult?: (result: HttpResult, done: number) => void
}

/** How many of the requests of a failed case are kept: the last ones. */
const requests_max = 10

/** Runs cases against a server, one after the other. */
export const runHttp = (
  url: string,
  target: HttpTarget,
  cases: ReadonlyArray<HttpCase>,
  exchanges: Ref.Ref<ReadonlyArray<Exchange>>,
  variables: Variables,
  { bail = false, onResult, replay }: HttpRun
): Effect.Effect<HttpReport> =>
  Effect.gen(function*() {
    const results: Array<HttpResult> = []
    for (const one of cases) {
      yield* Ref.set(exchanges, [])
      const begin = yield* Clock.currentTimeMillis
      // Other cases look for what they wrote themselves.
      const scope = readingProfiles.includes(one.profile) ? target.scope : Effect.succeed("")
      const found = yield* httpOutcomeOf({ ...target, scope }, one)
      const outcome = found._tag === "Failed" ? { ...found, reason: withoutCredentials(found.reason, variables) } : found
      const kept = (yield* Ref.get(exchanges)).slice(replay === undefined ? -requests_max : 0)
      const requests = outcome._tag === "Failed" || replay !== undefined ? kept.map((one) => printExchange(one, variables)) : []
      const result: HttpResult = { case: one, outcome, time_ms: (yield* Clock.currentTimeMillis) - begin, requests }
      results.push(result)
      onResult?.(result, results.length)
      if (bail && outcome._tag === "Failed") break
    }
    const verdict = verdictOf(cases.length, results)
    return { url, declared: cases.length, results, verdict, conforms: verdict === "conforms" }
  })
