import * as Either from "effect/Either"
import * as Struct from "effect/Struct"
import { type Issue, issue, quoteText } from "../../domain/error/Issue.js"
import { type AdditionalField, isOptioned } from "../../domain/field/AdditionalField.js"
import { civilDateOf, epochDayOf, formatDay } from "../../domain/time/CivilDate.js"
import { instantAtLocal, zoneOffset } from "../../domain/time/zoneOffset.js"
import { dimensionOf } from "../../record/EventRecord.js"
import type { PlaceField, Range } from "./Condition.js"
import type { FacetQuery, FacetType } from "./FacetQuery.js"
import type { Tally, TallyAnswer } from "./Tally.js"

/** A day in a time zone: `gte` is its first instant, `lt` the first instant of the next day. Epoch milliseconds. */
export interface DayRange {
  /** ISO 8601 date. */
  readonly day: string
  readonly gte: number
  readonly lt: number
}

const day_ms = 86_400_000

const dayAt = (instant: number, timezone: string): number => Math.floor((instant + zoneOffset(timezone, instant)) / day_ms)

/** The first and last epoch day of the month of a day. */
const monthOf = (day: number): readonly [first: number, last: number] => {
  const { month, year } = civilDateOf(day)
  return [epochDayOf({ year, month, day: 1 }), epochDayOf({ year, month: month + 1, day: 1 }) - 1]
}

/**
 * The first and last epoch day of a range. An open end extends to the end of the month of the other bound; null when
 * both are open.
 */
const daysOf = ({ gte, lte }: Range, timezone: string): readonly [first: number, last: number] | null => {
  if (gte === null) return lte === null ? null : [monthOf(dayAt(lte, timezone))[0], dayAt(lte, timezone)]
  return lte === null ? [dayAt(gte, timezone), monthOf(dayAt(gte, timezone))[1]] : [dayAt(gte, timezone), dayAt(lte, timezone)]
}

/**
 * The days of a time zone that overlap some ranges, sorted and without duplicates (wire.md §6, `eventsByDateRanges`).
 * Without ranges, the days of the month of `at`. A range with one bound extends to the end of the month of that bound.
 * Null when there are more than `days_max` days.
 */
export const dayRanges = (
  ranges: ReadonlyArray<Range>,
  timezone: string,
  at: number,
  days_max: number
): ReadonlyArray<DayRange> | null => {
  const spans = ranges.length === 0 ? [monthOf(dayAt(at, timezone))] : ranges.flatMap((range) => {
    const days = daysOf(range, timezone)
    return days === null ? [] : [days]
  })
  const days = new Set<number>()
  for (const [first, last] of spans) {
    for (let day = first; day <= last; day += 1) {
      days.add(day)
      if (days.size > days_max) return null
    }
  }
  return [...days].sort((left, right) => left - right).map((day) => ({
    day: formatDay(civilDateOf(day)),
    gte: instantAtLocal(day * day_ms, timezone),
    lt: instantAtLocal((day + 1) * day_ms, timezone)
  }))
}

/** What facets depend on besides their parameters. */
export interface FacetContext {
  /** The `timings` filter of the list; empty when there is none. */
  readonly timings: ReadonlyArray<Range>
  /** Additional fields that the caller may read. */
  readonly fields: ReadonlyArray<AdditionalField>
  /** The instant of the list, epoch milliseconds. */
  readonly asOf: number
}

/** A facet with its tally and the data that its presentation needs. */
export interface PlannedFacet {
  readonly facet: FacetQuery
  /** Null when the count is always empty. */
  readonly tally: Tally | null
  /** The field to count by; null for facets without a field. */
  readonly field: AdditionalField | null
  /** The days that are counted, one per range of the tally. */
  readonly days: ReadonlyArray<string>
}

/** Default time zone of day boundaries (wire.md §6, Facets). */
export const facetZone_default = "Europe/Paris"

/** Maximum number of days of `eventsByDateRanges` (wire.md §6). */
const days_max = 400

/** Maximum number of facets of a list; each may be a count over all matches. */
export const facets_max = 30

const nameOf = ({ asked }: FacetQuery): string => asked?.as ?? "aggregations"

const refuse = (field: string, origin: string, message: string): Issue =>
  issue("parameter.invalid", field, { origin, message: `${field} ${message}` })

const plain = (facet: FacetQuery, tally: Tally | null): Either.Either<PlannedFacet, Issue> =>
  Either.right({ facet, tally, field: null, days: [] })

const placeOf = {
  regions: "adminLevel1",
  departments: "adminLevel2",
  adminLevels3: "adminLevel3",
  cities: "adminLevel4",
  adminLevels5: "adminLevel5",
  districts: "adminLevel6",
  countryCodes: "countryCode"
} as const satisfies { readonly [T in FacetType]?: PlaceField }

type FieldFacet = "additionalFields" | "additionalFieldMetrics"

const isNumeric = ({ fieldType }: AdditionalField): boolean => fieldType === "integer" || fieldType === "number"

const isCounted = (type: FieldFacet, field: AdditionalField): boolean =>
  type === "additionalFieldMetrics" ? isNumeric(field) : isOptioned(field) || field.fieldType === "boolean"

const counted: { readonly [T in FieldFacet]: string } = {
  additionalFields: "choices or a boolean",
  additionalFieldMetrics: "numbers"
}

const refuseField = (facet: FacetQuery, origin: string, takes: string, but: string): Issue => {
  const at = facet.asked?.field ?? `${nameOf(facet)}[field]`
  return issue("parameter.invalid", at, { origin, message: `${at} takes ${takes}${but}`, info: { takes } })
}

const planField = (type: FieldFacet, facet: FacetQuery, { fields }: FacetContext): Either.Either<PlannedFacet, Issue> => {
  const { field: code } = facet
  const takes = `the code of an additional field of ${counted[type]}`
  if (code === undefined) return Either.left(refuseField(facet, "", takes, `, which ${type} is counted by`))
  const field = fields.find((one) => one.field === code)
  if (field === undefined) return Either.left(refuseField(facet, code, takes, `: there is no ${quoteText(code)} here`))
  if (!isCounted(type, field)) return Either.left(refuseField(facet, code, takes, `, and ${quoteText(code)} is of another type`))
  const dimension = dimensionOf(field)
  const tally: Tally = type === "additionalFieldMetrics"
    ? { _tag: "Numbers", dimension, none: false }
    : { _tag: "Terms", dimension, none: facet.missing !== undefined }
  return Either.right({ facet, tally, field, days: [] })
}

const planDays = (facet: FacetQuery, { asOf, timings }: FacetContext): Either.Either<PlannedFacet, Issue> => {
  const days = dayRanges(timings, facet.timezone ?? facetZone_default, asOf, days_max)
  return days === null
    ? Either.left(refuse(nameOf(facet), facet.type, `counts by at most ${days_max} days: narrow the range of timings`))
    : Either.right({
      facet,
      tally: { _tag: "SlotRanges", ranges: days.map(({ gte, lt }) => ({ gte, lt })) },
      field: null,
      days: days.map(({ day }) => day)
    })
}

/**
 * Plans the tally of a facet, or returns an issue. A field that the caller may not read is reported like a field that
 * does not exist (wire.md §5).
 */
export const planFacet = (facet: FacetQuery, context: FacetContext): Either.Either<PlannedFacet, Issue> => {
  const none = facet.missing !== undefined
  switch (facet.type) {
    case "cities":
    case "regions":
    case "departments":
    case "districts":
    case "countryCodes":
    case "adminLevels3":
    case "adminLevels5":
      return plain(facet, { _tag: "Place", field: placeOf[facet.type] })
    case "keywords":
      return plain(facet, { _tag: "Terms", dimension: "keyword", none })
    case "languages":
      return plain(facet, { _tag: "Terms", dimension: "language", none })
    case "accessibilities":
      return plain(facet, { _tag: "Terms", dimension: "accessibility", none })
    case "status":
      return plain(facet, { _tag: "Status" })
    case "attendanceModes":
      return plain(facet, { _tag: "AttendanceMode" })
    case "states":
      return plain(facet, { _tag: "State" })
    case "relative":
      return plain(facet, { _tag: "Relative", at: context.asOf })
    case "featured":
      return plain(facet, { _tag: "Featured" })
    case "locations":
      return plain(facet, { _tag: "Location" })
    case "originAgendas":
      return plain(facet, { _tag: "Agenda" })
    case "viewport":
    case "geohash":
      return plain(facet, { _tag: "Points" })
    case "timespan":
      return plain(facet, { _tag: "Span" })
    case "timings":
      return plain(facet, { _tag: "SlotBegins", ranges: context.timings.length === 0 ? null : context.timings })
    case "additionalFields":
    case "additionalFieldMetrics":
      return planField(facet.type, facet, context)
    case "eventsByDateRanges":
      return planDays(facet, context)
    case "availabilities":
      return plain(facet, { _tag: "Availability", at: context.asOf, none })
    case "pricings":
      return plain(facet, { _tag: "Terms", dimension: "pricing", none })
    case "members":
    case "sourceAgendas":
    case "addMethods":
    case "valid":
      return plain(facet, null)
  }
}

/** Key that is equal for equal tallies. */
const nameOfTally = (tally: Tally): string => JSON.stringify(tally)

/** The tallies of some facets, without duplicates. */
export const talliesOf = (facets: ReadonlyArray<PlannedFacet>): ReadonlyArray<Tally> => [
  ...new Map(facets.flatMap(({ tally }) => tally === null ? [] : [[nameOfTally(tally), tally] as const])).values()
]

/**
 * Returns a function from a facet to its result among `answers`, which are in the order of `talliesOf`; null when the
 * facet has no tally.
 */
export const answerOf = (facets: ReadonlyArray<PlannedFacet>, answers: ReadonlyArray<TallyAnswer>) => {
  const byName = new Map(talliesOf(facets).map((tally, index) => [nameOfTally(tally), answers[index] ?? null]))
  return ({ tally }: PlannedFacet): TallyAnswer | null => tally === null ? null : byName.get(nameOfTally(tally)) ?? null
}

/** The facets without duplicates; the parameters that requested them are not compared. */
const distinct = (facets: ReadonlyArray<FacetQuery>): ReadonlyArray<FacetQuery> => [
  ...new Map(facets.map((facet) => [JSON.stringify(Struct.omit(facet, "asked")), facet])).values()
]

/**
 * Plans the facets of a list, without duplicates, or returns every issue. Two different facets with one key are an
 * issue.
 */
export const planFacets = (
  facets: ReadonlyArray<FacetQuery>,
  context: FacetContext
): Either.Either<ReadonlyArray<PlannedFacet>, ReadonlyArray<Issue>> => {
  const requested = distinct(facets)
  if (requested.length > facets_max) {
    return Either.left([refuse("aggregations", String(requested.length), `takes at most ${facets_max} for a list`)])
  }
  const planned = requested.map((facet) => planFacet(facet, context))
  const keys = requested.map(({ key }) => key)
  const repeated = requested.filter(({ key }, index) => keys.indexOf(key) !== index)
  const issues = [
    ...planned.flatMap((one) => Either.isLeft(one) ? [one.left] : []),
    ...repeated.map((facet) =>
      refuse(nameOf(facet), facet.key, `has the key ${quoteText(facet.key)} as another one does: give each a key (k) of its own`)
    )
  ]
  return issues.length > 0 ? Either.left(issues) : Either.right(planned.flatMap((one) => Either.isRight(one) ? [one.right] : []))
}
