import { slotLength_ms_max } from "@agenda-engine/core/domain/Timing"
import { type PlaceOrder, placeOrders } from "@agenda-engine/core/query/EventSort"
import type { Order, OrderKey, OrderValue, Position, QueryPlan, Segment, TombstoneCondition } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import * as Cell from "./Cell.js"
import { foldedColumns } from "./compilePlace.js"
import { countEvents, eventRows } from "./eventRows.js"
import { type FoundEvents, foundEvents } from "./foundEvents.js"
import { never, type Words } from "./isOneOf.js"
import { limitTo } from "./limitTo.js"
import { partsOf, searchOf } from "./partsOf.js"
import { neverUpdated } from "./row/EventRow.js"
import type { CompiledSegment, Stretch } from "./Stretch.js"
import { countTombstones, type TombstoneRows, tombstoneRows } from "./tombstoneRows.js"

const placeColumns: { readonly [F in PlaceOrder]: string } = {
  ...foldedColumns,
  name: "l.name_folded",
  address: "l.address_folded",
  postalCode: "l.postal_code_folded"
}

/** The text of its location that a key stands for; null for the keys that are numbers. */
const placeOf = (key: OrderKey): PlaceOrder | null => placeOrders.find((field) => key === `location.${field}`) ?? null

/** When the first slot of `e` begins that has not ended. */
const nextBegin = ({ sql }: Words, asOf: number): Fragment =>
  sql`(SELECT n.begin_ms FROM agenda_slot n WHERE n.event_uid = e.uid AND n.begin_ms > ${
    asOf - slotLength_ms_max
  } AND n.end_ms > ${asOf} ORDER BY n.begin_ms LIMIT 1)`

/** The value of the event `e` for a key, with its location `l` and its `score`. Numbers are all of one type: they are compared with any. */
const eventValue = (words: Words, plan: QueryPlan, key: OrderKey): Fragment => {
  const { sql } = words
  const { asOf } = plan
  const place = placeOf(key)
  if (place !== null) return sql.literal(placeColumns[place])
  switch (key) {
    case "nextBegin":
      return nextBegin(words, asOf)
    case "lastBegin":
      return sql.literal("e.last_begin")
    case "lastEnd":
      return sql.literal("e.last_end")
    case "featured":
      return sql.literal("CAST(e.featured AS bigint)")
    case "ended":
      return sql`CAST(CASE WHEN e.last_end_down < ${0 - asOf} THEN 0 ELSE 1 END AS bigint)`
    case "nextTime":
      return sql`CASE WHEN e.last_end_down < ${0 - asOf} THEN ${nextBegin(words, asOf)} ELSE e.last_end_down END`
    case "lastTime":
      return sql`CASE WHEN e.last_end_down < ${0 - asOf} THEN e.last_begin ELSE e.last_end_down END`
    case "updatedAt":
      return sql.literal("e.updated_at")
    case "availabilityUpdatedAt":
      return sql.literal(`NULLIF(e.availability_updated_at, ${neverUpdated})`)
    case "createdAt":
      return sql.literal("e.created_at")
    default:
      return sql.literal(searchOf(plan) === null ? "CAST(0 AS bigint)" : "CAST(score AS bigint)")
  }
}

/** Of a tombstone, whose last change is when it was removed, nothing else is known. */
const tombstoneValue = ({ sql }: Words, { removedAt }: TombstoneRows, key: OrderKey): Fragment =>
  sql.literal(key === "updatedAt" ? removedAt : `CAST(NULL AS ${placeOf(key) === null ? "bigint" : "text"})`)

/** The order of rows that have a column for each key, and the uid. */
const orderBy = ({ sql }: Words, order: ReadonlyArray<Order>): Fragment =>
  sql.literal([...order.map(({ direction }, place) => `k${place} ${direction.toUpperCase()} NULLS LAST`), "uid"].join(", "))

/**
 * What comes behind a value in a column: what is beyond it, and null, which is last. A text with a NUL character, which no column holds, lies
 * right behind what it begins with up to there.
 */
const beyond = ({ sql }: Words, column: Fragment, direction: Order["direction"], value: OrderValue): Fragment => {
  if (value === null) return never(sql)
  const end = typeof value === "string" ? value.indexOf("\0") : -1
  const held = typeof value === "string" && end >= 0 ? value.slice(0, end) : value
  const sign = direction === "asc" ? ">" : end >= 0 ? "<=" : "<"
  return sql`(${column} ${sql.literal(sign)} ${held} OR ${column} IS NULL)`
}

const isEqual = ({ sql }: Words, column: Fragment, value: OrderValue): Fragment => {
  if (value === null) return sql`${column} IS NULL`
  return typeof value === "string" && value.includes("\0") ? never(sql) : sql`${column} = ${value}`
}

/** The rows behind a place: beyond it in the first key, or equal in that and behind it in the others. */
const behind = (words: Words, order: ReadonlyArray<Order>, { uid, values }: Position): Fragment => {
  const { sql } = words
  return order.reduceRight((others: Fragment, { direction }, place) => {
    const column = sql.literal(`k${place}`)
    const value = values[place] ?? null
    return sql`(${beyond(words, column, direction, value)} OR (${isEqual(words, column, value)} AND ${others}))`
  }, sql`uid > ${uid}`)
}

/** The values of a row of `s`, by the keys that they are for. */
const columnsOf = ({ sql }: Words, order: ReadonlyArray<Order>, valueOf: (key: OrderKey) => Fragment): Fragment =>
  sql.csv(order.map(({ key }, place) => sql`${valueOf(key)} AS ${sql.literal(`k${place}`)}`))

const isByScore = ([first, ...others]: ReadonlyArray<Order>): boolean =>
  first?.key === "score" && first.direction === "desc" && others.length === 0

/** Compiles a segment in an order that no index has: what is in it is sorted, as often as it is asked for. */
export const compileSorted = (words: Words, plan: QueryPlan, given: Segment): CompiledSegment => {
  const { sql } = words
  const { order } = given
  const needsNext = order.some(({ key }) => key === "nextBegin")
  // An event that has ended has no next slot.
  const segment: Segment = needsNext && given.half === null ? { ...given, half: "notEnded" } : given
  const isEmpty = segment.source === "removed" || plan.live === null || (needsNext && segment.half === "ended")
  const place = order.some(({ key }) => placeOf(key) !== null) ? " LEFT JOIN agenda_location l ON l.uid = e.location_uid" : ""
  const inOrder = orderBy(words, order)
  const rowsOf = (selected: (position: Position | null, limit: number) => Fragment): Stretch["rows"] => (position, limit) =>
    sql`SELECT * FROM (${selected(position, limit)}) sorted WHERE ${
      position === null ? sql.literal("1 = 1") : behind(words, order, position)
    } ORDER BY ${inOrder} ${limitTo(sql, limit)}`
  // What a search finds takes longer to find than to keep until it is counted.
  const keptAndCounted = (selected: () => Fragment) => (limit: number) =>
    sql`WITH sorted AS MATERIALIZED (${selected()}) SELECT sorted.*, (SELECT count(*) FROM sorted) AS total FROM sorted ORDER BY ${inOrder} ${
      limitTo(sql, limit)
    }`
  const foundStretch = ({ all, count, first }: FoundEvents): Stretch => {
    const selectFrom = (events: Fragment): Fragment =>
      sql`SELECT CAST(score AS bigint) AS k0, uid, agenda_uid, CAST(NULL AS bigint) AS removed_at FROM ${events}`
    const selected = () => selectFrom(all())
    return {
      rows: rowsOf((position, limit) => first === null || position !== null ? selected() : selectFrom(first(limit))),
      count,
      counted: first === null
        ? keptAndCounted(selected)
        : (limit) =>
          sql`SELECT sorted.*, (${count()}) AS total FROM (${selectFrom(first(limit))}) sorted ORDER BY ${inOrder} ${limitTo(sql, limit)}`
    }
  }
  const removedStretch = (rows: TombstoneRows, conditions: ReadonlyArray<TombstoneCondition>): Stretch => ({
    rows: rowsOf(() =>
      sql`SELECT ${columnsOf(words, order, (key) => tombstoneValue(words, rows, key))}, ${
        sql.literal(`${rows.uid} AS uid, ${rows.agendaUid} AS agenda_uid, ${rows.removedAt} AS removed_at`)
      } FROM ${rows.from} WHERE ${sql.and(rows.where(conditions, "at once"))}`
    ),
    count: () => countTombstones(words, rows, conditions),
    counted: null
  })
  const live = isEmpty ? [] : partsOf(plan, segment).map((part): Stretch => {
    const found = isByScore(order) ? foundEvents(words, plan, segment, part) : null
    if (found !== null) return foundStretch(found)
    const { from, where } = eventRows(words, plan, segment, part)
    const selected = () =>
      sql`SELECT ${
        columnsOf(words, order, (key) => eventValue(words, plan, key))
      }, e.uid AS uid, e.agenda_uid AS agenda_uid, CAST(NULL AS bigint) AS removed_at FROM ${from}${sql.literal(place)} WHERE ${
        sql.and(where)
      }`
    return {
      rows: rowsOf(selected),
      count: () => countEvents(words, plan, segment, part),
      counted: searchOf(plan) === null ? null : keptAndCounted(selected)
    }
  })
  const { removed: conditions } = plan
  const removed = segment.source === "live" || conditions === null
    ? []
    : tombstoneRows(words, plan).map((rows) => removedStretch(rows, conditions))
  return {
    stretches: [...live, ...removed],
    orderBy: inOrder,
    valuesOf: (row) =>
      order.map(({ key }, place) => placeOf(key) === null ? Cell.integerOrNull(row, `k${place}`) : Cell.textOrNull(row, `k${place}`))
  }
}
