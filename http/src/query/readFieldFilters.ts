import { reservedFieldCodes } from "@agenda-engine/core/domain/reservedFieldCodes"
import type { EventFilter, FieldFilter } from "@agenda-engine/core/query/EventQuery"
import { isBlank, isTree, itemsOf } from "./itemsOf.js"
import type { QueryTree, QueryValue } from "./parseQueryString.js"

const isBound = (value: QueryValue): value is string | undefined => value === undefined || typeof value === "string"

const boundOf = (text: string | undefined): string | null => text === undefined || text === "" ? null : text

const nothing: FieldFilter = { values: [], ranges: [], others: [] }

const readItem = (item: QueryValue): FieldFilter => {
  if (item === undefined || isBlank(item)) return nothing
  if (typeof item === "string") return { ...nothing, values: [item] }
  if (!isTree(item)) return { ...nothing, others: [JSON.stringify(item)] }
  const { gte, lte, ...rest } = item
  if (!isBound(gte) || !isBound(lte) || Object.keys(rest).length > 0) return { ...nothing, others: [JSON.stringify(item)] }
  const range = { gte: boundOf(gte), lte: boundOf(lte) }
  return range.gte === null && range.lte === null ? nothing : { ...nothing, ranges: [range] }
}

/**
 * Parses the parameters that may filter by an additional field: those whose name a field can have. The agenda decides
 * which of them are filters and what they accept; the others are unknown parameters and ignored.
 *
 * @example
 * readFieldFilters({ genres: ["3", "4"], places: { gte: "50" } })
 * // { genres: { values: ["3", "4"], … }, places: { ranges: [{ gte: "50", lte: null }], … } }
 */
export const readFieldFilters = (tree: QueryTree): EventFilter["fields"] => {
  const filters = Object.keys(tree).flatMap((name) => {
    if (reservedFieldCodes.has(name)) return []
    const items = (itemsOf(tree[name]) ?? [tree[name]]).map(readItem)
    const filter: FieldFilter = {
      values: items.flatMap(({ values }) => values),
      ranges: items.flatMap(({ ranges }) => ranges),
      others: items.flatMap(({ others }) => others)
    }
    return filter.values.length + filter.ranges.length + filter.others.length === 0 ? [] : [[name, filter] as const]
  })
  return filters.length === 0 ? undefined : Object.fromEntries(filters)
}
