import * as Order from "effect/Order"
import type { Dimension } from "../../record/EventRecord.js"
import type { PlaceField, Range } from "./Condition.js"

/** A count over the events that match a plan, as data. Tombstones are not counted. Instants are epoch milliseconds. */
export type Tally =
  /** By terms of a dimension. `none`: events without a term are counted under null. */
  | { readonly _tag: "Terms"; readonly dimension: Dimension; readonly none: boolean }
  /** By the number in a dimension. `none`: events without a number are counted under null. */
  | { readonly _tag: "Numbers"; readonly dimension: Dimension; readonly none: boolean }
  /** By a text of the location; null without a location or without that text. */
  | { readonly _tag: "Place"; readonly field: PlaceField }
  /** By the uid of the location; null without a location. */
  | { readonly _tag: "Location" }
  /** By the uid of the agenda. */
  | { readonly _tag: "Agenda" }
  | { readonly _tag: "Status" }
  | { readonly _tag: "AttendanceMode" }
  | { readonly _tag: "State" }
  /** 1 for featured events, 0 for others. */
  | { readonly _tag: "Featured" }
  /** By temporal status at this instant (`Relative`). */
  | { readonly _tag: "Relative"; readonly at: number }
  /** By ticket availability at this instant (`Availability`). `none`: events without tickets are counted under null. */
  | { readonly _tag: "Availability"; readonly at: number; readonly none: boolean }
  /** By the coordinates of the location; events without coordinates are skipped. */
  | { readonly _tag: "Points" }
  /** Begin of the earliest slot and end of the latest. */
  | { readonly _tag: "Span" }
  /** Counts slots, not events, by begin; restricted to these ranges unless null. */
  | { readonly _tag: "SlotBegins"; readonly ranges: ReadonlyArray<Range> | null }
  /** By index of the range in which a slot begins; an event may count in several ranges. */
  | { readonly _tag: "SlotRanges"; readonly ranges: ReadonlyArray<{ readonly gte: number; readonly lt: number }> }

/** Number of events or slots with a value. Values with spellings have one count per value and spelling. */
export interface Count {
  readonly value: number | string | null
  /** Null when the value is null or not a text. */
  readonly spelling: string | null
  /** At least 1. */
  readonly count: number
}

/** Number of events at a point. Coordinates in degrees. */
export interface PointCount {
  readonly latitude: number
  readonly longitude: number
  readonly count: number
}

/** Result of a `Tally`; lists are in any order. */
export type TallyAnswer =
  | { readonly _tag: "Counts"; readonly counts: ReadonlyArray<Count> }
  | { readonly _tag: "Points"; readonly points: ReadonlyArray<PointCount> }
  /** Null when no event matches. */
  | { readonly _tag: "Span"; readonly span: { readonly first: number; readonly last: number } | null }

const beginOf = ({ gte }: Range): number => gte ?? -Infinity
const endOf = ({ lte }: Range): number => lte ?? Infinity

/**
 * Merges ranges into the fewest sorted, disjoint ranges with the same values. Empty ranges (`gte > lte`) are appended
 * unchanged, because an age range can overlap them.
 *
 * @param step - Distance between adjacent values: 1 for whole numbers, so that adjacent ranges merge, else 0.
 *
 * @example
 * mergeRanges([{ gte: 5, lte: null }, { gte: 1, lte: 2 }, { gte: 3, lte: 3 }], 1)
 * // [{ gte: 1, lte: 3 }, { gte: 5, lte: null }]
 */
export const mergeRanges = (ranges: ReadonlyArray<Range>, step: 0 | 1): ReadonlyArray<Range> => {
  const merged: Array<Range> = []
  const nonEmpty = ranges.filter((range) => beginOf(range) <= endOf(range))
  for (const range of nonEmpty.toSorted(Order.mapInput(Order.number, beginOf))) {
    const last = merged.at(-1)
    if (last === undefined || endOf(last) + step < beginOf(range)) merged.push(range)
    else if (endOf(last) < endOf(range)) merged.splice(-1, 1, { gte: last.gte, lte: range.lte })
  }
  return [...merged, ...ranges.filter((range) => beginOf(range) > endOf(range))]
}
