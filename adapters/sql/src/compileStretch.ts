import { published } from "@agenda-engine/core/domain/Event"
import { slotLength_ms_max } from "@agenda-engine/core/domain/Timing"
import type { Range } from "@agenda-engine/core/query/EventQuery"
import type { Condition, Position, QueryPlan, Segment, TombstoneCondition } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { compileCondition, compileScope, isSelective, isShared, isWithin, type SharedColumns } from "./compileCondition.js"
import { isOneOf, type Words } from "./isOneOf.js"

/**
 * One stretch of one index: rows in the order of `key`, then `uid`, both ascending. A segment is one stretch, or several that are merged:
 * published events, those in another state, tombstones.
 */
export interface Stretch {
  readonly from: Fragment
  readonly where: ReadonlyArray<Fragment>
  readonly key: Fragment
  /** The least and the greatest key that its rows have, both included. Null: not known. */
  readonly keys: Keys
  readonly uid: Fragment
  readonly agendaUid: Fragment
  /** The instant of a tombstone; null for an event. */
  readonly removedAt: Fragment
  /** How many rows it has from end to end. */
  readonly count: Fragment
}

/** A range of ascending keys, ends included. */
interface Keys {
  readonly least: number | null
  readonly greatest: number | null
}

/** A segment's key as stretches are ordered by it: descending keys are negated, so that they ascend and one row value says where to go on. */
export const ascendingKey = (segment: Segment, key: number): number => segment.direction === "asc" ? key : 0 - key

/** The literal that makes an index over published events usable, or the one over the others, and what `State` still has to say. */
interface Part {
  readonly state: "= 2" | "<> 2"
  readonly conditions: ReadonlyArray<Condition>
}

const isPublishedState: `= ${typeof published}` = "= 2"

const partsOf = (live: ReadonlyArray<Condition>): ReadonlyArray<Part> => {
  const stateAt = live.findIndex(({ _tag }) => _tag === "State")
  const asked = live[stateAt]
  const others = live.filter((_, place) => place !== stateAt)
  if (asked?._tag !== "State") return [{ state: isPublishedState, conditions: live }, { state: "<> 2", conditions: live }]
  const unpublished = asked.in.filter((state) => state !== published)
  return [
    ...(asked.in.includes(published) ? [{ state: isPublishedState, conditions: others }] : []),
    ...(unpublished.length === 0 ? [] : [{ state: "<> 2" as const, conditions: [...others, { _tag: "State" as const, in: unpublished }] }])
  ]
}

const eventKeys: { readonly [K in Exclude<Segment["key"], "nextBegin">]: { readonly asc: string; readonly desc: string } } = {
  lastBegin: { asc: "e.last_begin", desc: "(-e.last_begin)" },
  lastEnd: { asc: "e.last_end", desc: "e.last_end_down" },
  updatedAt: { asc: "e.updated_at", desc: "e.updated_down" },
  uid: { asc: "e.uid", desc: "(-e.uid)" }
}

const tombstoneKeys = {
  updatedAt: { asc: "t.removed_at", desc: "t.removed_down" },
  uid: { asc: "t.uid", desc: "(-t.uid)" }
} as const

const eventColumns = { uid: "e.uid", agendaUid: "e.agenda_uid", state: "e.state", featured: "e.featured" }

const slotColumns = { uid: "s.event_uid", agendaUid: "s.agenda_uid", state: "s.state", featured: "s.featured" }

const sharedWhere = (
  words: Words,
  plan: QueryPlan,
  segment: Segment,
  part: Part,
  columns: Omit<SharedColumns, "scope">
): ReadonlyArray<Fragment> => {
  const { sql } = words
  const on = { ...columns, scope: plan.scope }
  // A sign keeps an index over the agenda from being taken for the way to a few events.
  const sign = part.conditions.some(isSelective) ? "+" : ""
  return [
    compileScope(words, plan.scope, `${sign}${on.agendaUid}`),
    sql.literal(`${on.state} ${part.state}`),
    ...(segment.featured === null ? [] : [sql`${sql.literal(on.featured)} = ${segment.featured ? 1 : 0}`]),
    ...part.conditions.map((condition) => compileCondition(words, condition, on))
  ]
}

/** `last_end_down` is what the ended half is ordered by, so that both halves are ranges of one index. */
const halfWhere = ({ sql }: Words, half: Segment["half"], asOf: number): ReadonlyArray<Fragment> => {
  if (half === null) return []
  return [half === "notEnded" ? sql`e.last_end_down < ${0 - asOf}` : sql`e.last_end_down >= ${0 - asOf}`]
}

/** The keys of a range of instants: `down` is the range turned round. */
const keysWithin = ({ gte, lte }: Range, { direction }: Segment): Keys =>
  direction === "asc"
    ? { least: gte, greatest: lte }
    : { least: lte === null ? null : 0 - lte, greatest: gte === null ? null : 0 - gte }

const anyKey: Keys = { least: null, greatest: null }

/** The first condition that says which keys a list by last change can have. It is then said of the keys and not again. */
const findRange = <C extends Condition>(
  conditions: ReadonlyArray<C>,
  segment: Segment
): { readonly keys: Keys; readonly others: ReadonlyArray<C> } => {
  const place = segment.key === "updatedAt" ? conditions.findIndex((one) => one._tag === "UpdatedAt" && one.ranges.length === 1) : -1
  const found = conditions[place]
  const range = found?._tag === "UpdatedAt" ? found.ranges[0] : undefined
  return range === undefined
    ? { keys: anyKey, others: conditions }
    : { keys: keysWithin(range, segment), others: conditions.filter((_, other) => other !== place) }
}

const eventCount = (words: Words, plan: QueryPlan, segment: Segment, part: Part): Fragment => {
  const { sql } = words
  const where = [...sharedWhere(words, plan, segment, part, eventColumns), ...halfWhere(words, segment.half, plan.asOf)]
  return sql`SELECT count(*) FROM agenda_event e WHERE ${sql.and(where)}`
}

/** A slot that ends after an instant begins at most a slot's greatest length before it. */
const leastBegin = (asOf: number): number => asOf - slotLength_ms_max + 1

/** Which keys the events of a half can have, where its key says so. */
const keysOfHalf = (segment: Segment, asOf: number): Keys => {
  const { direction, half, key } = segment
  if (key === "lastBegin" && direction === "asc" && half === "notEnded") return { least: leastBegin(asOf), greatest: null }
  if (key === "lastEnd" && direction === "desc" && half === "ended") return { least: 0 - asOf, greatest: null }
  return anyKey
}

/** Events by a column of their own row. */
const eventStretch = (words: Words, plan: QueryPlan, segment: Segment, part: Part, key: keyof typeof eventKeys): Stretch => {
  const { sql } = words
  const range = findRange(part.conditions, segment)
  const isSaidByKey = key === "lastEnd" && segment.direction === "desc" && segment.half === "ended"
  return {
    from: sql.literal("agenda_event e"),
    where: [
      ...sharedWhere(words, plan, segment, { ...part, conditions: range.others }, eventColumns),
      ...(isSaidByKey ? [] : halfWhere(words, segment.half, plan.asOf))
    ],
    key: sql.literal(eventKeys[key][segment.direction]),
    keys: segment.key === "updatedAt" ? range.keys : keysOfHalf(segment, plan.asOf),
    uid: sql.literal("e.uid"),
    agendaUid: sql.literal("e.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: eventCount(words, plan, segment, part)
  }
}

/** Events by their next slot, which is found without grouping: it has not ended, and the one before it has. */
const slotStretch = (words: Words, plan: QueryPlan, segment: Segment, part: Part): Stretch => {
  const { sql } = words
  const selective = part.conditions.some(isSelective)
  const needsEvent = selective || !part.conditions.every(isShared)
  // CROSS JOIN says which comes first to SQLite, which does not look at how many rows a condition leaves. Postgres decides for itself.
  const joined = selective ? "agenda_event e CROSS JOIN agenda_slot s" : "agenda_slot s CROSS JOIN agenda_event e"
  return {
    from: sql.literal(needsEvent ? joined : "agenda_slot s"),
    where: [
      ...sharedWhere(words, plan, segment, part, selective ? eventColumns : slotColumns),
      ...(needsEvent ? [sql.literal("e.uid = s.event_uid")] : []),
      sql`s.end_ms > ${plan.asOf}`,
      sql`s.prev_end <= ${plan.asOf}`
    ],
    key: sql.literal(segment.direction === "asc" ? "s.begin_ms" : "(-s.begin_ms)"),
    keys: segment.direction === "asc" ? { least: leastBegin(plan.asOf), greatest: null } : anyKey,
    uid: sql.literal("s.event_uid"),
    agendaUid: sql.literal("s.agenda_uid"),
    removedAt: sql.literal("CAST(NULL AS bigint)"),
    count: eventCount(words, plan, { ...segment, half: "notEnded" }, part)
  }
}

const liveStretches = (words: Words, plan: QueryPlan, segment: Segment): ReadonlyArray<Stretch> => {
  const { key } = segment
  if (segment.source === "removed" || plan.live === null) return []
  if (key !== "nextBegin") return partsOf(plan.live).map((part) => eventStretch(words, plan, segment, part, key))
  // An event that has ended has no next slot.
  return segment.half === "ended" ? [] : partsOf(plan.live).map((part) => slotStretch(words, plan, segment, part))
}

const tombstoneStretches = (words: Words, plan: QueryPlan, segment: Segment): ReadonlyArray<Stretch> => {
  const { sql } = words
  if (segment.source === "live" || plan.removed === null || (segment.key !== "updatedAt" && segment.key !== "uid")) return []
  const where = (conditions: ReadonlyArray<TombstoneCondition>) => [
    compileScope(words, plan.scope, "t.agenda_uid"),
    sql`t.audience = ${plan.audience}`,
    ...conditions.map((condition) =>
      condition._tag === "Uid" ? isOneOf(words, "t.uid", condition.in) : isWithin(words, "t.removed_at", condition.ranges)
    )
  ]
  const range = findRange(plan.removed, segment)
  return [{
    from: sql.literal("agenda_tombstone t"),
    where: where(range.others),
    key: sql.literal(tombstoneKeys[segment.key][segment.direction]),
    keys: range.keys,
    uid: sql.literal("t.uid"),
    agendaUid: sql.literal("t.agenda_uid"),
    removedAt: sql.literal("t.removed_at"),
    count: sql`SELECT count(*) FROM agenda_tombstone t WHERE ${sql.and(where(plan.removed))}`
  }]
}

/** The stretches that a segment merges; none when nothing can be in it. */
export const compileStretches = (words: Words, plan: QueryPlan, segment: Segment): ReadonlyArray<Stretch> => [
  ...liveStretches(words, plan, segment),
  ...tombstoneStretches(words, plan, segment)
]

/**
 * The rows of a stretch behind a place in its segment, or all of them. One lower bound is said and never two: SQLite starts at one of them
 * and cannot tell which is higher, and starting at the wrong one makes a page cost as much as all pages before it.
 */
export const behind = ({ sql }: Words, { key, keys, uid, where }: Stretch, segment: Segment, position: Position | null): Fragment => {
  const from = position === null ? null : ascendingKey(segment, position.key)
  const startsAtLeast = keys.least !== null && (from === null || keys.least > from)
  return sql.and([
    ...where,
    ...(startsAtLeast ? [sql`${key} >= ${keys.least}`] : []),
    ...(from !== null && position !== null && !startsAtLeast ? [sql`(${key}, ${uid}) > (${from}, ${position.uid})`] : []),
    ...(keys.greatest === null ? [] : [sql`${key} <= ${keys.greatest}`])
  ])
}
