import { civilDateAt } from "./CivilDate.js"
import { zoneOffset } from "./zoneOffset.js"

const isFourDigits = (year: number): boolean => year >= 0 && year <= 9_999

/** Whether an instant (epoch milliseconds) lies in a year that ISO 8601 writes with four digits, in UTC. */
export const isWritable = (instant: number): boolean => isFourDigits(civilDateAt(instant).year)

/** The same on the clock of a time zone. */
export const isWritableIn = (instant: number, timezone: string): boolean =>
  isFourDigits(civilDateAt(instant + zoneOffset(timezone, instant)).year)
