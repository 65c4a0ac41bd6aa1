import { aggregatePricing } from "../derive/aggregatePricing.js"
import { formatInstant } from "../derive/formatInstant.js"
import { pricingOf } from "../derive/pricingOf.js"
import { rowStatusAt } from "../derive/rowStatusAt.js"
import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import type { AvailabilityRow, SlotRows } from "../domain/AvailabilityRow.js"
import type { JsonObject } from "../domain/Json.js"
import type { OffersEntry } from "../domain/Offers.js"

/** An offers entry as it is read, with what it costs (service.md, Offers). */
export const presentOffer = ({ provider, currency, tiers, ...rest }: OffersEntry & JsonObject): JsonObject => ({
  provider,
  currency,
  pricing: pricingOf(tiers),
  tiers,
  ...rest
})

/** What an event costs and where its slots stand together (service.md, offersAggregate). Instants in the event's time zone. */
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

/** What of a row only moderators and administrators see: how it is sold, and what its provider itself calls its status. */
const presentFacts = ({ closedBySource, lowStockThreshold, remaining, status }: AvailabilityRow): JsonObject => ({
  ...(closedBySource === undefined ? {} : { closedBySource }),
  ...(remaining === undefined ? {} : { remaining }),
  ...(lowStockThreshold === undefined ? {} : { lowStockThreshold }),
  ...(status === undefined ? {} : { reportedStatus: status })
})

/** The rows of a slot as they are read at an instant (service.md, Time slot additions): what they mean then, and their instants as they were sent. */
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
