/** Where a value stands in a body, as its faults name it. */
export interface Place {
  /** The path: `offers[1].tiers[3].priceCents`. */
  readonly field: string
  /** Where it is in a list at the root (wire.md §4, Errors). */
  readonly index?: number
}
