import { plainFields } from "../event/Event.js"

const eventMembers = [
  ...plainFields,
  "uid",
  "slug",
  "featured",
  "dateRange",
  "originAgenda",
  "location",
  "firstTiming",
  "nextTiming",
  "lastTiming",
  "timings",
  "state",
  "createdAt",
  "updatedAt",
  "timezone",
  "country",
  "links",
  "extIds",
  "member",
  "removed",
  "sort",
  "offers",
  "offersAggregate",
  "availabilityUpdatedAt",
  "stateHistory",
  "canEdit"
]

const bodyMembers = ["data", "motive", "lang", "access_token"] as const

const parameters = [
  "accessibility",
  "adminLevel1",
  "adminLevel2",
  "adminLevel3",
  "adminLevel4",
  "adminLevel5",
  "adminLevel6",
  "after",
  "aggregations",
  "aggs",
  "aggsSizeLimit",
  "availability",
  "bookable",
  "city",
  "countryCode",
  "date",
  "department",
  "detailed",
  "district",
  "explain",
  "extId",
  "from",
  "geo",
  "if",
  "includeFields",
  "includeLabels",
  "includeSort",
  "key",
  "keyword",
  "languages",
  "limit",
  "longDescriptionFormat",
  "mine",
  "monolingual",
  "originAgendaUid",
  "pricing",
  "region",
  "relative",
  "search",
  "size",
  "threshold"
] as const

/** Inherited properties, which a plain object cannot distinguish from own query parameters or body members. */
const objectMembers = Object.getOwnPropertyNames(Object.prototype)

/**
 * Codes that no additional field may have (wire.md §5): event members, body members, query parameters and their
 * aliases. A field's code is a member of events and the name of a query parameter, so these would collide.
 */
export const reservedFieldCodes: ReadonlySet<string> = new Set([...eventMembers, ...bodyMembers, ...parameters, ...objectMembers])

const pattern = /^[A-Za-z][A-Za-z0-9_-]*$/

/** Whether a text is a valid code of an additional field: an ASCII letter, then ASCII letters, digits, `-` and `_`. */
export const isFieldCode = (text: string): boolean => pattern.test(text)
