import type { QueryPlan, TombstoneCondition } from "@agenda-engine/core/query/QueryPlan"
import { contributorAudience, type TombstoneAudience } from "@agenda-engine/core/record/EventRecord"
import type { Fragment } from "@effect/sql/Statement"
import { compileScope, compileScopeAtOnce } from "./compileScope.js"
import { isOneOf, type Words } from "./isOneOf.js"
import { isWithin } from "./isWithin.js"

/** How rows are read: in the order of an index, or all at once. */
type Manner = "in order" | "at once"

/** Rows that a plan lists as tombstones, and the columns with what is listed of them. */
export interface TombstoneRows {
  readonly from: Fragment
  /** What holds of the rows that meet these conditions. */
  readonly where: (conditions: ReadonlyArray<TombstoneCondition>, manner: Manner) => ReadonlyArray<Fragment>
  readonly uid: string
  readonly agendaUid: string
  /** The instant of the tombstone, and the same negated. */
  readonly removedAt: string
  readonly removedDown: string
}

const storedColumns = { uid: "t.uid", agendaUid: "t.agenda_uid", removedAt: "t.removed_at", removedDown: "t.removed_down" } as const
const eventColumns = { uid: "e.uid", agendaUid: "e.agenda_uid", removedAt: "e.updated_at", removedDown: "e.updated_down" } as const

const whereOf = (words: Words, plan: QueryPlan, columns: typeof storedColumns | typeof eventColumns, ...held: ReadonlyArray<Fragment>) =>
(
  conditions: ReadonlyArray<TombstoneCondition>,
  manner: Manner
): ReadonlyArray<Fragment> => [
  (manner === "in order" ? compileScope : compileScopeAtOnce)(words, plan.scope, columns.agendaUid),
  ...held,
  ...conditions.map((condition) =>
    condition._tag === "Uid" ? isOneOf(words, columns.uid, condition.in) : isWithin(words, columns.removedAt, condition.ranges)
  )
]

/** Stored tombstones for an audience. */
const stored = (words: Words, plan: QueryPlan, audience: TombstoneAudience, ...held: ReadonlyArray<Fragment>): TombstoneRows => ({
  ...storedColumns,
  from: words.sql.literal("agenda_tombstone t"),
  where: whereOf(words, plan, storedColumns, words.sql`t.audience = ${audience}`, ...held)
})

/** Events that are there and were published once, and are in none of these states now. */
const withdrawn = (words: Words, plan: QueryPlan, listedStates: ReadonlyArray<number>, contributorUid: number | null): TombstoneRows => {
  const { sql } = words
  return {
    ...eventColumns,
    from: sql.literal("agenda_event e"),
    where: whereOf(
      words,
      plan,
      eventColumns,
      // The literal makes the index over unpublished events usable.
      sql.literal("e.state <> 2"),
      sql`NOT (${isOneOf(words, "e.state", listedStates)})`,
      ...(contributorUid === null ? [] : [sql`e.contributor_uid = ${contributorUid}`]),
      sql`EXISTS (SELECT 1 FROM agenda_tombstone p WHERE p.agenda_uid = e.agenda_uid AND p.audience = 'public' AND p.uid = e.uid)`
    )
  }
}

/** Everything that a plan lists as tombstones; no two sets have a row of the same event for the same reason. */
export const tombstoneRows = (words: Words, plan: QueryPlan): ReadonlyArray<TombstoneRows> => {
  const { sql } = words
  const { audience, tombstones: { contributorUid, listedStates } = { contributorUid: null, listedStates: null } } = plan
  const events = listedStates === null ? [] : [withdrawn(words, plan, listedStates, contributorUid)]
  if (contributorUid === null) return [stored(words, plan, audience), ...events]
  const own = contributorAudience(contributorUid)
  const notOwn = [
    sql`NOT EXISTS (SELECT 1 FROM agenda_tombstone o WHERE o.agenda_uid = t.agenda_uid AND o.audience = ${own} AND o.uid = t.uid)`,
    sql`NOT EXISTS (SELECT 1 FROM agenda_event o WHERE o.uid = t.uid AND o.contributor_uid = ${contributorUid})`
  ]
  return [stored(words, plan, audience, ...notOwn), stored(words, plan, own), ...events]
}

/** How many of them meet these conditions. */
export const countTombstones = ({ sql }: Words, { from, where }: TombstoneRows, conditions: ReadonlyArray<TombstoneCondition>): Fragment =>
  sql`SELECT count(*) FROM ${from} WHERE ${sql.and(where(conditions, "at once"))}`
