import * as Either from "effect/Either"
import * as Struct from "effect/Struct"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { isOptioned } from "../domain/fieldKinds.js"
import { type Issue, issue } from "../domain/Issue.js"
import { quoteText } from "../domain/quote.js"
import { dimensionOf } from "../record/dimensionOf.js"
import { dayRanges } from "./dayRanges.js"
import type { PlaceField, Range } from "./EventQuery.js"
import type { FacetQuery, FacetType } from "./FacetQuery.js"
import type { Tally, TallyAnswer } from "./Tally.js"

/** What facets depend on beside themselves. */
export interface FacetContext {
  /** The list's own `timings` filter; none: whenever they are. */
  readonly timings: ReadonlyArray<Range>
  /** The additional fields that the caller may read. */
  readonly fields: ReadonlyArray<AdditionalField>
  /** The instant of the list, epoch milliseconds. */
  readonly asOf: number
}

/** A facet, what is to be counted for it, and what its counts are shown with. */
export interface PlannedFacet {
  readonly facet: FacetQuery
  /** Null where there never is anything to count. */
  readonly tally: Tally | null
  /** The field that is counted by; null for facets of no field. */
  readonly field: AdditionalField | null
  /** The days whose events are counted, one for each range of the tally. */
  readonly days: ReadonlyArray<string>
}

/** The zone in which days begin where nothing else is said (wire.md §6, Facets). */
export const facetZone_default = "Europe/Paris"

/** The days of `eventsByDateRanges` (wire.md §6). */
const days_max = 400

/** How many facets a list takes: each may be a count over all that matches. */
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
 * What is to be counted for a facet, or what is wrong with it. A field that the caller may not read is as unknown as one that there is not
 * (wire.md §5).
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

/** What is the same of two tallies that count the same. */
const nameOfTally = (tally: Tally): string => JSON.stringify(tally)

/** The tallies of some facets, each once. */
export const talliesOf = (facets: ReadonlyArray<PlannedFacet>): ReadonlyArray<Tally> => [
  ...new Map(facets.flatMap(({ tally }) => tally === null ? [] : [[nameOfTally(tally), tally] as const])).values()
]

/** The answer to a facet's tally among those to `talliesOf`, in their order; null where it has none. */
export const answerOf = (facets: ReadonlyArray<PlannedFacet>, answers: ReadonlyArray<TallyAnswer>) => {
  const byName = new Map(talliesOf(facets).map((tally, place) => [nameOfTally(tally), answers[place] ?? null]))
  return ({ tally }: PlannedFacet): TallyAnswer | null => tally === null ? null : byName.get(nameOfTally(tally)) ?? null
}

/** What facets are, each once: one that is asked for twice in the same way is one. */
const distinct = (facets: ReadonlyArray<FacetQuery>): ReadonlyArray<FacetQuery> => [
  ...new Map(facets.map((facet) => [JSON.stringify(Struct.omit(facet, "asked")), facet])).values()
]

/** What is to be counted for the facets of a list, each once, or everything that is wrong with them; two different ones of one key are. */
export const planFacets = (
  facets: ReadonlyArray<FacetQuery>,
  context: FacetContext
): Either.Either<ReadonlyArray<PlannedFacet>, ReadonlyArray<Issue>> => {
  const asked = distinct(facets)
  if (asked.length > facets_max) {
    return Either.left([refuse("aggregations", String(asked.length), `takes at most ${facets_max} for a list`)])
  }
  const planned = asked.map((facet) => planFacet(facet, context))
  const keys = asked.map(({ key }) => key)
  const repeated = asked.filter(({ key }, place) => keys.indexOf(key) !== place)
  const issues = [
    ...planned.flatMap((one) => Either.isLeft(one) ? [one.left] : []),
    ...repeated.map((facet) =>
      refuse(nameOf(facet), facet.key, `has the key ${quoteText(facet.key)} as another one does: give each a key (k) of its own`)
    )
  ]
  return issues.length > 0 ? Either.left(issues) : Either.right(planned.flatMap((one) => Either.isRight(one) ? [one.right] : []))
}
