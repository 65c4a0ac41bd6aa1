import type { EventIndex, EventRecord, Tombstone } from "../record/EventRecord.js"
import type { LocationIndex } from "../record/LocationRecord.js"
import { compareCodePoints } from "./compareCodePoints.js"
import { type PlaceOrder, placeOrders } from "./EventSort.js"
import type { Order, OrderKey, OrderValue, Position } from "./QueryPlan.js"

/** An event as it is put in order. */
export interface OrderedEvent {
  readonly record: EventRecord
  readonly index: EventIndex
  /** The index of the location it takes place at, null where there is none. */
  readonly location: LocationIndex | null
  /** What the plan's search gives it. */
  readonly score: number
}

const nextBegin = ({ slots }: EventRecord, asOf: number): number | null => slots.find((slot) => slot.end > asOf)?.begin ?? null

const placeOf = (location: LocationIndex | null, key: `location.${PlaceOrder}`): string | null => {
  const field = placeOrders.find((field) => key === `location.${field}`)
  return location === null || field === undefined ? null : location[field]
}

/** The value that an event has for an order key. Of `nextBegin` there is none where every slot has ended: such events are in no segment by it. */
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

/** The value that a tombstone has for an order key: its instant for the first key of a segment with tombstones, none for the others. */
export const tombstoneValue = (tombstone: Tombstone, key: OrderKey): OrderValue => key === "updatedAt" ? tombstone.removedAt : null

const compareValues = ({ direction }: Order, left: OrderValue, right: OrderValue): number => {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  const order = typeof left === "number" && typeof right === "number" ? left - right : compareCodePoints(String(left), String(right))
  return direction === "asc" ? order : 0 - order
}

/** Which of two places of a segment with this order comes first: negative when the left one does. */
export const comparePositions = (order: ReadonlyArray<Order>, left: Position, right: Position): number => {
  for (const [place, one] of order.entries()) {
    const compared = compareValues(one, left.values[place] ?? null, right.values[place] ?? null)
    if (compared !== 0) return compared
  }
  return left.uid - right.uid
}
