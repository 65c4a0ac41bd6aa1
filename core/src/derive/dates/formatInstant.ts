import { civilDateAt, formatDay } from "../../domain/time/CivilDate.js"
import { localTimeAt } from "../../domain/time/zoneOffset.js"

const day_ms = 86_400_000
const minute_ms = 60_000

const two = (value: number): string => value < 10 ? `0${value}` : String(value)

const formatDate = (moment: number): string => formatDay(civilDateAt(moment))

const formatTime = (moment: number): string => {
  const seconds = Math.floor((moment - Math.floor(moment / day_ms) * day_ms) / 1_000)
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const formatOffset = (offset: number): string => {
  const minutes = Math.abs(offset) / minute_ms
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * Formats an instant (epoch milliseconds) in a time zone: ISO 8601 with offset, without fraction. Historical offsets
 * with seconds are rounded to minutes; the local time uses the rounded offset too, so the text still denotes the same
 * instant.
 *
 * @example
 * formatInstant(1665846000000, "Europe/Paris") // "2022-10-15T17:00:00+02:00"
 */
export const formatInstant = (instant: number, timezone: string): string => {
  const local = localTimeAt(instant, timezone)
  return `${formatDate(local)}T${formatTime(local)}${formatOffset(local - instant)}`
}

/**
 * Formats an instant (epoch milliseconds) in UTC: ISO 8601 with milliseconds.
 *
 * @example
 * formatUtc(1665846000000) // "2022-10-15T15:00:00.000Z"
 */
export const formatUtc = (instant: number): string =>
  `${formatDate(instant)}T${formatTime(instant)}.${String(instant - Math.floor(instant / 1_000) * 1_000).padStart(3, "0")}Z`
