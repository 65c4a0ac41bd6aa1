import { slotLength_ms_max } from "@agenda-engine/core/domain/event/Timing"
import type { Condition, Range, TombstoneCondition } from "@agenda-engine/core/query/event/Condition"
import { type ChangeKey, changeKeys } from "@agenda-engine/core/query/event/EventSort"
import type { Order, Position, QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import * as Cell from "../database/Cell.js"
import { limitTo } from "../fragment/bindable.js"
import { eventColumns, slotColumns } from "../fragment/Columns.js"
import { alwaysFalse, type SqlContext } from "../fragment/isOneOf.js"
import { isOfEvent } from "../fragment/ofEvent.js"
import { neverUpdated, updatedRanges } from "../row/EventRow.js"
import { isSelective, isShared } from "./condition/compileCondition.js"
import { countEvents, endedWhere, partitionWhere, type RowSet } from "./eventRows.js"
import type { CompiledSegment, SegmentBranch } from "./SegmentBranch.js"
import { splitByState, type StatePartition } from "./splitByState.js"
import { countTombstones, type TombstoneRows, tombstoneRows } from "./tombstoneRows.js"

const indexedKeys = ["nextBegin", "lastBegin", "lastEnd", "updatedAt", "createdAt", "availabilityUpdatedAt"] as const

/** The order of an index: one key and then the uid, read in one direction. A null key: the uid only. */
interface IndexOrder {
  readonly key: (typeof indexedKeys)[number] | null
  readonly direction: Order["direction"]
}

/** The index order of a segment. Undefined when no index has its order. */
export const indexOrderOf = ({ order, source, ties }: Segment): IndexOrder | undefined => {
  const [first, ...others] = order
  if (first === undefined) return ties === "asEnded" ? undefined : { key: null, direction: ties }
  const key = indexedKeys.find((key) => key === first.key)
  if (key === undefined || others.length > 0 || ties !== first.direction || (source !== "live" && key !== "updatedAt")) return undefined
  return { key, direction: first.direction }
}

/** A range of keys, bounds included. A null bound is open. */
interface Keys {
  readonly least: number | null
  readonly greatest: number | null
}

const unboundedKeys: Keys = { least: null, greatest: null }

/** A branch that scans one index in the order of `key`, then `uid`, both in the direction of the order. */
interface IndexBranch extends RowSet {
  /** The key that is scanned. Null: ordered by uid only. */
  readonly key: Fragment | null
  /** Bounds of the keys that its rows can have. */
  readonly keys: Keys
  readonly uid: Fragment
  readonly agendaUid: Fragment
  readonly removedAt: Fragment
  readonly count: () => Fragment
  /** Which rows it has where those without a value are a branch of their own. Absent: all rows. */
  readonly values?: "present" | "absent"
}

const eventKeys: { readonly [K in Exclude<(typeof indexedKeys)[number], "nextBegin">]: string } = {
  lastBegin: "e.last_begin",
  lastEnd: "e.last_end",
  updatedAt: "e.updated_at",
  createdAt: "e.created_at",
  availabilityUpdatedAt: "e.availability_updated_at"
}

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
  const key = changeKeys.find((one) => one === order.key)
  if (key === undefined) return { keys: null, others: conditions }
  const index = conditions.findIndex((condition) => rangeOf(condition, key) !== null)
  const found = conditions[index]
  const range = found === undefined ? null : rangeOf(found, key)
  return range === null
    ? { keys: null, others: conditions }
    : { keys: { least: range.gte, greatest: range.lte }, others: conditions.filter((_, other) => other !== index) }
}

/** Earliest begin of a slot that ends after `asOf`, given the longest possible slot. */
const leastBegin = (asOf: number): number => asOf - slotLength_ms_max + 1

/** The key range that a half implies. */
const endedKeys = ({ key }: IndexOrder, endedFilter: Segment["endedFilter"], asOf: number): Keys => {
  if (key === "lastBegin" && endedFilter === "notEnded") return { least: leastBegin(asOf), greatest: null }
  if (key !== "lastEnd" || endedFilter === null) return unboundedKeys
  return endedFilter === "ended" ? { least: null, greatest: asOf } : { least: asOf + 1, greatest: null }
}

/** Branches of events ordered by a column of their own row. */
const eventBranches = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Segment,
  partition: StatePartition,
  { direction, key }: IndexOrder & { readonly key: keyof typeof eventKeys | null }
): ReadonlyArray<IndexBranch> => {
  const { sql } = context
  const range = findRange(partition.conditions, { direction, key })
  // Featured events are few: sorting them is less than looking for them among all by their last slot. The unary plus
  // disqualifies the index of that order.
  const isSortedByKey = key === "lastBegin" && segment.featured === true
  const branch: IndexBranch = {
    from: sql.literal("agenda_event e"),
    where: [
      ...partitionWhere(context, plan, segment, { ...partition, conditions: range.others }, eventColumns, "in order"),
      ...(key === "lastEnd" ? [] : endedWhere(context, segment.endedFilter, plan.asOf))
    ],
    key: key === null ? null : sql.literal(isSortedByKey ? `(+${eventKeys[key]})` : eventKeys[key]),
    keys: range.keys ?? endedKeys({ direction, key }, segment.endedFilter, plan.asOf),
    uid: sql.literal("e.uid"),
    agendaUid: sql.literal("e.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: () => countEvents(context, plan, segment, partition)
  }
  const hasAbsent = key === "availabilityUpdatedAt" && direction === "desc" &&
    !partition.conditions.some(({ _tag }) => _tag === "AvailabilityUpdatedAt")
  if (!hasAbsent) return [branch]
  // The sentinel is the greatest key. In descending order its rows are read last, as a range of their own.
  const absent = sql.literal(`${eventKeys.availabilityUpdatedAt} = ${neverUpdated}`)
  return [
    { ...branch, keys: { least: null, greatest: neverUpdated - 1 }, values: "present" },
    { ...branch, where: [...branch.where, absent], key: null, count: () => sql.literal("SELECT 0"), values: "absent" }
  ]
}

/**
 * A branch of events ordered by their next slot. The next slot is found without grouping: it has not ended and the slot
 * before it has.
 */
const slotBranch = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Segment,
  partition: StatePartition
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
      ...(needsEvent ? [isOfEvent(context, "s", eventColumns)] : []),
      sql`s.end_ms > ${plan.asOf}`,
      sql`s.prev_end <= ${plan.asOf}`
    ],
    key: sql.literal("s.begin_ms"),
    keys: { least: leastBegin(plan.asOf), greatest: null },
    uid: sql.literal("s.event_uid"),
    agendaUid: sql.literal("s.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: () => countEvents(context, plan, segment, partition)
  }
}

const liveBranches = (context: SqlContext, plan: QueryPlan, segment: Segment, order: IndexOrder): ReadonlyArray<IndexBranch> => {
  if (segment.source === "removed" || plan.live === null) return []
  const { direction, key } = order
  if (key !== "nextBegin") {
    return splitByState(plan, segment).flatMap((partition) => eventBranches(context, plan, segment, partition, { key, direction }))
  }
  // An event that has ended has no next slot.
  if (segment.endedFilter === "ended") return []
  const notEnded: Segment = { ...segment, endedFilter: "notEnded" }
  return splitByState(plan, notEnded).map((partition) => slotBranch(context, plan, notEnded, partition))
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
    key: order.key === null ? null : sql.literal(rows.removedAt),
    keys: range.keys ?? unboundedKeys,
    uid: sql.literal(rows.uid),
    agendaUid: sql.literal(rows.agendaUid),
    removedAt: sql.literal(rows.removedAt),
    count: () => countTombstones(context, rows, removed)
  }
}

/** The bounds of the rows after a position in the range of a branch. */
const after = (
  { sql }: SqlContext,
  { key, keys: { greatest, least }, uid }: IndexBranch,
  direction: IndexOrder["direction"],
  position: Position | null
): ReadonlyArray<Fragment> => {
  const beyond = sql.literal(direction === "asc" ? ">" : "<")
  if (key === null) return position === null ? [] : [sql`${uid} ${beyond} ${position.uid}`]
  const value = position?.values[0]
  // `neverUpdated` is the value of events without one.
  const from = typeof value === "number" ? value : value === null ? neverUpdated : null
  const [first, last] = direction === "asc" ? [least, greatest] : [greatest, least]
  // One bound where the scan starts, never two: SQLite may start at the further one and read every earlier page again.
  const startsAtFirst = first !== null && (from === null || (direction === "asc" ? first > from : first < from))
  const [start, end] = direction === "asc" ? [sql.literal(">="), sql.literal("<=")] : [sql.literal("<="), sql.literal(">=")]
  return [
    ...(startsAtFirst ? [sql`${key} ${start} ${first}`] : []),
    ...(from !== null && position !== null && !startsAtFirst ? [sql`(${key}, ${uid}) ${beyond} (${from}, ${position.uid})`] : []),
    ...(last === null ? [] : [sql`${key} ${end} ${last}`])
  ]
}

/**
 * The predicate of the rows of a branch after a position; of all rows when it is null. Where rows without a value are a
 * branch of their own, the other one ends before the position of such a row.
 */
const whereAfter = (
  context: SqlContext,
  branch: IndexBranch,
  direction: IndexOrder["direction"],
  position: Position | null
): Fragment => {
  const { sql } = context
  const isAbsent = position !== null && position.values[0] === null
  if (branch.values === "present" && isAbsent) return alwaysFalse(sql)
  return sql.and([...branch.where, ...after(context, branch, direction, branch.values === "absent" && !isAbsent ? null : position)])
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
  const suffix = order.direction === "asc" ? "" : " DESC"
  // The key of rows without a value that is last in the direction.
  const last = order.direction === "asc" ? neverUpdated : 0 - neverUpdated
  return {
    branches: branches.map((branch): SegmentBranch => {
      const { agendaUid, count, from, key, removedAt, uid, values } = branch
      const shown = values === "absent" ? sql.literal(`CAST(${last} AS bigint)`) : key
      const keyColumn = shown === null ? sql.literal("") : sql`${shown} AS k0, `
      const orderBy = sql.csv([...(key === null ? [] : [key]), uid].map((column) => sql`${column}${sql.literal(suffix)}`))
      return {
        rows: (position, limit) =>
          sql`SELECT ${keyColumn}${uid} AS uid, ${agendaUid} AS agenda_uid, ${removedAt} AS removed_at FROM ${from} WHERE ${
            whereAfter(context, branch, order.direction, position)
          } ORDER BY ${orderBy} ${limitTo(sql, limit)}`,
        count,
        counted: null
      }
    }),
    orderBy: sql.literal([...(order.key === null ? [] : ["k0"]), "uid"].map((column) => `${column}${suffix}`).join(", ")),
    valuesOf: (row) => {
      if (order.key === null) return []
      const key = Cell.integer(row, "k0")
      return [key === last ? null : key]
    }
  }
}
