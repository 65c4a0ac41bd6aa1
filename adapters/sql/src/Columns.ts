import type { Scope } from "@agenda-engine/core/query/QueryPlan"

/** Where the columns are found that an event's row and its slots' rows both have. */
export interface SharedColumns {
  readonly uid: string
  readonly agendaUid: string
  readonly state: string
  readonly featured: string
}

/** The same, in statements of a plan with this scope. */
export interface ScopedColumns extends SharedColumns {
  readonly scope: Scope
}

/** Of the event `e`. */
export const eventColumns: SharedColumns = { uid: "e.uid", agendaUid: "e.agenda_uid", state: "e.state", featured: "e.featured" }

/** Of the slot `s`. */
export const slotColumns: SharedColumns = { uid: "s.event_uid", agendaUid: "s.agenda_uid", state: "s.state", featured: "s.featured" }
