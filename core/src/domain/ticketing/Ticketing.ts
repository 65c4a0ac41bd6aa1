import * as Context from "effect/Context"

/** The ticket statuses of one slot (service.md, Time slot additions). */
export const slotStatuses = ["available", "limited", "soldOut", "notYetOnSale", "salesClosed", "unknown"] as const
/** The ticket status of one slot. */
export type SlotStatus = (typeof slotStatuses)[number]

/** The aggregate ticket statuses of an event (service.md, offersAggregate). */
export const availabilities = ["available", "limited", "soldOut", "notYetOnSale", "salesClosed", "mixed", "unknown"] as const
/** The aggregate ticket status of an event. */
export type Availability = (typeof availabilities)[number]

/** The pricing kinds of an event (service.md, Pricing rules of an offers entry). */
export const pricings = ["free", "paid", "donation", "mixed", "unknown"] as const
/** The pricing kind of an event. */
export type Pricing = (typeof pricings)[number]

/**
 * Ticket availability over all slots of an event that have not begun at an instant (service.md, offersAggregate;
 * wire.md §8, Aggregate).
 */
export interface AggregateAvailability {
  readonly status: Availability
  /** The number of these slots that are available or limited. */
  readonly occurrencesAvailable: number
  /** The number of slots that have not begun. */
  readonly occurrencesTotal: number
  /** Begin of the first slot that is available or limited, epoch milliseconds; null when there is none. */
  readonly nextAvailable: number | null
}

/** The provider codes that are accepted when none are configured (wire.md §8). */
export const defaultProviders: ReadonlyArray<string> = ["billetweb", "eventbrite", "mapado", "weezevent"]

/**
 * The ticketing provider codes that offers and availability may contain. Default: `defaultProviders`. Stored data of a
 * provider that is no longer listed stays. An event that has such data may still update the provider's offers and
 * delete its rows.
 *
 * @example
 * Effect.provideService(program, CurrentProviders, [...defaultProviders, "boxoffice"])
 */
export class CurrentProviders extends Context.Reference<CurrentProviders>()("@agenda-engine/core/domain/ticketing/CurrentProviders", {
  defaultValue: (): ReadonlyArray<string> => defaultProviders
}) {}
