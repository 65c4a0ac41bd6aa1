import { aggregatePricing } from "../derive/aggregatePricing.js"
import { formatInstant } from "../derive/formatInstant.js"
import { pricingOf } from "../derive/pricingOf.js"
import { rowStatusAt } from "../derive/rowStatusAt.js"
import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import type { AvailabilityRow, SlotRows } from "../domain/AvailabilityRow.js"
import type { JsonObject } from "../domain/Json.js"
import type { OffersEntry } from "../domain/Offers.js"

/** An offers entry in responses, with its pricing (service.md, Offers). */
export const presentOffer = ({ provider, currency, tiers, ...rest }: OffersEntry & JsonObject): JsonObject => ({
  provider,
  currency,
  pricing: pricingOf(tiers),
  tiers,
  ...rest
})

/**
 * Aggregate pricing and availability of an event (service.md, offersAggregate). Instants are in the event's time zone.
 */
export const presentAggregate = (
  offers: ReadonlyArray<OffersEntry>,
  { nextAvailable, occurrencesAvailable, occurrencesTotal, status }: AggregateAvailability,
  timezone: string
): JsonObject => ({
  pricing: aggregatePricing(offers),
  availability: {
    status,
    occurrencesAvailable,
    occurrencesTotal,
    nextAvailable: nextAvailable === null ? null : formatInstant(nextAvailable, timezone)
  }
})

/**
 * Facts of a row that only moderators and administrators see: sale details, and the status as reported by the provider.
 */
const presentFacts = ({ closedBySource, lowStockThreshold, remaining, status }: AvailabilityRow): JsonObject => ({
  ...(closedBySource === undefined ? {} : { closedBySource }),
  ...(remaining === undefined ? {} : { remaining }),
  ...(lowStockThreshold === undefined ? {} : { lowStockThreshold }),
  ...(status === undefined ? {} : { reportedStatus: status })
})

/**
 * The availability rows of a slot at an instant (service.md, Time slot additions). Statuses are computed; instants are
 * shown as sent.
 */
export const presentRows = (
  rows: SlotRows,
  { now, privileged }: { readonly now: number; readonly privileged: boolean }
): ReadonlyArray<JsonObject> =>
  Object.entries(rows).map(([provider, row]) => {
    const { onSaleFrom, onSaleThrough, sourceRef, syncedAt } = row
    return {
      provider,
      status: rowStatusAt(row, now).status,
      ...(onSaleFrom === undefined ? {} : { onSaleFrom }),
      ...(onSaleThrough === undefined ? {} : { onSaleThrough }),
      ...(sourceRef === undefined ? {} : { sourceRef }),
      syncedAt,
      ...(privileged ? presentFacts(row) : {})
    }
  })
