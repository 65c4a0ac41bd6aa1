/** Which part of a list of members or memberships is asked for (service.md, list members). */
export interface MemberPageQuery {
  /** The uid of the last membership seen; absent: from the start. */
  readonly after?: number
  readonly limit: number
}

/** Which part of the caller's own memberships is asked for (wire.md §1, `/me/agendas`). */
export interface MembershipPageQuery extends MemberPageQuery {
  /** How many memberships are skipped; not together with `after`. Absent: none. */
  readonly from?: number
}
