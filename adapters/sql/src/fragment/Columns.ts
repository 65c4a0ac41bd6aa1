import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"

/** The columns that event rows and slot rows have in common. */
export interface SharedColumns {
  readonly uid: string
  readonly agendaUid: string
  readonly state: string
  readonly featured: string
}

/** The predicate of events that are featured, or of those that are not: a literal, so that partial indexes fit. */
export const isFeatured = (column: string, is: boolean): string => `${column} = ${is ? 1 : 0}`

/** `SharedColumns` in a statement of a plan with this scope. */
export interface ScopedColumns extends SharedColumns {
  readonly scope: Scope
}

/** Columns of the event `e`. */
export const eventColumns: SharedColumns = { uid: "e.uid", agendaUid: "e.agenda_uid", state: "e.state", featured: "e.featured" }

/** Columns of the slot `s`. */
export const slotColumns: SharedColumns = { uid: "s.event_uid", agendaUid: "s.agenda_uid", state: "s.state", featured: "s.featured" }
