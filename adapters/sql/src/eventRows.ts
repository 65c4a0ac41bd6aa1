import type { Condition, QueryPlan, Segment } from "@agenda-engine/core/query/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { eventColumns, type SharedColumns } from "./Columns.js"
import { compileCondition, compileConditionAtOnce, isSelective } from "./compileCondition.js"
import { compileScope, compileScopeAtOnce } from "./compileScope.js"
import { compileSearch } from "./compileSearch.js"
import { foundEvents } from "./foundEvents.js"
import type { Words } from "./isOneOf.js"
import { type Part, searchOf, wholeOf } from "./partsOf.js"
import { placedRows, placingOf } from "./placedRows.js"
import { postedRows, postingOf } from "./postedRows.js"

/** Some rows: a table or several, and what holds of them. */
export interface RowSet {
  readonly from: Fragment
  readonly where: ReadonlyArray<Fragment>
}

/** How rows are looked at: in the order of an index, or all at once. */
type Manner = "in order" | "at once"

/** Whether the events of a part are looked up one by one, since a condition or a search names them. */
export const isLookedUp = (plan: QueryPlan, part: Part): boolean => searchOf(plan) !== null || part.conditions.some(isSelective)

/**
 * What holds of the rows of a part of a plan that are in its scope: those of `e`, or of the slot that `columns` names the columns of. Featured
 * events are few: what holds of them is looked up one by one.
 */
const toldWhere = (
  words: Words,
  plan: QueryPlan,
  { featured }: Pick<Segment, "featured">,
  part: Part,
  columns: SharedColumns,
  manner: Manner
): ReadonlyArray<Fragment> => {
  const { sql } = words
  const on = { ...columns, scope: plan.scope }
  const isAtOnce = manner === "at once" && !isLookedUp(plan, part) && featured !== true
  return [
    ...(part.state === null ? [] : [sql.literal(`${on.state} ${part.state}`)]),
    ...(featured === null ? [] : [sql`${sql.literal(on.featured)} = ${featured ? 1 : 0}`]),
    ...part.conditions.map((condition) => isAtOnce ? compileConditionAtOnce(words, condition, on) : compileCondition(words, condition, on))
  ]
}

/** What holds of the rows of a part of a plan, likewise. */
export const partWhere = (
  words: Words,
  plan: QueryPlan,
  segment: Pick<Segment, "featured">,
  part: Part,
  columns: SharedColumns,
  manner: Manner
): ReadonlyArray<Fragment> => {
  // A sign keeps an index over the agenda from being taken for the way to a few events.
  const scope = isLookedUp(plan, part)
    ? compileScope(words, plan.scope, `+${columns.agendaUid}`)
    : manner === "in order"
    ? compileScope(words, plan.scope, columns.agendaUid)
    : compileScopeAtOnce(words, plan.scope, columns.agendaUid)
  return [scope, ...toldWhere(words, plan, segment, part, columns, manner)]
}

/** What holds of the events of a half. `last_end_down` is what the ended half is ordered by, so that both halves are ranges of one index. */
export const halfWhere = ({ sql }: Words, half: Segment["half"], asOf: number): ReadonlyArray<Fragment> => {
  if (half === null) return []
  return [half === "notEnded" ? sql`e.last_end_down < ${0 - asOf}` : sql`e.last_end_down >= ${0 - asOf}`]
}

/** When events may end first that have a slot in the windows which a part asks for: none of them ends before it begins. Null: whenever. */
const leastEnd = ({ conditions }: Part): number | null => {
  const begins = conditions.flatMap((condition) => condition._tag === "Timings" ? condition.ranges.map(({ gte }) => gte ?? -Infinity) : [])
  const least = begins.reduce((first, begin) => Math.min(first, begin), Infinity)
  return Number.isFinite(least) ? least : null
}

/** The same of the events of a part, which its windows keep to a shorter range. */
const endWhere = (words: Words, part: Part, half: Segment["half"], asOf: number): ReadonlyArray<Fragment> => {
  const least = leastEnd(part)
  // One upper bound is said and never two, of which SQLite would not know the lower.
  const isSaid = half === "notEnded" && (least === null || least <= asOf)
  return [
    ...(half === "ended" || isSaid ? halfWhere(words, half, asOf) : []),
    ...(least === null || isSaid ? [] : [words.sql`e.last_end_down <= ${0 - least}`])
  ]
}

/**
 * The events `e` of a part of a plan. Under a search those that it finds come first, as `m` with their `score`: CROSS JOIN says so to SQLite,
 * which does not look at how many rows there are.
 */
export const eventRows = (
  words: Words,
  plan: QueryPlan,
  segment: Pick<Segment, "featured" | "half">,
  part: Part,
  manner: Manner = "at once"
): RowSet => {
  const { sql } = words
  const search = searchOf(plan)
  const where = [...partWhere(words, plan, segment, part, eventColumns, manner), ...endWhere(words, part, segment.half, plan.asOf)]
  return search === null ? { from: sql.literal("agenda_event e"), where } : {
    from: sql`${compileSearch(words, plan.scope, part.state, search)} m CROSS JOIN agenda_event e`,
    where: [sql.literal("e.uid = m.uid"), ...where]
  }
}

/** Rows that have columns of all events of a part, and what they do not tell by being there. */
interface NarrowRows {
  readonly from: Fragment
  readonly others: Part["conditions"]
}

/** Fewer rows than the agenda has events by which those of a part are gone through; null: there are none. */
const narrowRows = (words: Words, plan: QueryPlan, part: Part): NarrowRows | null => {
  const posting = postingOf(plan, part)
  if (posting !== null) return { from: postedRows(words, posting), others: posting.others }
  const placing = placingOf(words, plan, part)
  return placing === null ? null : { from: placedRows(words, placing), others: placing.others }
}

/**
 * The same rows where nothing is asked of them but what a posting or a placing has, by which they are gone through if there is one: to be
 * counted or named.
 */
export const countedRows = (
  words: Words,
  plan: QueryPlan,
  segment: Pick<Segment, "featured" | "half">,
  part: Part,
  manner: Manner = "at once"
): RowSet => {
  const narrow = isLookedUp(plan, part) ? null : narrowRows(words, plan, part)
  if (narrow === null) return eventRows(words, plan, segment, part, manner)
  return {
    from: narrow.from,
    where: [
      ...toldWhere(words, plan, segment, { ...part, conditions: narrow.others }, eventColumns, manner),
      ...halfWhere(words, segment.half, plan.asOf)
    ]
  }
}

/** What holds of the events of a part that are in its scope, by what rows of their terms or of an index have, too (`isToldByTerms`). */
export const toldOf = (words: Words, plan: QueryPlan, part: Part): ReadonlyArray<Fragment> =>
  toldWhere(words, plan, { featured: null }, part, eventColumns, "at once")

/** How many events of a part of a plan there are. */
export const countEvents = (words: Words, plan: QueryPlan, segment: Pick<Segment, "featured" | "half">, part: Part): Fragment => {
  const { sql } = words
  const found = foundEvents(words, plan, segment, part)
  if (found !== null) return found.count()
  const { from, where } = countedRows(words, plan, segment, part)
  return sql`SELECT count(*) FROM ${from} WHERE ${sql.and(where)}`
}

/** Whether events are counted by what takes a way of its own to find, or are looked up one by one: either is done once for all segments. */
const isFoundApart = ({ _tag }: Condition): boolean =>
  _tag === "Terms" || _tag === "AllTerms" || _tag === "Numbers" || _tag === "Place" || _tag === "Geo" || _tag === "LocationUid" ||
  _tag === "Availability" || _tag === "ExtId"

/**
 * How many events of an agenda each segment of a plan has, as `s0`, `s1` and so on, counted on one way through all of them. Null where that is no
 * shorter than a way for each.
 */
export const countTogether = (words: Words, plan: QueryPlan): Statement<Row> | null => {
  const { sql } = words
  const { asOf, live, scope, segments } = plan
  const part = wholeOf(plan)
  if (live === null || part === null || part.state === null || scope._tag !== "Agenda" || segments.length < 2) return null
  if (segments.some(({ half, source }) => source !== "live" || half === null)) return null
  // An event that has ended has no next slot.
  if (segments.some(({ half, order }) => half === "ended" && order.some(({ key }) => key === "nextBegin"))) return null
  if (!isLookedUp(plan, part) && !part.conditions.some(isFoundApart)) return null
  const { from, where } = countedRows(words, plan, { featured: null, half: null }, part)
  const counts = segments.map(({ featured, half }, number) => {
    const isIn = [...(featured === null ? [] : [sql`e.featured = ${featured ? 1 : 0}`]), ...halfWhere(words, half, asOf)]
    return sql`count(*) FILTER (WHERE ${sql.and(isIn)}) AS ${sql.literal(`s${number}`)}`
  })
  return sql`SELECT ${sql.csv(counts)} FROM ${from} WHERE ${sql.and(where)}`
}
