import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** What happens to one call of a port. */
export type Fault =
  | { readonly _tag: "None" }
  /** Fails with this reason, before the call or after it has succeeded. */
  | { readonly _tag: "Fail"; readonly when: "before" | "after"; readonly reason: StoreError["reason"] }
  /** Lets other fibers run first. */
  | { readonly _tag: "Delay" }
  /** Interrupts the calling fiber. */
  | { readonly _tag: "Interrupt" }

/** Draws a fault for each call. */
export interface Faults {
  /** The fault of the next call. `call`: the port and its member, such as `EventStore.put`. */
  readonly next: (call: string) => Effect.Effect<Fault>
  /** The calls with a fault so far, in order, as `EventStore.put: Fail before Busy`. */
  readonly drawn: Effect.Effect<ReadonlyArray<string>>
  /**
   * Whether a failure does not say that nothing was written: a transaction was committed, or the fiber was interrupted.
   */
  readonly isAmbiguous: Effect.Effect<boolean>
}

/** The faults of the calls of a fiber and its children; null when there are none. */
export class CurrentFaults extends Context.Reference<CurrentFaults>()<"@agenda-engine/conformance/faults/CurrentFaults", Faults | null>(
  "@agenda-engine/conformance/faults/CurrentFaults",
  { defaultValue: () => null }
) {}

/** The call that `faultyStores` makes after the commit of an outermost transaction. */
export const committed = "Transaction.committed"

const reasons = ["Unavailable", "Busy", "Conflict"] as const

/** Share of calls with a fault, in percent. */
const rate_percent = 6

const drawFault = Effect.fnUntraced(function*(random: Random.Random, call: string) {
  if ((yield* random.nextIntBetween(0, 100)) >= rate_percent) return { _tag: "None" } satisfies Fault
  const kind = yield* random.nextIntBetween(0, 4)
  if (kind === 0) return { _tag: "Delay" } satisfies Fault
  if (kind === 1) return { _tag: "Interrupt" } satisfies Fault
  // After a commit, `Conflict` would be a lie of the store: it says that a retry is safe.
  const drawn = reasons[yield* random.nextIntBetween(0, reasons.length)] ?? "Unavailable"
  return {
    _tag: "Fail",
    when: kind === 2 ? "before" : "after",
    reason: call === committed ? "Unavailable" : drawn
  } satisfies Fault
})

const nameOf = (fault: Fault): string => fault._tag === "Fail" ? `Fail ${fault.when} ${fault.reason}` : fault._tag

/**
 * Faults drawn by a seed. The n-th call of a member has the same fault each time, however calls of several fibers
 * interleave.
 */
export const seededFaults = (seed: number): Faults => {
  const counts = new Map<string, number>()
  const drawn: Array<string> = []
  let isAmbiguous = false
  return {
    next: (call) =>
      Effect.suspend(() => {
        const count = (counts.get(call) ?? 0) + 1
        counts.set(call, count)
        return drawFault(Random.make(`${seed} ${call} ${count}`), call)
      }).pipe(
        Effect.tap((fault) =>
          Effect.sync(() => {
            if (call === committed || fault._tag === "Interrupt") isAmbiguous = true
            if (fault._tag !== "None") drawn.push(`${call}: ${nameOf(fault)}`)
          })
        )
      ),
    drawn: Effect.sync(() => [...drawn]),
    isAmbiguous: Effect.sync(() => isAmbiguous)
  }
}
