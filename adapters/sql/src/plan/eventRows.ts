import type { QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { eventColumns, isFeatured, type SharedColumns } from "../fragment/Columns.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { isFoundIn } from "../fragment/ofEvent.js"
import { agendaOf, compileSearch } from "./compileSearch.js"
import { compileCondition, compileConditionForSet, isSelective, needsLookUp } from "./condition/compileCondition.js"
import { compileScope, compileScopeForSet } from "./condition/compileScope.js"
import { locationScanOf, locationScanRows } from "./locationScan.js"
import { searchCoveredEvents } from "./searchCoveredEvents.js"
import { searchOf, type StatePartition, unsplit } from "./splitByState.js"
import { termScanOf, termScanRows } from "./termScan.js"

/** A `FROM` clause and its predicates. */
export interface RowSet {
  readonly from: Fragment
  readonly where: ReadonlyArray<Fragment>
}

/** How rows are accessed: in index order, or as a set. */
type AccessPath = "in order" | "at once"

/** Whether events are found by point look-ups, because a condition or a search names them. */
export const isLookedUp = (plan: QueryPlan, partition: StatePartition): boolean =>
  searchOf(plan) !== null || partition.conditions.some(isSelective)

/**
 * The predicates of a partition on `e`, or on the slot whose columns `columns` names, without the scope. Featured
 * events are few, so their conditions use point look-ups.
 */
const conditionsWhere = (
  context: SqlContext,
  plan: QueryPlan,
  { featured }: Pick<Segment, "featured">,
  partition: StatePartition,
  columns: SharedColumns,
  accessPath: AccessPath
): ReadonlyArray<Fragment> => {
  const { sql } = context
  const on = { ...columns, scope: plan.scope }
  const isAtOnce = accessPath === "at once" && !isLookedUp(plan, partition) && featured !== true
  return [
    ...(partition.state === null ? [] : [sql.literal(`${on.state} ${partition.state}`)]),
    ...(featured === null ? [] : [sql.literal(isFeatured(on.featured, featured))]),
    ...partition.conditions.map((condition) =>
      isAtOnce ? compileConditionForSet(context, condition, on) : compileCondition(context, condition, on)
    )
  ]
}

/** The predicates of a partition, with the scope. */
export const partitionWhere = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Pick<Segment, "featured">,
  partition: StatePartition,
  columns: SharedColumns,
  accessPath: AccessPath
): ReadonlyArray<Fragment> => {
  // The unary plus disqualifies the agenda's indexes, so that the few events are found by uid. Keys that begin with the
  // agenda need it.
  const isKey = context.dialect.keysByAgenda && plan.scope._tag === "Agenda"
  const scope = isLookedUp(plan, partition)
    ? compileScope(context, plan.scope, isKey ? columns.agendaUid : `+${columns.agendaUid}`)
    : accessPath === "in order"
    ? compileScope(context, plan.scope, columns.agendaUid)
    : compileScopeForSet(context, plan.scope, columns.agendaUid)
  return [scope, ...conditionsWhere(context, plan, segment, partition, columns, accessPath)]
}

/** The predicates of a half. Both halves are ranges of one index. */
export const endedWhere = ({ sql }: SqlContext, endedFilter: Segment["endedFilter"], asOf: number): ReadonlyArray<Fragment> => {
  if (endedFilter === null) return []
  return [endedFilter === "notEnded" ? sql`e.last_end > ${asOf}` : sql`e.last_end <= ${asOf}`]
}

/**
 * Lower bound of the end of events with a slot in the requested time windows: no slot ends before it begins. Null when
 * unbounded.
 */
const earliestEnd = ({ conditions }: StatePartition): number | null => {
  const begins = conditions.flatMap((condition) => condition._tag === "Timings" ? condition.ranges.map(({ gte }) => gte ?? -Infinity) : [])
  const least = begins.reduce((first, begin) => Math.min(first, begin), Infinity)
  return Number.isFinite(least) ? least : null
}

/** The predicates of a half, narrowed by the partition's time windows. */
const endWhere = (
  context: SqlContext,
  partition: StatePartition,
  endedFilter: Segment["endedFilter"],
  asOf: number
): ReadonlyArray<Fragment> => {
  const least = earliestEnd(partition)
  // One lower bound, never two: SQLite would not know which is higher.
  const isEndedTighter = endedFilter === "notEnded" && (least === null || least <= asOf)
  return [
    ...(endedFilter === "ended" || isEndedTighter ? endedWhere(context, endedFilter, asOf) : []),
    ...(least === null || isEndedTighter ? [] : [context.sql`e.last_end >= ${least}`])
  ]
}

/**
 * The events `e` of a partition. With a search, its results `m` with their `score` drive the join; CROSS JOIN fixes
 * that order for SQLite, which cannot estimate their number.
 */
export const eventRows = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Pick<Segment, "featured" | "endedFilter">,
  partition: StatePartition,
  accessPath: AccessPath = "at once"
): RowSet => {
  const { sql } = context
  const search = searchOf(plan)
  const where = [
    ...partitionWhere(context, plan, segment, partition, eventColumns, accessPath),
    ...endWhere(context, partition, segment.endedFilter, plan.asOf)
  ]
  if (search === null) return { from: sql.literal("agenda_event e"), where }
  return {
    from: sql`${compileSearch(context, plan.scope, partition.state, search)} m CROSS JOIN agenda_event e`,
    where: [isFoundIn(context, eventColumns, "m", agendaOf(plan.scope)), ...where]
  }
}

/** Covering rows of all events of a partition, and the conditions that they do not imply. */
interface CoveringRows {
  readonly from: Fragment
  readonly others: StatePartition["conditions"]
}

/** The term scan or location scan of a partition. Null when there is none. */
const coveringRows = (context: SqlContext, plan: QueryPlan, partition: StatePartition): CoveringRows | null => {
  const termScan = termScanOf(plan, partition)
  if (termScan !== null) return { from: termScanRows(context, termScan), others: termScan.others }
  const locationScan = locationScanOf(context, plan, partition)
  return locationScan === null ? null : { from: locationScanRows(context, locationScan), others: locationScan.others }
}

/** `eventRows` for counting or listing uids: uses a term scan or location scan if there is one. */
export const countedRows = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Pick<Segment, "featured" | "endedFilter">,
  partition: StatePartition,
  accessPath: AccessPath = "at once"
): RowSet => {
  const covering = isLookedUp(plan, partition) ? null : coveringRows(context, plan, partition)
  if (covering === null) return eventRows(context, plan, segment, partition, accessPath)
  return {
    from: covering.from,
    where: [
      ...conditionsWhere(context, plan, segment, { ...partition, conditions: covering.others }, eventColumns, accessPath),
      ...endedWhere(context, segment.endedFilter, plan.asOf)
    ]
  }
}

/** The predicates of a partition on covering rows (`isCoveredByTerms`), without the scope. */
export const coveredWhere = (context: SqlContext, plan: QueryPlan, partition: StatePartition): ReadonlyArray<Fragment> =>
  conditionsWhere(context, plan, { featured: null }, partition, eventColumns, "at once")

/** A `SELECT` of the number of events of a partition. */
export const countEvents = (
  context: SqlContext,
  plan: QueryPlan,
  segment: Pick<Segment, "featured" | "endedFilter">,
  partition: StatePartition
): Fragment => {
  const { sql } = context
  const covered = searchCoveredEvents(context, plan, segment, partition)
  if (covered !== null) return covered.count()
  const { from, where } = countedRows(context, plan, segment, partition)
  return sql`SELECT count(*) FROM ${from} WHERE ${sql.and(where)}`
}

/**
 * Counts all segments of a plan in one scan of an agenda, as `s0`, `s1`, …. Null when one scan per segment is as fast.
 */
export const countTogether = (context: SqlContext, plan: QueryPlan): Statement<Row> | null => {
  const { sql } = context
  const { asOf, live, scope, segments } = plan
  const partition = unsplit(plan)
  if (live === null || partition === null || partition.state === null || scope._tag !== "Agenda" || segments.length < 2) return null
  if (segments.some(({ endedFilter, source }) => source !== "live" || endedFilter === null)) return null
  // An event that has ended has no next slot.
  if (segments.some(({ endedFilter, order }) => endedFilter === "ended" && order.some(({ key }) => key === "nextBegin"))) return null
  if (!isLookedUp(plan, partition) && !partition.conditions.some(needsLookUp)) return null
  const { from, where } = countedRows(context, plan, { featured: null, endedFilter: null }, partition)
  const counts = segments.map(({ featured, endedFilter }, number) => {
    const isIn = [
      ...(featured === null ? [] : [sql.literal(isFeatured("e.featured", featured))]),
      ...endedWhere(context, endedFilter, asOf)
    ]
    return sql`count(*) FILTER (WHERE ${sql.and(isIn)}) AS ${sql.literal(`s${number}`)}`
  })
  return sql`SELECT ${sql.csv(counts)} FROM ${from} WHERE ${sql.and(where)}`
}
