import { slotLength_ms_max } from "@agenda-engine/core/domain/Timing"
import type { Range } from "@agenda-engine/core/query/EventQuery"
import { type ChangeKey, changeKeys } from "@agenda-engine/core/query/EventSort"
import type { Condition, Order, OrderValue, Position, QueryPlan, Segment, TombstoneCondition } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import * as Cell from "./Cell.js"
import { eventColumns, slotColumns } from "./Columns.js"
import { isSelective, isShared } from "./compileCondition.js"
import { countEvents, halfWhere, partWhere, type RowSet } from "./eventRows.js"
import type { Words } from "./isOneOf.js"
import { limitTo } from "./limitTo.js"
import { type Part, partsOf } from "./partsOf.js"
import { neverUpdated } from "./row/EventRow.js"
import type { CompiledSegment, Stretch } from "./Stretch.js"
import { countTombstones, type TombstoneRows, tombstoneRows } from "./tombstoneRows.js"
import { updatedRanges } from "./updatedRanges.js"

/** The keys that events are ordered by in indexes. */
const indexedKeys = ["nextBegin", "lastBegin", "lastEnd", "updatedAt", "createdAt", "availabilityUpdatedAt"] as const

/** An order that indexes have: one key in one direction, and then the uid; null: the uid alone. */
type IndexOrder = { readonly key: (typeof indexedKeys)[number]; readonly direction: Order["direction"] } | null

/** The order of a segment if there is an index of it; undefined where there is none. */
export const indexOrderOf = ({ order, source }: Segment): IndexOrder | undefined => {
  const [first, ...others] = order
  if (first === undefined) return null
  const key = indexedKeys.find((key) => key === first.key)
  if (key === undefined || others.length > 0 || (source !== "live" && key !== "updatedAt")) return undefined
  return { key, direction: first.direction }
}

/** A range of ascending keys, ends included. Null: not known. */
interface Keys {
  readonly least: number | null
  readonly greatest: number | null
}

const anyKey: Keys = { least: null, greatest: null }

/** One stretch of one index: rows in the order of `key`, then `uid`, both ascending. Descending keys are negated. */
interface IndexStretch extends RowSet {
  /** Null: the uid alone. */
  readonly key: Fragment | null
  /** The least and the greatest key that its rows have. */
  readonly keys: Keys
  readonly uid: Fragment
  readonly agendaUid: Fragment
  readonly removedAt: Fragment
  readonly count: () => Fragment
}

type KeyColumns = { readonly asc: string; readonly desc: string }

const eventKeys: { readonly [K in Exclude<(typeof indexedKeys)[number], "nextBegin">]: KeyColumns } = {
  lastBegin: { asc: "e.last_begin", desc: "(-e.last_begin)" },
  lastEnd: { asc: "e.last_end", desc: "e.last_end_down" },
  updatedAt: { asc: "e.updated_at", desc: "e.updated_down" },
  createdAt: { asc: "e.created_at", desc: "e.created_down" },
  availabilityUpdatedAt: { asc: "e.availability_updated_at", desc: "e.availability_updated_down" }
}

/** The keys of a range of instants: descending, it is the range turned round. */
const keysWithin = ({ gte, lte }: Range, direction: Order["direction"]): Keys =>
  direction === "asc"
    ? { least: gte, greatest: lte }
    : { least: lte === null ? null : 0 - lte, greatest: gte === null ? null : 0 - gte }

const conditionsOf = {
  updatedAt: "UpdatedAt",
  createdAt: "CreatedAt",
  availabilityUpdatedAt: "AvailabilityUpdatedAt"
} as const satisfies { readonly [K in ChangeKey]: Condition["_tag"] }

const rangeOf = (condition: Condition, key: ChangeKey): Range | null => {
  if (condition._tag !== conditionsOf[key] || !("ranges" in condition)) return null
  const [range = null, ...others] = condition._tag === "AvailabilityUpdatedAt" ? updatedRanges(condition.ranges) : condition.ranges
  return others.length === 0 ? range : null
}

/** The first condition that says which keys a list by change or creation can have. It is then said of the keys and not again. */
const findRange = <C extends Condition>(
  conditions: ReadonlyArray<C>,
  order: IndexOrder
): { readonly keys: Keys | null; readonly others: ReadonlyArray<C> } => {
  const key = changeKeys.find((one) => one === order?.key)
  if (order === null || key === undefined) return { keys: null, others: conditions }
  const place = conditions.findIndex((condition) => rangeOf(condition, key) !== null)
  const found = conditions[place]
  const range = found === undefined ? null : rangeOf(found, key)
  return range === null
    ? { keys: null, others: conditions }
    : { keys: keysWithin(range, order.direction), others: conditions.filter((_, other) => other !== place) }
}

/** A slot that ends after an instant begins at most a slot's greatest length before it. */
const leastBegin = (asOf: number): number => asOf - slotLength_ms_max + 1

/** Which keys the events of a half can have, where its key says so. */
const keysOfHalf = (order: IndexOrder, half: Segment["half"], asOf: number): Keys => {
  if (order?.key === "lastBegin" && order.direction === "asc" && half === "notEnded") return { least: leastBegin(asOf), greatest: null }
  if (order?.key === "lastEnd" && order.direction === "desc" && half === "ended") return { least: 0 - asOf, greatest: null }
  return anyKey
}

/** Events by a column of their own row. */
const eventStretch = (
  words: Words,
  plan: QueryPlan,
  segment: Segment,
  part: Part,
  order: { readonly key: keyof typeof eventKeys; readonly direction: Order["direction"] } | null
): IndexStretch => {
  const { sql } = words
  const range = findRange(part.conditions, order)
  const isSaidByKey = order?.key === "lastEnd" && order.direction === "desc" && segment.half === "ended"
  return {
    from: sql.literal("agenda_event e"),
    where: [
      ...partWhere(words, plan, segment, { ...part, conditions: range.others }, eventColumns, "in order"),
      ...(isSaidByKey ? [] : halfWhere(words, segment.half, plan.asOf))
    ],
    key: order === null ? null : sql.literal(eventKeys[order.key][order.direction]),
    keys: range.keys ?? keysOfHalf(order, segment.half, plan.asOf),
    uid: sql.literal("e.uid"),
    agendaUid: sql.literal("e.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: () => countEvents(words, plan, segment, part)
  }
}

/** Events by their next slot, which is found without grouping: it has not ended, and the one before it has. */
const slotStretch = (words: Words, plan: QueryPlan, segment: Segment, part: Part, direction: Order["direction"]): IndexStretch => {
  const { sql } = words
  const selective = part.conditions.some(isSelective)
  const needsEvent = selective || !part.conditions.every(isShared)
  // CROSS JOIN says which comes first to SQLite, which does not look at how many rows a condition leaves. Postgres decides for itself.
  const joined = selective ? "agenda_event e CROSS JOIN agenda_slot s" : "agenda_slot s CROSS JOIN agenda_event e"
  return {
    from: sql.literal(needsEvent ? joined : "agenda_slot s"),
    where: [
      ...partWhere(words, plan, segment, part, selective ? eventColumns : slotColumns, "in order"),
      ...(needsEvent ? [sql.literal("e.uid = s.event_uid")] : []),
      sql`s.end_ms > ${plan.asOf}`,
      sql`s.prev_end <= ${plan.asOf}`
    ],
    key: sql.literal(direction === "asc" ? "s.begin_ms" : "(-s.begin_ms)"),
    keys: direction === "asc" ? { least: leastBegin(plan.asOf), greatest: null } : anyKey,
    uid: sql.literal("s.event_uid"),
    agendaUid: sql.literal("s.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: () => countEvents(words, plan, segment, part)
  }
}

const liveStretches = (words: Words, plan: QueryPlan, segment: Segment, order: IndexOrder): ReadonlyArray<IndexStretch> => {
  if (segment.source === "removed" || plan.live === null) return []
  if (order === null) return partsOf(plan, segment).map((part) => eventStretch(words, plan, segment, part, null))
  const { direction, key } = order
  if (key !== "nextBegin") return partsOf(plan, segment).map((part) => eventStretch(words, plan, segment, part, { key, direction }))
  // An event that has ended has no next slot.
  if (segment.half === "ended") return []
  const notEnded: Segment = { ...segment, half: "notEnded" }
  return partsOf(plan, notEnded).map((part) => slotStretch(words, plan, notEnded, part, direction))
}

const tombstoneStretch = (
  words: Words,
  rows: TombstoneRows,
  removed: ReadonlyArray<TombstoneCondition>,
  order: IndexOrder
): IndexStretch => {
  const { sql } = words
  const range = findRange(removed, order)
  return {
    from: rows.from,
    where: rows.where(range.others, "in order"),
    key: order === null ? null : sql.literal(order.direction === "asc" ? rows.removedAt : rows.removedDown),
    keys: range.keys ?? anyKey,
    uid: sql.literal(rows.uid),
    agendaUid: sql.literal(rows.agendaUid),
    removedAt: sql.literal(rows.removedAt),
    count: () => countTombstones(words, rows, removed)
  }
}

/** A value of a segment's key as stretches are ordered by it, and the other way round. */
const ascending = (order: IndexOrder, value: number): number => order?.direction === "desc" ? 0 - value : value

/** A value of a segment's key as stretches are ordered by it; null: none is said. What is last whatever the direction has a key of its own. */
const keyFrom = (order: IndexOrder, value: OrderValue | undefined): number | null =>
  typeof value === "number" ? ascending(order, value) : value === null && order?.key === "availabilityUpdatedAt" ? neverUpdated : null

/** The other way round. */
const valueFrom = (order: IndexOrder, key: number): number | null => key === neverUpdated ? null : ascending(order, key)

/**
 * The rows of a stretch behind a place in its segment, or all of them. One lower bound is said and never two: SQLite starts at one of them
 * and cannot tell which is higher, and starting at the wrong one makes a page cost as much as all pages before it.
 */
const behind = ({ sql }: Words, { key, keys, uid, where }: IndexStretch, order: IndexOrder, position: Position | null): Fragment => {
  if (key === null) return sql.and([...where, ...(position === null ? [] : [sql`${uid} > ${position.uid}`])])
  const from = keyFrom(order, position?.values[0])
  const startsAtLeast = keys.least !== null && (from === null || keys.least > from)
  return sql.and([
    ...where,
    ...(startsAtLeast ? [sql`${key} >= ${keys.least}`] : []),
    ...(from !== null && position !== null && !startsAtLeast ? [sql`(${key}, ${uid}) > (${from}, ${position.uid})`] : []),
    ...(keys.greatest === null ? [] : [sql`${key} <= ${keys.greatest}`])
  ])
}

/** Compiles a segment whose order is one of indexes. */
export const compileIndexed = (words: Words, plan: QueryPlan, segment: Segment, order: IndexOrder): CompiledSegment => {
  const { sql } = words
  const { removed } = plan
  const stretches = [
    ...liveStretches(words, plan, segment, order),
    ...(segment.source === "live" || removed === null
      ? []
      : tombstoneRows(words, plan).map((rows) => tombstoneStretch(words, rows, removed, order)))
  ]
  return {
    stretches: stretches.map((stretch): Stretch => {
      const { agendaUid, count, from, key, removedAt, uid } = stretch
      const keyed = key === null ? sql.literal("") : sql`${key} AS k0, `
      const ordered = key === null ? uid : sql`${key}, ${uid}`
      return {
        rows: (position, limit) =>
          sql`SELECT ${keyed}${uid} AS uid, ${agendaUid} AS agenda_uid, ${removedAt} AS removed_at FROM ${from} WHERE ${
            behind(words, stretch, order, position)
          } ORDER BY ${ordered} ${limitTo(sql, limit)}`,
        count,
        counted: null
      }
    }),
    orderBy: sql.literal(order === null ? "uid" : "k0, uid"),
    valuesOf: (row) => order === null ? [] : [valueFrom(order, Cell.integer(row, "k0"))]
  }
}
