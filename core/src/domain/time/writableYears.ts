import type { Interval } from "../event/Timing.js"
import { civilDateAt } from "./CivilDate.js"
import { zoneOffset } from "./zoneOffset.js"

const isFourDigits = (year: number): boolean => year >= 0 && year <= 9_999

/** Whether an instant (epoch milliseconds) is in a year of four digits in UTC: 0 to 9999. */
export const isWritable = (instant: number): boolean => isFourDigits(civilDateAt(instant).year)

/** Whether an instant (epoch milliseconds) is in a year of four digits in local time of a time zone. */
export const isWritableIn = (instant: number, timezone: string): boolean =>
  isFourDigits(civilDateAt(instant + zoneOffset(timezone, instant)).year)

/** Whether all slots begin and end in years of four digits in local time. The slots are ordered by time. */
export const areWritableIn = (slots: ReadonlyArray<Interval>, timezone: string): boolean =>
  [slots[0], slots.at(-1)].every((slot) => slot === undefined || (isWritableIn(slot.begin, timezone) && isWritableIn(slot.end, timezone)))
