import { aggregateAt, isTicketed } from "../derive/availability/aggregateAt.js"
import type { Tickets } from "../derive/availability/explainTickets.js"
import { aggregatePricing, pricingOf } from "../derive/availability/pricing.js"
import { rowStatusAt } from "../derive/availability/rowStatusAt.js"
import { formatInstant } from "../derive/dates/formatInstant.js"
import type { Registration } from "../domain/event/Event.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"
import type { AvailabilityRow, AvailabilityRows, SlotRows } from "../domain/ticketing/AvailabilityRow.js"
import type { OffersEntry, OffersOverride, SlotOffers } from "../domain/ticketing/Offers.js"
import type { AggregateAvailability } from "../domain/ticketing/Ticketing.js"
import type { EventRecord } from "../record/EventRecord.js"
import { storedObject } from "./storedJson.js"

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

// The engine wrote the stored values, so type guards check only what distinguishes them.

const isEntry = (value: Json): value is OffersEntry & JsonObject => isJsonObject(value) && Array.isArray(value.tiers)

const isOverride = (value: Json): value is OffersOverride & JsonObject => isJsonObject(value) && typeof value.provider === "string"

const isRows = (value: Json): value is SlotRows & JsonObject => isJsonObject(value) && Object.values(value).every(isJsonObject)

const isWay = (value: Json): value is Registration & JsonObject => isJsonObject(value) && typeof value.value === "string"

const listOf = (stored: Json | undefined): ReadonlyArray<Json> => Array.isArray(stored) ? stored : []

/** Parses the offers of a stored summary (`EventSummary.offers`). */
export const storedOffers = (stored: Json | undefined): ReadonlyArray<OffersEntry & JsonObject> => listOf(stored).filter(isEntry)

/** Parses the slot overrides of a stored detail (`EventDetail.slotOffers`). */
export const storedSlotOffers = (stored: Json | undefined): SlotOffers & { readonly [slot: string]: ReadonlyArray<JsonObject> } =>
  isJsonObject(stored)
    ? Object.fromEntries(Object.entries(stored).map(([id, overrides]) => [id, listOf(overrides).filter(isOverride)]))
    : {}

/** Parses the registration methods of a stored detail (`EventDetail.registration`). */
export const storedRegistration = (stored: Json | undefined): ReadonlyArray<Registration & JsonObject> => listOf(stored).filter(isWay)

/** Parses the availability rows of a stored event (`EventBody.availability`). */
export const storedRows = (text: string): AvailabilityRows =>
  Object.fromEntries(Object.entries(storedObject(text)).flatMap(([id, rows]) => isRows(rows) ? [[id, rows]] : []))

/** Aggregate ticket availability of a stored event at an instant; null without offers and availability rows. */
export const storedAggregate = (
  { availability, slots, summary }: Pick<EventRecord, "availability" | "slots" | "summary">,
  now: number
): AggregateAvailability | null => {
  const rows = storedRows(availability)
  return isTicketed({ offers: storedOffers(storedObject(summary).offers), rows }) ? aggregateAt(slots, rows, now) : null
}

/** The ticket data of a stored event. */
export const storedTickets = ({ availability, detail, slots, summary }: EventRecord): Tickets => ({
  offers: storedOffers(storedObject(summary).offers),
  slotOffers: storedSlotOffers(storedObject(detail).slotOffers),
  slots,
  rows: storedRows(availability)
})
