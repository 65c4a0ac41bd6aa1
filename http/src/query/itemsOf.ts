import type { QueryTree, QueryValue } from "./parseQueryString.js"

const indices = /^\d+$/

/** Whether a key of a query string is a position in a list. */
export const isIndex = (key: string): boolean => indices.test(key)

/** Whether a part of a query string has names below it. */
export const isTree = (value: QueryValue): value is QueryTree => typeof value === "object" && !Array.isArray(value)

/** The items of a list; an object whose keys are all positions is one (lists longer than the parser's own bound arrive so). Null: no list. */
export const itemsOf = (value: QueryValue): ReadonlyArray<QueryValue> | null => {
  if (Array.isArray(value)) return value
  if (!isTree(value)) return null
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every(isIndex) ? keys.map((key) => value[key]) : null
}

/** Whether a part of a query string says nothing: an empty value is an absent one, whatever names it stands below (wire.md §2). */
export const isBlank = (value: QueryValue): boolean => {
  if (value === undefined || value === "") return true
  if (Array.isArray(value)) return value.every((item: QueryValue) => isBlank(item))
  return isTree(value) && Object.values(value).every(isBlank)
}

/**
 * The one text that a part of a query string says, by itself or as a list; null where it says several, or something else.
 *
 * @example
 * oneTextOf(["UTC", "", "UTC"]) // "UTC"
 * oneTextOf(["UTC", "Asia/Tokyo"]) // null
 */
export const oneTextOf = (value: QueryValue): string | null => {
  const [text, ...others] = new Set((itemsOf(value) ?? [value]).filter((item) => !isBlank(item)))
  return typeof text === "string" && others.length === 0 ? text : null
}

/** A part of a query string, and the parameter with its brackets that it stands under. */
export interface Placed {
  readonly field: string
  readonly value: QueryValue
}

/** The items of a list and where each stands; what is no list is the only item. What says nothing is left out. */
export const placedItems = ({ field, value }: Placed): ReadonlyArray<Placed> => {
  const list = Array.isArray(value) ? value : null
  const placed = list !== null
    ? list.map((value: QueryValue, index) => ({ field: `${field}[${index}]`, value }))
    : isTree(value) && itemsOf(value) !== null
    ? Object.entries(value).map(([key, value]) => ({ field: `${field}[${key}]`, value }))
    : [{ field, value }]
  return placed.filter(({ value }) => !isBlank(value))
}
