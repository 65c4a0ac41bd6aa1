/** Which part of a list of members or memberships is asked for (service.md, list members). */
export interface MemberPageQuery {
  /** The uid of the last membership seen; absent: from the start. */
  readonly after?: number
  readonly limit: number
}
