import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { eventMemberNames } from "@agenda-engine/core/query/event/eventShape"
import { reservedFieldCodes } from "@agenda-engine/core/query/event/fieldCode"
import type { Parameter } from "@agenda-engine/core/query/Parameter"
import { stringify } from "qs"
import { parameterOf, parseQueryString, type QueryTree } from "./parseQueryString.js"

/** Maximum size of the JSON of a posted query, which is parsed at once. */
export const postedQuery_bytes_max = 65_536

const members: ReadonlySet<string> = new Set(eventMemberNames)

const isRange = (value: Json): boolean => isJsonObject(value) && (Object.hasOwn(value, "gte") || Object.hasOwn(value, "lte"))

/** Whether an entry of a body is no member of an event: by its name, or because it is a range or a list of values. */
const isFilter = (key: string, value: Json): boolean =>
  !members.has(key) || isRange(value) ||
  Array.isArray(value) && value.length > 0 && value.every((item) => !isJsonObject(item) || isRange(item))

/**
 * Whether a body that was posted to a list of events is a query (wire.md §1), not a new event. A query has at least one
 * parameter of the list that no event has as a member, and besides only parameters and names that an additional field
 * can have. A parameter that is also a member, such as `state`, counts when its value is a range or a list of values.
 *
 * @example
 * isPostedQuery({ timings: { gte: "today" }, size: 5 }, parameters) // true
 * isPostedQuery({ uid: [1, 2] }, parameters) // true
 * isPostedQuery({ title: { en: "Concert" }, state: 2 }, parameters) // false
 * isPostedQuery({ state: 2 }, parameters) // false
 */
export const isPostedQuery = (body: Json, parameters: { readonly [name: string]: Parameter }): body is JsonObject => {
  if (!isJsonObject(body)) return false
  const known = new Set(Object.values(parameters).flatMap(({ aliases, name }) => [name, ...aliases]))
  const entries = Object.entries(body).map(([key, value]) => ({ isParameter: known.has(parameterOf(key)), key, value }))
  return entries.some(({ isParameter, key, value }) => isParameter && isFilter(key, value)) &&
    entries.every(({ isParameter, key }) => isParameter || !reservedFieldCodes.has(parameterOf(key)))
}

/**
 * The parameters of a posted query. Numbers and booleans become their text.
 *
 * @example
 * readPostedQuery({ timings: { gte: "today" }, size: 5 }) // { timings: { gte: "today" }, size: "5" }
 */
export const readPostedQuery = (body: JsonObject): QueryTree => parseQueryString(stringify(body))
