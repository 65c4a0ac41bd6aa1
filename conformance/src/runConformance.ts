import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Capability } from "./Capability.js"
import type { Case } from "./Case.js"
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

const runCase = (store: StoreUnderTest, one: Case): Effect.Effect<void, unknown> =>
  Effect.scoped(Effect.flatMap(store.fresh, one.run)).pipe(
    Effect.disconnect,
    Effect.timeoutFail({
      duration: one.time_ms_max,
      onTimeout: () => new Error(`the case did not end within ${one.time_ms_max} ms`)
    })
  )

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

/**
 * Runs these cases (`suite` makes the whole list) against a store, one after the other, and reports. Never fails: a
 * store that cannot even be opened fails every case. Needs no test framework.
 */
export const runConformance = (store: StoreUnderTest, cases: ReadonlyArray<Case>): Effect.Effect<Report> =>
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
