import type { Limits } from "../domain/Limits.js"

/** Parsing rules of offers and overrides. */
export interface OffersRules {
  /** Accepted provider codes: the configured ones, and those that the event already uses. */
  readonly providers: ReadonlySet<string>
  readonly limits: Limits
}
