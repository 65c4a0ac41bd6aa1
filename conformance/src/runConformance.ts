import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Capability } from "./Capability.js"
import { type Case, caseTime_ms_max, demand } from "./Case.js"
import { isConformanceFailure } from "./ConformanceFailure.js"
import { completeStores } from "./store/completeStores.js"
import type { StoreUnderTest } from "./StoreUnderTest.js"

/** How one case ended. */
export type Outcome =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly reason: string }
  /** The store lacks what the case needs, and says why. */
  | { readonly _tag: "Lacking"; readonly capability: Capability; readonly reason: string }
  /** The case called members of ports that the layer does not have, such as `EventStore.put`. */
  | { readonly _tag: "NotWritten"; readonly members: ReadonlyArray<string> }

/** A case with its outcome and the time it took, milliseconds. */
export interface CaseResult {
  readonly case: Case
  readonly outcome: Outcome
  readonly time_ms: number
}

/**
 * `conforms`: there were cases, each ran or was legally skipped, and none failed. `incomplete`: none failed, but some
 * were not written yet, or were not run.
 */
export type Verdict = "conforms" | "does not conform" | "incomplete"

/** What a run of the suite found. */
export interface Report {
  readonly store: string
  /** How many cases there are. */
  readonly declared: number
  /** How many of them ran to an end, whichever. */
  readonly executed: number
  readonly results: ReadonlyArray<CaseResult>
  readonly verdict: Verdict
  /** Whether the verdict is `conforms`. */
  readonly conforms: boolean
}

/** The reason to pass a case over for this store; null when it must run. */
export const lackOf = (
  { lacks }: Pick<StoreUnderTest, "lacks">,
  { needs }: Case
): { readonly capability: Capability; readonly reason: string } | null => {
  const reason = needs === null ? undefined : lacks[needs]
  return needs === null || reason === undefined ? null : { capability: needs, reason }
}

/** An effect did not end in time. */
class Late extends Data.TaggedError("Late")<{ readonly what: string; readonly time_ms_max: number }> {
  override get message(): string {
    return `${this.what} did not end within ${this.time_ms_max} ms`
  }
}

const withinTime = (time_ms_max: number, what: string) => <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | Late> =>
  effect.pipe(Effect.disconnect, Effect.timeoutFail({ duration: time_ms_max, onTimeout: () => new Late({ what, time_ms_max }) }))

/** Why a case failed, for people: what a demand found, the passed time limit, or the whole cause of anything else. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return isConformanceFailure(failure) || failure instanceof Late ? failure.message : Cause.pretty(cause)
}

/** Runs one case on a fresh database, unless the store lacks the capability it needs. Never fails. */
export const outcomeOf = (store: StoreUnderTest, one: Case): Effect.Effect<Outcome> =>
  Effect.suspend(() => {
    const lack = lackOf(store, one)
    if (lack !== null) return Effect.succeed<Outcome>({ _tag: "Lacking", ...lack })
    const called = new Set<string>()
    const complete = (layer: Layer.Layer<never, unknown>) => completeStores(layer, (member) => called.add(member))
    const fresh = Effect.map(store.fresh, complete)
    const emptied = Effect.map(store.emptied ?? store.fresh, complete)
    const { database: given } = store
    const database = given === undefined ? null : { create: given.create, open: (address: string) => complete(given.open(address)) }
    return Effect.map(
      Effect.exit(Effect.scoped(one.run({ fresh, emptied, database })).pipe(withinTime(one.time_ms_max, "the case"))),
      (exit): Outcome => {
        if (called.size > 0) return { _tag: "NotWritten", members: [...called].sort() }
        return Exit.isSuccess(exit) ? { _tag: "Passed" } : { _tag: "Failed", reason: reasonOf(exit.cause) }
      }
    )
  })

/** Runs one case, and measures its time. Never fails. */
export const resultOf = (store: StoreUnderTest, one: Case): Effect.Effect<CaseResult> =>
  Effect.gen(function*() {
    const begin = yield* Clock.currentTimeMillis
    const outcome = yield* outcomeOf(store, one)
    return { case: one, outcome, time_ms: (yield* Clock.currentTimeMillis) - begin }
  })

/** Opens the store once on a fresh database: fails with the cause as text. */
export const opening = (store: StoreUnderTest): Effect.Effect<void, string> =>
  Effect.scoped(Effect.flatMap(store.fresh, Layer.build)).pipe(
    withinTime(caseTime_ms_max, "opening the store"),
    Effect.sandbox,
    Effect.mapError((cause) => `the store cannot be opened: ${reasonOf(cause)}`),
    Effect.asVoid
  )

/** Stands in a report for all cases of a store that cannot be opened. */
export const openCase: Case = demand("store.open", "StoreUnderTest.fresh", "the store opens on a fresh database")(function*() {
  yield* Effect.void
})

/** The report of these results, of all cases that there are. */
export const reportOf = (store: string, declared: number, results: ReadonlyArray<CaseResult>): Report => {
  const count = (tag: Outcome["_tag"]) => results.filter(({ outcome }) => outcome._tag === tag).length
  const executed = count("Passed") + count("Failed")
  const isWhole = executed > 0 && executed + count("Lacking") === declared
  const verdict = count("Failed") > 0 ? "does not conform" : isWhole ? "conforms" : "incomplete"
  return { store, declared, executed, results, verdict, conforms: verdict === "conforms" }
}

/** The report of a store that cannot be opened: `store.open` failed, and no case was run. */
export const unopened = (store: string, declared: number, reason: string): Report => ({
  ...reportOf(store, declared, [{ case: openCase, outcome: { _tag: "Failed", reason }, time_ms: 0 }]),
  executed: 0
})

/**
 * Runs these cases (`suite` makes the whole list) against a store, one after the other, and reports. Never fails: a
 * store that cannot be opened fails `store.open`, and no case is run. Needs no test framework.
 */
export const runConformance = (store: StoreUnderTest, cases: ReadonlyArray<Case>): Effect.Effect<Report> =>
  Effect.matchEffect(opening(store), {
    onFailure: (reason) => Effect.succeed(unopened(store.name, cases.length, reason)),
    onSuccess: () =>
      Effect.map(
        Effect.forEach(cases, (one) => resultOf(store, one)),
        (results) => reportOf(store.name, cases.length, results)
      )
  })
