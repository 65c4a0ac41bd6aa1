import type { QueryTree, QueryValue } from "./parseQueryString.js"

const indices = /^\d+$/

/** Whether a key of a query string is an array index. */
export const isIndex = (key: string): boolean => indices.test(key)

/** Whether a part of a query string is an object. */
export const isTree = (value: QueryValue): value is QueryTree => typeof value === "object" && !Array.isArray(value)

/**
 * Items of a list, or of an object whose keys are all indices (the parser returns long lists as such objects). Null
 * when it is neither.
 */
export const itemsOf = (value: QueryValue): ReadonlyArray<QueryValue> | null => {
  if (Array.isArray(value)) return value
  if (!isTree(value)) return null
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every(isIndex) ? keys.map((key) => value[key]) : null
}

/** Whether a part of a query string is empty: an empty value counts as absent, however nested (wire.md §2). */
export const isBlank = (value: QueryValue): boolean => {
  if (value === undefined || value === "") return true
  if (Array.isArray(value)) return value.every((item: QueryValue) => isBlank(item))
  return isTree(value) && Object.values(value).every(isBlank)
}

/**
 * The single text of a part of a query string, possibly in a list. Null when there are several or it is not text.
 *
 * @example
 * oneTextOf(["UTC", "", "UTC"]) // "UTC"
 * oneTextOf(["UTC", "Asia/Tokyo"]) // null
 */
export const oneTextOf = (value: QueryValue): string | null => {
  const [text, ...others] = new Set((itemsOf(value) ?? [value]).filter((item) => !isBlank(item)))
  return typeof text === "string" && others.length === 0 ? text : null
}

/** A part of a query string, with the bracketed name of its parameter. */
export interface NamedValue {
  readonly field: string
  readonly value: QueryValue
}

/** Non-empty items of a list with their names; a value that is no list is the only item. */
export const namedItems = ({ field, value }: NamedValue): ReadonlyArray<NamedValue> => {
  const list = Array.isArray(value) ? value : null
  const named = list !== null
    ? list.map((value: QueryValue, index) => ({ field: `${field}[${index}]`, value }))
    : isTree(value) && itemsOf(value) !== null
    ? Object.entries(value).map(([key, value]) => ({ field: `${field}[${key}]`, value }))
    : [{ field, value }]
  return named.filter(({ value }) => !isBlank(value))
}
