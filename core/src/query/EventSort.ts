import type { Direction } from "./Direction.js"

/** The texts of a location that events are ordered by, folded. */
export const placeOrders = [
  "name",
  "address",
  "adminLevel1",
  "adminLevel2",
  "adminLevel3",
  "adminLevel4",
  "adminLevel5",
  "adminLevel6",
  "postalCode",
  "countryCode"
] as const
/** A text of a location that events are ordered by. */
export type PlaceOrder = (typeof placeOrders)[number]

/** The orders by time (wire.md §6, Sorts): what has not ended first, then what has. */
export const timeSorts = ["timingsWithFeatured.asc", "timings.asc", "lastTimingWithFeatured.asc", "lastTiming.asc"] as const
/** An order by time. */
export type TimeSort = (typeof timeSorts)[number]

/** When something happened to an event: what it is ordered by in either direction. */
export const changeKeys = ["updatedAt", "createdAt", "availabilityUpdatedAt"] as const
/** When something happened to an event. */
export type ChangeKey = (typeof changeKeys)[number]

/** One order of a list of events (service.md, sort values; wire.md §6, Sorts). `score` puts the best match first. */
export type EventSort = TimeSort | `${ChangeKey}.${Direction}` | `location.${PlaceOrder}.${Direction}` | "score"

/** Every order of a list of events. */
export const eventSorts: ReadonlyArray<EventSort> = [
  ...timeSorts,
  ...changeKeys.flatMap((key): ReadonlyArray<EventSort> => [`${key}.desc`, `${key}.asc`]),
  "score",
  ...placeOrders.flatMap((field): ReadonlyArray<EventSort> => [`location.${field}.asc`, `location.${field}.desc`])
]

/** The orders that put featured events first. */
export const featuredSorts: ReadonlyArray<EventSort> = ["timingsWithFeatured.asc", "lastTimingWithFeatured.asc"]

const timeSortNames: ReadonlyArray<string> = timeSorts

/** Whether an order is one by time. */
export const isTimeSort = (sort: EventSort): sort is TimeSort => timeSortNames.includes(sort)
