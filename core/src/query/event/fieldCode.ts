import { eventFilters, filterNames } from "./eventFilters.js"
import { eventMemberNames } from "./eventShape.js"

/** Members of events that are not in the detailed form. */
const otherMembers = ["sort", "canEdit"]

const bodyMembers = ["data", "motive", "lang", "access_token"]

/** Parameters of events that are not filters, and their aliases. */
const otherParameters = [
  "after",
  "aggregations",
  "aggs",
  "aggsSizeLimit",
  "detailed",
  "exact",
  "explain",
  "from",
  "if",
  "includeFields",
  "includeLabels",
  "includeSort",
  "key",
  "limit",
  "longDescriptionFormat",
  "monolingual",
  "size"
]

const filterParameters = filterNames.flatMap((name) => [name, ...eventFilters[name].parameter.aliases])

/** Inherited properties, which a plain object cannot distinguish from own query parameters or body members. */
const objectMembers = Object.getOwnPropertyNames(Object.prototype)

/**
 * Codes that no additional field may have (wire.md §5): event members, body members, query parameters and their
 * aliases. A field's code is a member of events and the name of a query parameter, so these would collide.
 */
export const reservedFieldCodes: ReadonlySet<string> = new Set([
  ...eventMemberNames,
  ...otherMembers,
  ...bodyMembers,
  ...filterParameters,
  ...otherParameters,
  ...objectMembers
])

const pattern = /^[A-Za-z][A-Za-z0-9_-]*$/

/** Whether a text is a valid code of an additional field: an ASCII letter, then ASCII letters, digits, `-` and `_`. */
export const isFieldCode = (text: string): boolean => pattern.test(text)
