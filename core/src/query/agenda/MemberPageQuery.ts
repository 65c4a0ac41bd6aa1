/** A page of members or memberships as requested (service.md, list members). */
export interface MemberPageQuery {
  /** Uid of the last membership of the previous page; absent: the first page. */
  readonly after?: number
  readonly limit: number
}

/** A page of the memberships of the caller (wire.md §1, `/me/agendas`). */
export interface MembershipPageQuery extends MemberPageQuery {
  /** Number of memberships to skip; not combined with `after`. Absent: 0. */
  readonly from?: number
}
