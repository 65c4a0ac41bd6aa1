import { slotLength_ms_max } from "@agenda-engine/core/domain/event/Timing"
import type { TombstoneCondition } from "@agenda-engine/core/query/event/Condition"
import { type LocationSortField, placeOrders } from "@agenda-engine/core/query/event/EventSort"
import type { Order, OrderKey, OrderValue, Position, QueryPlan, Scope, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Cell from "../database/Cell.js"
import { eventTextTable } from "../database/indexTables.js"
import { limitTo } from "../fragment/bindable.js"
import { eventColumns, type ScopedColumns } from "../fragment/Columns.js"
import { alwaysFalse, type SqlContext } from "../fragment/isOneOf.js"
import { isFoundIn, isOfEvent } from "../fragment/ofEvent.js"
import { neverUpdated } from "../row/EventRow.js"
import { agendaOf, fitOfLines, fitOfTerms, groupsOf } from "./compileSearch.js"
import { foldedColumns } from "./condition/compilePlace.js"
import { countEvents, eventRows, type RowSet } from "./eventRows.js"
import { type Rank, type SearchCoveredEvents, searchCoveredEvents, type Wanted } from "./searchCoveredEvents.js"
import type { CompiledSegment, SegmentBranch } from "./SegmentBranch.js"
import { publishedState, searchOf, splitByState, type StatePartition } from "./splitByState.js"
import { countTombstones, type TombstoneRows, tombstoneRows } from "./tombstoneRows.js"

/** Slots read at most, for each event that is wanted and for each that is tied: looking up an event costs more. */
const slots_max = { perWanted: 200, perTied: 10 } as const

/** Where the next slots begin after a position. Null when the position is of an event that has ended. */
const nextAfter = (position: Position | null): { readonly begin: number; readonly uid: number } | null => {
  const [, , ended, begin] = position?.values ?? []
  return position !== null && ended === 0 && typeof begin === "number" ? { begin, uid: position.uid } : null
}

/**
 * A `SELECT` of the `uid` of at most `limit` tied events that have not ended, those with the next slots after a
 * position: slots are read in order instead of looking up every tied event. It may have fewer where more exist, because
 * the slots read are limited. Null for a plan without an index of its slots.
 *
 * @param tied A `SELECT` of the `uid` of events that are equal in all that precedes the time.
 */
const soonestTied = (
  { sql }: SqlContext,
  { asOf, scope }: QueryPlan,
  state: StatePartition["state"],
  tied: Fragment,
  { limit, position }: { readonly position: Position | null; readonly limit: number }
): Fragment | null => {
  if (scope._tag !== "Agenda" || state !== publishedState) return null
  const from = nextAfter(position)
  if (position !== null && from === null) return null
  const least = asOf - slotLength_ms_max
  const begins = from === null || from.begin <= least
    ? sql`s.begin_ms > ${least}`
    : sql`(s.begin_ms, s.event_uid) > (${from.begin}, ${from.uid})`
  const few = sql`SELECT uid FROM (${tied}) tied ${limitTo(sql, slots_max.perWanted * limit / slots_max.perTied)}`
  return sql`SELECT n.event_uid AS uid FROM (SELECT s.event_uid, s.begin_ms, s.end_ms, s.prev_end FROM agenda_slot s WHERE s.agenda_uid = ${scope.agendaUid} AND s.state = 2 AND ${begins} ORDER BY s.begin_ms, s.event_uid LIMIT (SELECT ${
    sql.literal(String(slots_max.perTied))
  } * count(*) FROM (${few}) few)) n WHERE n.end_ms > ${asOf} AND n.prev_end <= ${asOf} AND n.event_uid IN (${tied}) ORDER BY n.begin_ms, n.event_uid ${
    limitTo(sql, limit)
  }`
}

const placeColumns: { readonly [F in LocationSortField]: string } = {
  ...foldedColumns,
  name: "l.name_folded",
  address: "l.address_folded",
  postalCode: "l.postal_code_folded"
}

/** The location field of a key. Null for numeric keys. */
const placeOf = (key: OrderKey): LocationSortField | null => placeOrders.find((field) => key === `location.${field}`) ?? null

/** Scalar subquery: the begin of the first slot of `e` that has not ended. */
const nextBegin = (context: SqlContext, { asOf, scope }: QueryPlan): Fragment =>
  context.sql`(SELECT n.begin_ms FROM agenda_slot n WHERE ${isOfEvent(context, "n", { ...eventColumns, scope })} AND n.begin_ms > ${
    asOf - slotLength_ms_max
  } AND n.end_ms > ${asOf} ORDER BY n.begin_ms LIMIT 1)`

/**
 * The value of a key for the event `e`, with its location `l`, its lines `s` and its `score`. All numbers have one
 * type, so that they compare with each other.
 */
const eventValue = (context: SqlContext, plan: QueryPlan, key: OrderKey): Fragment => {
  const { sql } = context
  const { asOf } = plan
  const place = placeOf(key)
  if (place !== null) return sql.literal(placeColumns[place])
  switch (key) {
    case "nextBegin":
      return nextBegin(context, plan)
    case "lastBegin":
      return sql.literal("e.last_begin")
    case "lastEnd":
      return sql.literal("e.last_end")
    case "featured":
      return sql.literal("CAST(e.featured AS bigint)")
    case "ended":
      return sql`CAST(CASE WHEN e.last_end > ${asOf} THEN 0 ELSE 1 END AS bigint)`
    case "nextTime":
      // The slots of an event are looked up only where one has ended and another has not.
      return sql`CASE WHEN e.last_end <= ${asOf} THEN -e.last_end WHEN e.first_end > ${asOf} THEN e.first_begin ELSE ${
        nextBegin(context, plan)
      } END`
    case "lastTime":
      return sql`CASE WHEN e.last_end > ${asOf} THEN e.last_begin ELSE -e.last_end END`
    case "updatedAt":
      return sql.literal("e.updated_at")
    case "availabilityUpdatedAt":
      return sql.literal(`NULLIF(e.availability_updated_at, ${neverUpdated})`)
    case "createdAt":
      return sql.literal("e.created_at")
    case "fit": {
      const search = searchOf(plan)
      return search === null ? sql.literal("CAST(0 AS bigint)") : sql`CAST(${fitOfLines(context, search.search.alternatives)} AS bigint)`
    }
    default:
      return sql.literal(searchOf(plan) === null ? "CAST(0 AS bigint)" : "CAST(score AS bigint)")
  }
}

/** The columns of the results `f` of a search. */
const foundIn = (scope: Scope): ScopedColumns => ({ ...eventColumns, uid: "f.uid", agendaUid: "f.agenda_uid", scope })

/** The value of a key for a tombstone: the instant of removal for `updatedAt`, otherwise null. */
const tombstoneValue = ({ sql }: SqlContext, { removedAt }: TombstoneRows, key: OrderKey): Fragment =>
  sql.literal(key === "updatedAt" ? removedAt : `CAST(NULL AS ${placeOf(key) === null ? "bigint" : "text"})`)

/** The key `ended` of an order, whose value decides the direction of ties. */
const endedOf = (order: ReadonlyArray<Order>): number => order.findIndex(({ key }) => key === "ended")

/** `ORDER BY` of rows with one column per key, and the uid. */
const orderBy = ({ sql }: SqlContext, { order, ties }: Pick<Segment, "order" | "ties">): Fragment => {
  const uid = ties === "asc" ? "uid" : ties === "desc" ? "uid DESC" : `CASE k${endedOf(order)} WHEN 1 THEN -uid ELSE uid END`
  return sql.literal([...order.map(({ direction }, index) => `k${index} ${direction.toUpperCase()} NULLS LAST`), uid].join(", "))
}

/**
 * Predicate: the column sorts after a value. Null sorts last. A text with NUL, which no column can contain, sorts right
 * after its prefix before the NUL.
 */
const afterValue = ({ sql }: SqlContext, column: Fragment, direction: Order["direction"], value: OrderValue): Fragment => {
  if (value === null) return alwaysFalse(sql)
  const end = typeof value === "string" ? value.indexOf("\0") : -1
  const bound = typeof value === "string" && end >= 0 ? value.slice(0, end) : value
  const sign = direction === "asc" ? ">" : end >= 0 ? "<=" : "<"
  return sql`(${column} ${sql.literal(sign)} ${bound} OR ${column} IS NULL)`
}

const isEqual = ({ sql }: SqlContext, column: Fragment, value: OrderValue): Fragment => {
  if (value === null) return sql`${column} IS NULL`
  return typeof value === "string" && value.includes("\0") ? alwaysFalse(sql) : sql`${column} = ${value}`
}

/** Predicate: the row sorts after a position. */
const after = (context: SqlContext, { order, ties }: Pick<Segment, "order" | "ties">, { uid, values }: Position): Fragment => {
  const { sql } = context
  const descends = ties === "asEnded" ? values[endedOf(order)] === 1 : ties === "desc"
  return order.reduceRight((others: Fragment, { direction }, index) => {
    const column = sql.literal(`k${index}`)
    const value = values[index] ?? null
    return sql`(${afterValue(context, column, direction, value)} OR (${isEqual(context, column, value)} AND ${others}))`
  }, descends ? sql`uid < ${uid}` : sql`uid > ${uid}`)
}

/** The select list of the order keys. */
const columnsOf = ({ sql }: SqlContext, order: ReadonlyArray<Order>, valueOf: (key: OrderKey) => Fragment): Fragment =>
  sql.csv(order.map(({ key }, index) => sql`${valueOf(key)} AS ${sql.literal(`k${index}`)}`))

const isByScore = ({ order: [first, ...others], ties }: Segment): boolean =>
  first?.key === "score" && first.direction === "desc" && others.length === 0 && ties === "asc"

const relevance = "score desc, fit desc, ended asc, nextTime asc"

/** Whether an order is that of search results, whose first keys tell which events need the others. */
const isByRelevance = (plan: QueryPlan, { order, ties }: Segment): boolean =>
  searchOf(plan) !== null && ties === "asc" && order.map(({ direction, key }) => `${key} ${direction}`).join(", ") === relevance

const rankOf = (position: Position | null): Rank | null => {
  const [score, fit] = position?.values ?? []
  return typeof score === "number" && typeof fit === "number" ? { score, fit } : null
}

/**
 * The results of a search by relevance. Times are read only for the highest ranks that fill the page. The last rank may
 * have thousands of events: where terms tell the fit, they are found by the next slots of the agenda (`soonestTied`).
 */
const relevantBranch = (
  context: SqlContext,
  plan: QueryPlan,
  { covered, partition: { state }, rows, segment }: {
    readonly covered: SearchCoveredEvents | null
    readonly segment: Pick<Segment, "order" | "ties">
    readonly partition: StatePartition
    /** The events by their rows, needed where `covered` is null. */
    readonly rows: () => RowSet
  }
): Omit<SegmentBranch, "count"> => {
  const { sql } = context
  const { order } = segment
  const search = searchOf(plan)?.search ?? null
  const best = covered?.best ?? null
  const fit = search === null ? null : fitOfTerms(context, groupsOf(plan.scope, state), search, foundIn(plan.scope))
  const found = (): Fragment => {
    if (covered !== null) return sql`SELECT uid, agenda_uid, CAST(score AS bigint) AS score FROM ${covered.all()}`
    const { from, where } = rows()
    return sql`SELECT e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(score AS bigint) AS score FROM ${from} WHERE ${sql.and(where)}`
  }
  const valueOf = (key: OrderKey): Fragment =>
    key === "score" || key === "fit" ? sql.literal(`CAST(f.${key} AS bigint)`) : eventValue(context, plan, key)
  const selectFrom =
    (tables: Fragment, from: Fragment, where: ReadonlyArray<Fragment>) =>
    (position: Position | null, limit: number, total: Fragment | null): Statement<Row> =>
      sql`WITH ${tables} SELECT sorted.*${total === null ? sql.literal("") : sql`, (${total}) AS total`} FROM (SELECT ${
        columnsOf(context, order, valueOf)
      }, f.uid AS uid, f.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM ${from} CROSS JOIN agenda_event e WHERE ${
        sql.and([isFoundIn(context, eventColumns, "f", agendaOf(plan.scope)), ...where])
      }) sorted WHERE ${position === null ? sql.literal("1 = 1") : after(context, segment, position)} ORDER BY ${
        orderBy(context, segment)
      } ${limitTo(sql, limit)}`
  const byScores = (position: Position | null, limit: number, total: Fragment | null): Statement<Row> => {
    const from = rankOf(position)
    const below = from === null ? sql.literal("") : sql` WHERE score < ${from.score}`
    const near = [
      ...(from === null ? [] : [sql`f.score <= ${from.score}`]),
      sql`f.score >= coalesce((SELECT score FROM found${below} ORDER BY score DESC LIMIT 1 OFFSET ${Math.max(limit - 1, 0)}), 0)`
    ]
    const fit = fitOfLines(context, search?.alternatives ?? [])
    const ranked = sql`SELECT f.uid, f.agenda_uid, f.score, ${fit} AS fit FROM found f CROSS JOIN ${sql(eventTextTable)} s WHERE ${
      isOfEvent(context, "s", foundIn(plan.scope))
    } AND ${sql.and(near)}`
    return selectFrom(sql`found AS MATERIALIZED (${found()})`, sql`(${ranked}) f`, [])(position, limit, total)
  }
  const byRanks =
    (ranked: (wanted: Wanted) => Fragment) => (position: Position | null, limit: number, total: Fragment | null): Statement<Row> => {
      const from = rankOf(position)
      const below = from === null ? sql.literal("") : sql` WHERE (score, fit) < (${from.score}, ${from.fit})`
      const edge =
        sql`SELECT coalesce(max(score), 0) AS score, coalesce(max(fit), 0) AS fit FROM (SELECT score, fit FROM ranked${below} ORDER BY score DESC, fit DESC LIMIT 1 OFFSET ${
          Math.max(limit - 1, 0)
        }) f`
      // The next slots are looked up in the rank of the position. Without one, in the last rank of the page.
      const tied = from === null
        // The unary plus keeps SQLite from building an index for one look-up.
        ? sql`SELECT f.uid FROM edge CROSS JOIN ranked f WHERE +f.score = edge.score AND +f.fit = edge.fit`
        : sql`SELECT uid FROM ranked WHERE (score, fit) = (${from.score}, ${from.fit})`
      const soonest = soonestTied(context, plan, state, sql`SELECT uid FROM tied`, { position, limit })
      const tables = [
        sql`ranked AS MATERIALIZED (${ranked({ from, limit })})`,
        sql`edge AS MATERIALIZED (${edge})`,
        ...(soonest === null ? [] : [sql`tied AS NOT MATERIALIZED (${tied})`, sql`soonest AS MATERIALIZED (${soonest})`])
      ]
      const enough = sql.literal(soonest === null ? "" : " CROSS JOIN (SELECT count(*) AS events FROM soonest) enough")
      const near = [
        sql.literal("(f.score, f.fit) >= (edge.score, edge.fit)"),
        ...(from === null ? [] : [sql`(f.score, f.fit) <= (${from.score}, ${from.fit})`]),
        ...(soonest === null ? [] : [
          sql`(enough.events < ${limit} OR f.uid IN (SELECT uid FROM soonest)${
            sql.literal(from === null ? " OR (f.score, f.fit) > (edge.score, edge.fit)" : "")
          })`
        ])
      ]
      return selectFrom(sql.csv(tables), sql`edge${enough} CROSS JOIN ranked f`, near)(position, limit, total)
    }
  const select = best !== null
    ? byRanks(best)
    : fit !== null
    ? byRanks(() => sql`SELECT f.uid, f.agenda_uid, f.score, ${fit} AS fit FROM (${found()}) f`)
    : byScores
  const total = covered !== null && best !== null
    ? covered.count
    : () => sql`SELECT count(*) FROM ${sql.literal(fit === null ? "found" : "ranked")}`
  return {
    rows: (position, limit) => select(position, limit, null),
    counted: (limit) => select(null, limit, total())
  }
}

/** Compiles a segment in an order that no index has: reads and sorts all its rows for each page. */
export const compileSorted = (context: SqlContext, plan: QueryPlan, requested: Segment): CompiledSegment => {
  const { sql } = context
  const { order } = requested
  const needsNext = order.some(({ key }) => key === "nextBegin")
  // An event that has ended has no next slot.
  const segment: Segment = needsNext && requested.endedFilter === null ? { ...requested, endedFilter: "notEnded" } : requested
  const isEmpty = segment.source === "removed" || plan.live === null || (needsNext && segment.endedFilter === "ended")
  const place = order.some(({ key }) => placeOf(key) !== null) ? " LEFT JOIN agenda_location l ON l.uid = e.location_uid" : ""
  const lines = order.some(({ key }) => key === "fit") && searchOf(plan) !== null
    ? ` LEFT JOIN ${eventTextTable} s ON s.event_uid = e.uid`
    : ""
  const inOrder = orderBy(context, segment)
  const rowsOf = (select: (position: Position | null, limit: number) => Fragment): SegmentBranch["rows"] => (position, limit) =>
    sql`SELECT * FROM (${select(position, limit)}) sorted WHERE ${
      position === null ? sql.literal("1 = 1") : after(context, segment, position)
    } ORDER BY ${inOrder} ${limitTo(sql, limit)}`
  // Materializing the search results once is cheaper than searching again for the count.
  const withTotal = (select: () => Fragment) => (limit: number) =>
    sql`WITH sorted AS MATERIALIZED (${select()}) SELECT sorted.*, (SELECT count(*) FROM sorted) AS total FROM sorted ORDER BY ${inOrder} ${
      limitTo(sql, limit)
    }`
  const coveredBranch = ({ all, count, first }: SearchCoveredEvents): SegmentBranch => {
    const selectFrom = (events: Fragment): Fragment =>
      sql`SELECT CAST(score AS bigint) AS k0, uid, agenda_uid, CAST(NULL AS bigint) AS removed_at FROM ${events}`
    const select = () => selectFrom(all())
    return {
      rows: rowsOf((position, limit) => first === null || position !== null ? select() : selectFrom(first(limit))),
      count,
      counted: first === null
        ? withTotal(select)
        : (limit) =>
          sql`SELECT sorted.*, (${count()}) AS total FROM (${selectFrom(first(limit))}) sorted ORDER BY ${inOrder} ${limitTo(sql, limit)}`
    }
  }
  const tombstoneBranch = (rows: TombstoneRows, conditions: ReadonlyArray<TombstoneCondition>): SegmentBranch => ({
    rows: rowsOf(() =>
      sql`SELECT ${columnsOf(context, order, (key) => tombstoneValue(context, rows, key))}, ${
        sql.literal(`${rows.uid} AS uid, ${rows.agendaUid} AS agenda_uid, ${rows.removedAt} AS removed_at`)
      } FROM ${rows.from} WHERE ${sql.and(rows.where(conditions, "at once"))}`
    ),
    count: () => countTombstones(context, rows, conditions),
    counted: null
  })
  const live = isEmpty ? [] : splitByState(plan, segment).map((partition): SegmentBranch => {
    const covered = isByScore(segment) ? searchCoveredEvents(context, plan, segment, partition) : null
    if (covered !== null) return coveredBranch(covered)
    const rows = () => eventRows(context, plan, segment, partition)
    if (isByRelevance(plan, segment)) {
      const covered = searchCoveredEvents(context, plan, segment, partition)
      return {
        ...relevantBranch(context, plan, { covered, partition, rows, segment }),
        count: () => countEvents(context, plan, segment, partition)
      }
    }
    const { from, where } = rows()
    const select = () =>
      sql`SELECT ${
        columnsOf(context, order, (key) => eventValue(context, plan, key))
      }, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM ${from}${
        sql.literal(`${place}${lines}`)
      } WHERE ${sql.and(where)}`
    return {
      rows: rowsOf(select),
      count: () => countEvents(context, plan, segment, partition),
      counted: searchOf(plan) === null ? null : withTotal(select)
    }
  })
  const { removed: conditions } = plan
  const removed = segment.source === "live" || conditions === null
    ? []
    : tombstoneRows(context, plan).map((rows) => tombstoneBranch(rows, conditions))
  return {
    branches: [...live, ...removed],
    orderBy: inOrder,
    valuesOf: (row) =>
      order.map(({ key }, index) => placeOf(key) === null ? Cell.integerOrNull(row, `k${index}`) : Cell.textOrNull(row, `k${index}`))
  }
}
