import type { TombstoneCondition } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { contributorAudience, type TombstoneAudience } from "@agenda-engine/core/record/EventRecord"
import type { Fragment } from "@effect/sql/Statement"
import { isOneOf, isWithin, type SqlContext } from "../fragment/isOneOf.js"
import { compileScope, compileScopeForSet } from "./condition/compileScope.js"

/** How rows are accessed: in index order, or as a set. */
type AccessPath = "in order" | "at once"

/** Rows that a plan lists as tombstones, and the columns that are listed. */
export interface TombstoneRows {
  readonly from: Fragment
  /** The predicates of these rows under these conditions. */
  readonly where: (conditions: ReadonlyArray<TombstoneCondition>, accessPath: AccessPath) => ReadonlyArray<Fragment>
  readonly uid: string
  readonly agendaUid: string
  /** The instant of the tombstone, epoch milliseconds. */
  readonly removedAt: string
}

const storedColumns = { uid: "t.uid", agendaUid: "t.agenda_uid", removedAt: "t.removed_at" } as const
const eventColumns = { uid: "e.uid", agendaUid: "e.agenda_uid", removedAt: "e.updated_at" } as const

const whereOf =
  (context: SqlContext, plan: QueryPlan, columns: typeof storedColumns | typeof eventColumns, ...extra: ReadonlyArray<Fragment>) =>
  (
    conditions: ReadonlyArray<TombstoneCondition>,
    accessPath: AccessPath
  ): ReadonlyArray<Fragment> => [
    (accessPath === "in order" ? compileScope : compileScopeForSet)(context, plan.scope, columns.agendaUid),
    ...extra,
    ...conditions.map((condition) =>
      condition._tag === "Uid" ? isOneOf(context, columns.uid, condition.in) : isWithin(context, columns.removedAt, condition.ranges)
    )
  ]

const storedTombstones = (
  context: SqlContext,
  plan: QueryPlan,
  audience: TombstoneAudience,
  ...extra: ReadonlyArray<Fragment>
): TombstoneRows => ({
  ...storedColumns,
  from: context.sql.literal("agenda_tombstone t"),
  where: whereOf(context, plan, storedColumns, context.sql`t.audience = ${audience}`, ...extra)
})

/** Published once, now in a state that the list leaves out: listed as removed. */
const withdrawnEvents = (
  context: SqlContext,
  plan: QueryPlan,
  listedStates: ReadonlyArray<number>,
  contributorUid: number | null
): TombstoneRows => {
  const { sql } = context
  return {
    ...eventColumns,
    from: sql.literal("agenda_event e"),
    where: whereOf(
      context,
      plan,
      eventColumns,
      // The literal makes the partial index of unpublished events usable.
      sql.literal("e.state <> 2"),
      sql`NOT (${isOneOf(context, "e.state", listedStates)})`,
      ...(contributorUid === null ? [] : [sql`e.contributor_uid = ${contributorUid}`]),
      sql`EXISTS (SELECT 1 FROM agenda_tombstone p WHERE p.agenda_uid = e.agenda_uid AND p.audience = 'public' AND p.uid = e.uid)`
    )
  }
}

/** All sets of tombstones that a plan lists. They are disjoint. */
export const tombstoneRows = (context: SqlContext, plan: QueryPlan): ReadonlyArray<TombstoneRows> => {
  const { sql } = context
  const { audience, tombstones: { contributorUid, listedStates } = { contributorUid: null, listedStates: null } } = plan
  const events = listedStates === null ? [] : [withdrawnEvents(context, plan, listedStates, contributorUid)]
  if (contributorUid === null) return [storedTombstones(context, plan, audience), ...events]
  const own = contributorAudience(contributorUid)
  const ofSameAgenda = sql.literal(context.dialect.keysByAgenda ? " AND o.agenda_uid = t.agenda_uid" : "")
  const notOwn = [
    sql`NOT EXISTS (SELECT 1 FROM agenda_tombstone o WHERE o.agenda_uid = t.agenda_uid AND o.audience = ${own} AND o.uid = t.uid)`,
    sql`NOT EXISTS (SELECT 1 FROM agenda_event o WHERE o.uid = t.uid${ofSameAgenda} AND o.contributor_uid = ${contributorUid})`
  ]
  return [storedTombstones(context, plan, audience, ...notOwn), storedTombstones(context, plan, own), ...events]
}

/** A `SELECT` of the number of tombstones that meet these conditions. */
export const countTombstones = (
  { sql }: SqlContext,
  { from, where }: TombstoneRows,
  conditions: ReadonlyArray<TombstoneCondition>
): Fragment => sql`SELECT count(*) FROM ${from} WHERE ${sql.and(where(conditions, "at once"))}`
