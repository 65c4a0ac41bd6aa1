import type { JsonObject } from "@agenda-engine/core/domain/text/Json"

/**
 * When slots are, seen from the day the demonstration begins: `[days from today, begin, end]` in hours of that day,
 * UTC.
 */
export type DemoSlot = readonly [day: number, begin: number, end: number]

/** What a provider says of the tickets of a slot. */
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

/** One event of the demonstration, with its times still to be fixed. */
export interface DemoEvent {
  /** Names it in its agenda, and is its external identifier. */
  readonly id: string
  readonly agendaUid: number
  readonly slots: ReadonlyArray<DemoSlot>
  readonly title: { readonly [lang: string]: string }
  readonly description: { readonly [lang: string]: string }
  readonly keywords: { readonly [lang: string]: ReadonlyArray<string> }
  /** Tickets of its slots, in their order. */
  readonly tickets?: ReadonlyArray<DemoTickets>
  /** Where it is; null: online only. */
  readonly locationUid: number | null
  /** What else of a create body. */
  readonly more?: JsonObject
  /** Its state where it is not published. */
  readonly state?: number
}

/** The same hours on several days. */
export const daily = (days: ReadonlyArray<number>, begin: number, end: number): ReadonlyArray<DemoSlot> =>
  days.map((day) => [day, begin, end])
