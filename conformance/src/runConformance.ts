import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Capability } from "./Capability.js"
import { type Case, caseTime_ms_max, demand } from "./Case.js"
import { isConformanceFailure } from "./ConformanceFailure.js"
import type { StoreUnderTest } from "./StoreUnderTest.js"

/** How one case ended. */
export type Outcome =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly reason: string }
  /** The store lacks what the case needs, and says why. */
  | { readonly _tag: "Lacking"; readonly capability: Capability; readonly reason: string }

/** What a run of the suite found. */
export interface Report {
  readonly store: string
  /** How many cases there are. */
  readonly declared: number
  /** How many of them ran to an end, whichever. */
  readonly executed: number
  readonly results: ReadonlyArray<{ readonly case: Case; readonly outcome: Outcome }>
  /** True when there were cases, each was executed or legally passed over, and none failed. */
  readonly conforms: boolean
}

/** The reason to pass a case over for this store; null when it must run. */
export const lackOf = (store: StoreUnderTest, { needs }: Case): { readonly capability: Capability; readonly reason: string } | null => {
  const reason = needs === null ? undefined : store.lacks[needs]
  return needs === null || reason === undefined ? null : { capability: needs, reason }
}

const withinTime = (time_ms_max: number, what: string) => <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | Error> =>
  effect.pipe(
    Effect.disconnect,
    Effect.timeoutFail({ duration: time_ms_max, onTimeout: () => new Error(`${what} did not end within ${time_ms_max} ms`) })
  )

const runCase = (store: StoreUnderTest, one: Case): Effect.Effect<void, unknown> =>
  Effect.scoped(Effect.flatMap(store.fresh, one.run)).pipe(withinTime(one.time_ms_max, "the case"))

/** Why a case failed, for people: what a demand found, or the whole cause of anything else. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return isConformanceFailure(failure) ? failure.message : Cause.pretty(cause)
}

/** Runs one case on a fresh database, unless the store lacks the capability it needs. Never fails. */
export const outcomeOf = (store: StoreUnderTest, one: Case): Effect.Effect<Outcome> => {
  const lack = lackOf(store, one)
  if (lack !== null) return Effect.succeed({ _tag: "Lacking", ...lack })
  return Effect.map(
    Effect.exit(runCase(store, one)),
    (exit): Outcome => Exit.isSuccess(exit) ? { _tag: "Passed" } : { _tag: "Failed", reason: reasonOf(exit.cause) }
  )
}

/** Opens the store once on a fresh database: fails with the cause as text. */
export const opening = (store: StoreUnderTest): Effect.Effect<void, string> =>
  Effect.scoped(Effect.flatMap(store.fresh, Layer.build)).pipe(
    withinTime(caseTime_ms_max, "opening the store"),
    Effect.sandbox,
    Effect.mapError((cause) => `the store cannot be opened: ${reasonOf(cause)}`),
    Effect.asVoid
  )

/** Stands in a report for all cases of a store that cannot be opened. */
const openCase: Case = demand("store.open", "StoreUnderTest.fresh", "the store opens on a fresh database", Effect.void)

/**
 * Runs these cases (`suite` makes the whole list) against a store, one after the other, and reports. Never fails: a
 * store that cannot be opened fails `store.open`, and no case is run. Needs no test framework.
 */
export const runConformance = (store: StoreUnderTest, cases: ReadonlyArray<Case>): Effect.Effect<Report> =>
  Effect.matchEffect(opening(store), {
    onFailure: (reason) =>
      Effect.succeed<Report>({
        store: store.name,
        declared: cases.length,
        executed: 0,
        results: [{ case: openCase, outcome: { _tag: "Failed", reason } }],
        conforms: false
      }),
    onSuccess: () => runCases(store, cases)
  })

const runCases = (store: StoreUnderTest, cases: ReadonlyArray<Case>): Effect.Effect<Report> =>
  Effect.map(
    Effect.forEach(cases, (one) => Effect.map(outcomeOf(store, one), (outcome) => ({ case: one, outcome }))),
    (results): Report => {
      const executed = results.filter(({ outcome }) => outcome._tag !== "Lacking").length
      const lacking = results.length - executed
      return {
        store: store.name,
        declared: cases.length,
        executed,
        results,
        conforms: executed > 0 && executed + lacking === cases.length && results.every(({ outcome }) => outcome._tag !== "Failed")
      }
    }
  )
