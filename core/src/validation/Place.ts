/** Location of a value in a body, for its issues. */
export interface Place {
  /** JSON path: `offers[1].tiers[3].priceCents`. */
  readonly field: string
  /** Index in a list at the root (wire.md §4, Errors). */
  readonly index?: number
}
