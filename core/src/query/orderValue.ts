import type { EventIndex, EventRecord, Tombstone } from "../record/EventRecord.js"
import type { LocationIndex } from "../record/LocationRecord.js"
import { compareCodePoints } from "./compareCodePoints.js"
import { type PlaceOrder, placeOrders } from "./EventSort.js"
import type { Order, OrderKey, OrderValue, Position } from "./QueryPlan.js"

/** An event with the values that sort keys use. */
export interface OrderedEvent {
  readonly record: EventRecord
  readonly index: EventIndex
  /** Index values of the location of the event; null without a location. */
  readonly location: LocationIndex | null
  /** Score from the search of the plan. */
  readonly score: number
}

const nextBegin = ({ slots }: EventRecord, asOf: number): number | null => slots.find((slot) => slot.end > asOf)?.begin ?? null

const placeOf = (location: LocationIndex | null, key: `location.${PlaceOrder}`): string | null => {
  const field = placeOrders.find((field) => key === `location.${field}`)
  return location === null || field === undefined ? null : location[field]
}

/**
 * Value of an event for a sort key. `nextBegin` is null when every slot has ended; segments by `nextBegin` omit such
 * events.
 */
export const orderValue = ({ location, record, score }: OrderedEvent, key: OrderKey, asOf: number): OrderValue => {
  const hasEnded = record.last.end <= asOf
  switch (key) {
    case "nextBegin":
      return nextBegin(record, asOf)
    case "lastBegin":
      return record.last.begin
    case "lastEnd":
      return record.last.end
    case "featured":
      return record.featured ? 1 : 0
    case "ended":
      return hasEnded ? 1 : 0
    case "nextTime":
      return hasEnded ? 0 - record.last.end : nextBegin(record, asOf)
    case "lastTime":
      return hasEnded ? 0 - record.last.end : record.last.begin
    case "updatedAt":
      return record.updatedAt
    case "createdAt":
      return record.createdAt
    case "availabilityUpdatedAt":
      return record.availabilityUpdatedAt
    case "score":
      return score
    default:
      return placeOf(location, key)
  }
}

/** Value of a tombstone for a sort key: `removedAt` for `updatedAt`, null for any other key. */
export const tombstoneValue = (tombstone: Tombstone, key: OrderKey): OrderValue => key === "updatedAt" ? tombstone.removedAt : null

const compareValues = ({ direction }: Order, left: OrderValue, right: OrderValue): number => {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  const order = typeof left === "number" && typeof right === "number" ? left - right : compareCodePoints(String(left), String(right))
  return direction === "asc" ? order : 0 - order
}

/** Compares two positions of a segment with this order: negative when the left one comes first. */
export const comparePositions = (order: ReadonlyArray<Order>, left: Position, right: Position): number => {
  for (const [index, one] of order.entries()) {
    const compared = compareValues(one, left.values[index] ?? null, right.values[index] ?? null)
    if (compared !== 0) return compared
  }
  return left.uid - right.uid
}
