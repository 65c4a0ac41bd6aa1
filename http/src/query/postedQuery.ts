import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { reservedFieldCodes } from "@agenda-engine/core/query/event/fieldCode"
import type { Parameter } from "@agenda-engine/core/query/Parameter"
import { stringify } from "qs"
import { parseQueryString, type QueryTree } from "./parseQueryString.js"

/** The name of the parameter that a key such as `timings[gte]` or `uid[]` belongs to. */
const nameOf = (key: string): string => key.split(/[.[]/, 1).join("")

/** Maximum size of the JSON of a posted query, which is parsed at once. */
export const postedQuery_bytes_max = 65_536

/**
 * Whether a body that was posted to a list of events is a query (wire.md §1), not a new event. A query has at least one
 * parameter of the list, and besides only names that an additional field can have.
 *
 * @example
 * isPostedQuery({ timings: { gte: "today" }, size: 5 }, parameters) // true
 * isPostedQuery({ title: { en: "Concert" }, state: 2 }, parameters) // false
 */
export const isPostedQuery = (body: Json, parameters: { readonly [name: string]: Parameter }): body is JsonObject => {
  if (!isJsonObject(body)) return false
  const known = new Set(Object.values(parameters).flatMap(({ aliases, name }) => [name, ...aliases]))
  const names = Object.keys(body).map(nameOf)
  return names.some((name) => known.has(name)) && names.every((name) => known.has(name) || !reservedFieldCodes.has(name))
}

/**
 * The parameters of a posted query. Numbers and booleans become their text.
 *
 * @example
 * readPostedQuery({ timings: { gte: "today" }, size: 5 }) // { timings: { gte: "today" }, size: "5" }
 */
export const readPostedQuery = (body: JsonObject): QueryTree => parseQueryString(stringify(body))
