import * as Predicate from "effect/Predicate"

/** Why a function of the host refused, as ports say it. */
export interface HostRefusal {
  /** `permanent` when the rejection has it as its `reason`. */
  readonly reason: "temporary" | "permanent"
  readonly message: string
}

/** What a rejection of a function of the host means. */
export const refusalOf = (cause: unknown): HostRefusal => ({
  reason: Predicate.hasProperty(cause, "reason") && cause.reason === "permanent" ? "permanent" : "temporary",
  message: cause instanceof Error ? cause.message : String(cause)
})
