import type { JsonObject } from "@agenda-engine/core/domain/text/Json"

/**
 * When slots are, seen from the day the demonstration begins: `[days from today, begin, end]` in hours of that day,
 * UTC.
 */
export type DemoSlot = readonly [day: number, begin: number, end: number]

/** The availability row of a provider for a slot. */
export interface DemoRow {
  readonly provider: string
  readonly remaining?: number
  readonly lowStockThreshold?: number
  readonly closedBySource?: boolean
  /** In days from the day the demonstration begins. */
  readonly onSaleFrom?: number
}

/** Tickets of one slot. */
export interface DemoTickets {
  readonly rows: ReadonlyArray<DemoRow>
  /** Overrides of the offers of the event. */
  readonly offers?: ReadonlyArray<JsonObject>
}

/** A sample event with relative times. */
export interface DemoEvent {
  /** Its external identifier, unique in its agenda. */
  readonly id: string
  readonly agendaUid: number
  readonly slots: ReadonlyArray<DemoSlot>
  readonly title: { readonly [lang: string]: string }
  readonly description: { readonly [lang: string]: string }
  readonly keywords: { readonly [lang: string]: ReadonlyArray<string> }
  /** Tickets of its slots, in their order. */
  readonly tickets?: ReadonlyArray<DemoTickets>
  /** The location; null for online events. */
  readonly locationUid: number | null
  /** Other members of the create body. */
  readonly more?: JsonObject
  /** Its state, if not published. */
  readonly state?: number
}

/** The same hours on several days. */
export const daily = (days: ReadonlyArray<number>, begin: number, end: number): ReadonlyArray<DemoSlot> =>
  days.map((day) => [day, begin, end])
