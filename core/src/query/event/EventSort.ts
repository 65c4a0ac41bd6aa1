import { adminLevels } from "../../domain/agenda/Location.js"

/** Sort direction. */
export type Direction = "asc" | "desc"

/** Location texts that events can be sorted by; compared folded. */
export const placeOrders = ["name", "address", ...adminLevels, "postalCode", "countryCode"] as const
/** A location text that events can be sorted by. */
export type LocationSortField = (typeof placeOrders)[number]

/** Sorts by time (wire.md §6, Sorts): events that have not ended first, then ended events. */
export const timeSorts = ["timingsWithFeatured.asc", "timings.asc", "lastTimingWithFeatured.asc", "lastTiming.asc"] as const
/** A sort by time. */
export type TimeSort = (typeof timeSorts)[number]

/** Timestamps that events can be sorted by, in either direction. */
export const changeKeys = ["updatedAt", "createdAt", "availabilityUpdatedAt"] as const
/** A timestamp that events can be sorted by. */
export type ChangeKey = (typeof changeKeys)[number]

/** A sort of an event list (service.md, sort values; wire.md §6, Sorts). `score` puts the best match first. */
export type EventSort = TimeSort | `${ChangeKey}.${Direction}` | `location.${LocationSortField}.${Direction}` | "score"

/** All sorts of an event list. */
export const eventSorts: ReadonlyArray<EventSort> = [
  ...timeSorts,
  ...changeKeys.flatMap((key): ReadonlyArray<EventSort> => [`${key}.desc`, `${key}.asc`]),
  "score",
  ...placeOrders.flatMap((field): ReadonlyArray<EventSort> => [`location.${field}.asc`, `location.${field}.desc`])
]

/** Sorts that put featured events first. */
export const featuredSorts: ReadonlyArray<EventSort> = ["timingsWithFeatured.asc", "lastTimingWithFeatured.asc"]

const timeSortNames: ReadonlyArray<string> = timeSorts

/** Whether a sort is a sort by time. */
export const isTimeSort = (sort: EventSort): sort is TimeSort => timeSortNames.includes(sort)
