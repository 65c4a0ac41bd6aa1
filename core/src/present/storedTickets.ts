import { aggregateAt, isTicketed } from "../derive/aggregateAt.js"
import type { Tickets } from "../derive/explainTickets.js"
import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import type { AvailabilityRows, SlotRows } from "../domain/AvailabilityRow.js"
import type { Registration } from "../domain/Event.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import type { OffersEntry, OffersOverride, SlotOffers } from "../domain/Offers.js"
import type { EventRecord } from "../record/EventRecord.js"
import { storedObject } from "./storedJson.js"

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
