/** A day of the proleptic Gregorian calendar: `month` from 1, `day` from 1. */
export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const day_ms = 86_400_000

/**
 * The number of days from 1 January 1970 to this date; negative before it. Out-of-range months and days carry over.
 *
 * @example
 * epochDayOf({ year: 2000, month: 3, day: 1 }) // 11017
 */
export const epochDayOf = ({ day, month, year }: CivilDate): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The date this number of days after 1 January 1970: the inverse of `epochDayOf`. */
export const civilDateOf = (epochDay: number): CivilDate => {
  const shifted = epochDay + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9)
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  }
}

/** Whether the date exists: false for 31 April, and for 29 February outside leap years. */
export const isCivilDate = ({ day, month, year }: CivilDate): boolean => {
  if (month < 1 || month > 12 || day < 1) return false
  const next = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }
  return epochDayOf({ year, month, day }) < epochDayOf(next)
}

/** The date of a local time, given as milliseconds since 1 January 1970 00:00 on the same clock. */
export const civilDateAt = (moment: number): CivilDate => civilDateOf(Math.floor(moment / day_ms))

const formatYear = (year: number): string =>
  year >= 0 && year <= 9_999 ? String(year).padStart(4, "0") : `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`

/**
 * A date in ISO 8601. Years before 0 and above 9999 have a sign and six digits.
 *
 * @example
 * formatDay({ year: 2031, month: 5, day: 5 }) // "2031-05-05"
 * formatDay({ year: -1, month: 12, day: 31 }) // "-000001-12-31"
 */
export const formatDay = ({ day, month, year }: CivilDate): string =>
  `${formatYear(year)}-${month < 10 ? "0" : ""}${month}-${day < 10 ? "0" : ""}${day}`
