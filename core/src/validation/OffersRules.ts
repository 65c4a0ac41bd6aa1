import type { Limits } from "../domain/Limits.js"

/** What offers and their overrides are read by. */
export interface OffersRules {
  /** The codes of the providers that may be named: those known, and those that the event has already. */
  readonly providers: ReadonlySet<string>
  readonly limits: Limits
}
