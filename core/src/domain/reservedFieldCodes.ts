const eventMembers = [
  "uid",
  "slug",
  "title",
  "description",
  "image",
  "imageCredits",
  "featured",
  "attendanceMode",
  "onlineAccessLink",
  "keywords",
  "dateRange",
  "originAgenda",
  "location",
  "status",
  "firstTiming",
  "nextTiming",
  "lastTiming",
  "longDescription",
  "conditions",
  "timings",
  "registration",
  "accessibility",
  "age",
  "state",
  "createdAt",
  "updatedAt",
  "timezone",
  "country",
  "links",
  "extIds",
  "locationUid",
  "member",
  "removed",
  "sort",
  "offers",
  "offersAggregate",
  "availabilityUpdatedAt",
  "stateHistory",
  "canEdit"
] as const

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
  "monolingual",
  "originAgendaUid",
  "pricing",
  "region",
  "relative",
  "search",
  "size",
  "threshold"
] as const

/** What query strings and bodies are read by cannot be told from what every object has. */
const objectMembers = Object.getOwnPropertyNames(Object.prototype)

/**
 * What no additional field may be called (wire.md §5): the members of an event, written or read, and the parameters of its lists with their
 * aliases, as a field's code is a key beside the former and a filter beside the latter.
 */
export const reservedFieldCodes: ReadonlySet<string> = new Set([...eventMembers, ...bodyMembers, ...parameters, ...objectMembers])
