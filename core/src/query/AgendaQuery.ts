import type { AgendaPart } from "./AgendaView.js"
import type { Range } from "./EventQuery.js"

/** The orders that a search of agendas may ask for; without one it is by relevance with a search, else by ascending uid (service.md). */
export const agendaSorts = ["createdAt.desc", "recentlyAddedEvents.desc"] as const
/** An order that a search of agendas may ask for. */
export type AgendaSort = (typeof agendaSorts)[number]

/** A search of agendas as it was asked for (service.md, GET /v2/agendas). Absent members do not narrow; of lists any value fits. */
export interface AgendaQuery {
  readonly uid?: ReadonlyArray<number>
  readonly slug?: ReadonlyArray<string>
  readonly official?: boolean
  /** Uids of networks. */
  readonly network?: ReadonlyArray<number>
  /** Uids of location sets. */
  readonly locationSet?: ReadonlyArray<number>
  readonly updatedAt?: ReadonlyArray<Range>
  /** Words of the title, and of the keywords and places of what is published. */
  readonly search?: string
  readonly sort?: AgendaSort
  /** As the last answer gave it. */
  readonly after?: ReadonlyArray<number>
  readonly size: number
  /** Nothing but these parts of each agenda. */
  readonly fields?: ReadonlyArray<AgendaPart>
}
