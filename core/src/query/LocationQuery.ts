/** A list of locations as it was asked for (wire.md §5, Locations). */
export interface LocationQuery {
  readonly search?: string
  readonly sort: { readonly key: "name" | "createdAt" | "updatedAt"; readonly direction: "asc" | "desc" }
  /** As the last answer gave it: the uid of its last location. */
  readonly after?: number
  readonly from: number
  readonly size: number
  readonly detailed: boolean
}
