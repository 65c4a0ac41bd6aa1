import type { Range } from "../event/Condition.js"
import type { AgendaPart } from "./AgendaView.js"

/** Sort values of an agenda search. The default is relevance with a search text, else ascending uid (service.md). */
export const agendaSorts = ["createdAt.desc", "recentlyAddedEvents.desc"] as const
/** A sort value of an agenda search. */
export type AgendaSort = (typeof agendaSorts)[number]

/**
 * An agenda search as requested (service.md, GET /v2/agendas). An absent member means no filter; list values are
 * alternatives (OR).
 */
export interface AgendaQuery {
  readonly uid?: ReadonlyArray<number> | undefined
  readonly slug?: ReadonlyArray<string> | undefined
  readonly official?: boolean | undefined
  /** Network uids. */
  readonly network?: ReadonlyArray<number> | undefined
  /** Location set uids. */
  readonly locationSet?: ReadonlyArray<number> | undefined
  readonly updatedAt?: ReadonlyArray<Range> | undefined
  /** Search text, matched against titles and against keywords and locations of published events. */
  readonly search?: string | undefined
  readonly sort?: AgendaSort | undefined
  /** The cursor from the previous page. */
  readonly after?: ReadonlyArray<number> | undefined
  readonly size: number
  /** The parts of each agenda to return; absent: the default parts. */
  readonly fields?: ReadonlyArray<AgendaPart> | undefined
}

/** A page of members or memberships as requested (service.md, list members). */
export interface MemberPageQuery {
  /** Uid of the last membership of the previous page; absent: the first page. */
  readonly after?: number | undefined
  readonly limit: number
}

/** A page of the memberships of the caller (wire.md §1, `/me/agendas`). */
export interface MembershipPageQuery extends MemberPageQuery {
  /** Number of memberships to skip; not combined with `after`. Absent: 0. */
  readonly from?: number | undefined
}
