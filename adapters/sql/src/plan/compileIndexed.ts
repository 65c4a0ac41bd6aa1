import { slotLength_ms_max } from "@agenda-engine/core/domain/event/Timing"
import type { Condition, Range, TombstoneCondition } from "@agenda-engine/core/query/event/Condition"
import { type ChangeKey, changeKeys } from "@agenda-engine/core/query/event/EventSort"
import type { Order, OrderValue, Position, QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import * as Cell from "../database/Cell.js"
import { limitTo } from "../fragment/bindable.js"
import { eventColumns, slotColumns } from "../fragment/Columns.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { neverUpdated, updatedRanges } from "../row/EventRow.js"
import { isSelective, isShared } from "./condition/compileCondition.js"
import { countEvents, endedWhere, partitionWhere, type RowSet } from "./eventRows.js"
import type { CompiledSegment, SegmentBranch } from "./SegmentBranch.js"
import { splitByState, type StatePartition } from "./splitByState.js"
import { countTombstones, type TombstoneRows, tombstoneRows } from "./tombstoneRows.js"

const indexedKeys = ["nextBegin", "lastBegin", "lastEnd", "updatedAt", "createdAt", "availabilityUpdatedAt"] as const

/** The order of an index: one key in one direction, then the uid. Null: the uid only. */
type IndexOrder = { readonly key: (typeof indexedKeys)[number]; readonly direction: Order["direction"] } | null

/** The index order of a segment. Undefined when no index has its order. */
export const indexOrderOf = ({ order, source }: Segment): IndexOrder | undefined => {
  const [first, ...others] = order
  if (first === undefined) return null
  const key = indexedKeys.find((key) => key === first.key)
  if (key === undefined || others.length > 0 || (source !== "live" && key !== "updatedAt")) return undefined
  return { key, direction: first.direction }
}

/** A range of ascending keys, bounds included. A null bound is open. */
interface Keys {
  readonly least: number | null
  readonly greatest: number | null
}

const unboundedKeys: Keys = { least: null, greatest: null }

/** A branch that scans one index in the order of `key`, then `uid`, both ascending. Descending keys are negated. */
interface IndexBranch extends RowSet {
  /** Null: ordered by uid only. */
  readonly key: Fragment | null
  /** Bounds of the keys that its rows can have. */
  readonly keys: Keys
  readonly uid: Fragment
  readonly agendaUid: Fragment
  readonly removedAt: Fragment
  readonly count: () => Fragment
}

type KeyColumns = { readonly asc: string; readonly desc: string }

const eventKeys: { readonly [K in Exclude<(typeof indexedKeys)[number], "nextBegin">]: KeyColumns } = {
  lastBegin: { asc: "e.last_begin", desc: "(-e.last_begin)" },
  lastEnd: { asc: "e.last_end", desc: "e.last_end_desc_key" },
  updatedAt: { asc: "e.updated_at", desc: "e.updated_desc_key" },
  createdAt: { asc: "e.created_at", desc: "e.created_desc_key" },
  availabilityUpdatedAt: { asc: "e.availability_updated_at", desc: "e.availability_updated_desc_key" }
}

/** The index keys of a range of instants. For a descending order, the range is negated. */
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

/**
 * Extracts the first condition that bounds the key of the order. It becomes the range of the index scan and is dropped
 * from the predicates.
 */
const findRange = <C extends Condition>(
  conditions: ReadonlyArray<C>,
  order: IndexOrder
): { readonly keys: Keys | null; readonly others: ReadonlyArray<C> } => {
  const key = changeKeys.find((one) => one === order?.key)
  if (order === null || key === undefined) return { keys: null, others: conditions }
  const index = conditions.findIndex((condition) => rangeOf(condition, key) !== null)
  const found = conditions[index]
  const range = found === undefined ? null : rangeOf(found, key)
  return range === null
    ? { keys: null, others: conditions }
    : { keys: keysWithin(range, order.direction), others: conditions.filter((_, other) => other !== index) }
}

/** Earliest begin of a slot that ends after `asOf`, given the longest possible slot. */
const leastBegin = (asOf: number): number => asOf - slotLength_ms_max + 1

/** The key range that a half implies. */
const endedKeys = (order: IndexOrder, endedFilter: Segment["endedFilter"], asOf: number): Keys => {
  if (order?.key === "lastBegin" && order.direction === "asc" && endedFilter === "notEnded") {
    return { least: leastBegin(asOf), greatest: null }
  }
  if (order?.key === "lastEnd" && order.direction === "desc" && endedFilter === "ended") return { least: 0 - asOf, greatest: null }
  return unboundedKeys
}

/** A branch of events ordered by a column of their own row. */
const eventBranch = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Segment,
  partition: StatePartition,
  order: { readonly key: keyof typeof eventKeys; readonly direction: Order["direction"] } | null
): IndexBranch => {
  const { sql } = context
  const range = findRange(partition.conditions, order)
  const isImpliedByKey = order?.key === "lastEnd" && order.direction === "desc" && segment.endedFilter === "ended"
  return {
    from: sql.literal("agenda_event e"),
    where: [
      ...partitionWhere(context, plan, segment, { ...partition, conditions: range.others }, eventColumns, "in order"),
      ...(isImpliedByKey ? [] : endedWhere(context, segment.endedFilter, plan.asOf))
    ],
    key: order === null ? null : sql.literal(eventKeys[order.key][order.direction]),
    keys: range.keys ?? endedKeys(order, segment.endedFilter, plan.asOf),
    uid: sql.literal("e.uid"),
    agendaUid: sql.literal("e.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: () => countEvents(context, plan, segment, partition)
  }
}

/**
 * A branch of events ordered by their next slot. The next slot is found without grouping: it has not ended and the slot
 * before it has.
 */
const slotBranch = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Segment,
  partition: StatePartition,
  direction: Order["direction"]
): IndexBranch => {
  const { sql } = context
  const selective = partition.conditions.some(isSelective)
  const needsEvent = selective || !partition.conditions.every(isShared)
  // CROSS JOIN fixes the join order for SQLite, which cannot estimate the selectivity of bound values. Postgres ignores
  // it.
  const joined = selective ? "agenda_event e CROSS JOIN agenda_slot s" : "agenda_slot s CROSS JOIN agenda_event e"
  return {
    from: sql.literal(needsEvent ? joined : "agenda_slot s"),
    where: [
      ...partitionWhere(context, plan, segment, partition, selective ? eventColumns : slotColumns, "in order"),
      ...(needsEvent ? [sql.literal("e.uid = s.event_uid")] : []),
      sql`s.end_ms > ${plan.asOf}`,
      sql`s.prev_end <= ${plan.asOf}`
    ],
    key: sql.literal(direction === "asc" ? "s.begin_ms" : "(-s.begin_ms)"),
    keys: direction === "asc" ? { least: leastBegin(plan.asOf), greatest: null } : unboundedKeys,
    uid: sql.literal("s.event_uid"),
    agendaUid: sql.literal("s.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: () => countEvents(context, plan, segment, partition)
  }
}

const liveBranches = (context: SqlContext, plan: QueryPlan, segment: Segment, order: IndexOrder): ReadonlyArray<IndexBranch> => {
  if (segment.source === "removed" || plan.live === null) return []
  if (order === null) return splitByState(plan, segment).map((partition) => eventBranch(context, plan, segment, partition, null))
  const { direction, key } = order
  if (key !== "nextBegin") {
    return splitByState(plan, segment).map((partition) => eventBranch(context, plan, segment, partition, { key, direction }))
  }
  // An event that has ended has no next slot.
  if (segment.endedFilter === "ended") return []
  const notEnded: Segment = { ...segment, endedFilter: "notEnded" }
  return splitByState(plan, notEnded).map((partition) => slotBranch(context, plan, notEnded, partition, direction))
}

const tombstoneBranch = (
  context: SqlContext,
  rows: TombstoneRows,
  removed: ReadonlyArray<TombstoneCondition>,
  order: IndexOrder
): IndexBranch => {
  const { sql } = context
  const range = findRange(removed, order)
  return {
    from: rows.from,
    where: rows.where(range.others, "in order"),
    key: order === null ? null : sql.literal(order.direction === "asc" ? rows.removedAt : rows.removedDescKey),
    keys: range.keys ?? unboundedKeys,
    uid: sql.literal(rows.uid),
    agendaUid: sql.literal(rows.agendaUid),
    removedAt: sql.literal(rows.removedAt),
    count: () => countTombstones(context, rows, removed)
  }
}

/** Converts between an order value and an ascending index key (negated for a descending order). */
const ascending = (order: IndexOrder, value: number): number => order?.direction === "desc" ? 0 - value : value

/** The index key of an order value. Null when the position has none. `neverUpdated` sorts last in both directions. */
const keyFrom = (order: IndexOrder, value: OrderValue | undefined): number | null =>
  typeof value === "number" ? ascending(order, value) : value === null && order?.key === "availabilityUpdatedAt" ? neverUpdated : null

/** Inverse of `keyFrom`. */
const valueFrom = (order: IndexOrder, key: number): number | null => key === neverUpdated ? null : ascending(order, key)

/**
 * The predicate of the rows after a position; of all rows when the position is null. It has at most one lower bound.
 * Of two, SQLite may start the scan at the smaller one and then reads every earlier page again.
 */
const after = ({ sql }: SqlContext, { key, keys, uid, where }: IndexBranch, order: IndexOrder, position: Position | null): Fragment => {
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

/** Compiles a segment in index order. */
export const compileIndexed = (context: SqlContext, plan: QueryPlan, segment: Segment, order: IndexOrder): CompiledSegment => {
  const { sql } = context
  const { removed } = plan
  const branches = [
    ...liveBranches(context, plan, segment, order),
    ...(segment.source === "live" || removed === null
      ? []
      : tombstoneRows(context, plan).map((rows) => tombstoneBranch(context, rows, removed, order)))
  ]
  return {
    branches: branches.map((branch): SegmentBranch => {
      const { agendaUid, count, from, key, removedAt, uid } = branch
      const keyColumn = key === null ? sql.literal("") : sql`${key} AS k0, `
      const orderBy = key === null ? uid : sql`${key}, ${uid}`
      return {
        rows: (position, limit) =>
          sql`SELECT ${keyColumn}${uid} AS uid, ${agendaUid} AS agenda_uid, ${removedAt} AS removed_at FROM ${from} WHERE ${
            after(context, branch, order, position)
          } ORDER BY ${orderBy} ${limitTo(sql, limit)}`,
        count,
        counted: null
      }
    }),
    orderBy: sql.literal(order === null ? "uid" : "k0, uid"),
    valuesOf: (row) => order === null ? [] : [valueFrom(order, Cell.integer(row, "k0"))]
  }
}
