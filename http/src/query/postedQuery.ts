import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { reservedFieldCodes } from "@agenda-engine/core/query/event/fieldCode"
import type { Parameter } from "@agenda-engine/core/query/Parameter"
import { stringify } from "qs"
import { parseQueryString, type QueryTree } from "./parseQueryString.js"

/** The name of the parameter that a key such as `timings[gte]` or `uid[]` belongs to. */
const nameOf = (key: string): string => key.split(/[.[]/, 1).join("")

const isQuery = (body: JsonObject, isParameter: (name: string) => boolean): boolean => {
  const names = Object.keys(body).map(nameOf)
  return names.some(isParameter) && names.every((name) => isParameter(name) || !reservedFieldCodes.has(name))
}

/**
 * The query in a body that was posted to a list of events (wire.md §1); null when the body is a new event. A query has
 * at least one parameter of the list, and besides only names that an additional field can have. Numbers and booleans
 * become their text.
 *
 * @example
 * postedQuery({ timings: { gte: "today" }, size: 5 }, parameters) // { timings: { gte: "today" }, size: "5" }
 * postedQuery({ title: { en: "Concert" }, state: 2 }, parameters) // null
 */
export const postedQuery = (body: Json, parameters: { readonly [name: string]: Parameter }): QueryTree | null => {
  const known = new Set(Object.values(parameters).flatMap(({ aliases, name }) => [name, ...aliases]))
  return isJsonObject(body) && isQuery(body, (name) => known.has(name)) ? parseQueryString(stringify(body)) : null
}
