import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { SqlContext } from "../fragment/isOneOf.js"
import { coveredColumns } from "../row/EventRow.js"
import { locationsOf, type RowCondition } from "./condition/compileCondition.js"
import type { StatePartition } from "./splitByState.js"
import { isCoveredByTerms } from "./termScan.js"

/** The locations that drive a scan of a partition, and the remaining conditions. */
interface LocationScan {
  readonly agendaUid: number
  /** Predicate on `f.location_uid`. */
  readonly places: Fragment
  readonly others: ReadonlyArray<RowCondition>
}

/**
 * The location scan of a partition: an index-only scan of one agenda's events by location, where that covering index
 * has the columns of all other conditions. Null when no condition restricts the location, or the planner chooses by
 * statistics itself.
 */
export const locationScanOf = (context: SqlContext, plan: QueryPlan, partition: StatePartition): LocationScan | null => {
  const { scope } = plan
  const { conditions } = partition
  if (context.dialect.hasCostBasedLookUps || scope._tag !== "Agenda" || !isCoveredByTerms(plan, partition)) return null
  for (const [index, condition] of conditions.entries()) {
    const places = locationsOf(context, scope, condition)
    if (places !== null) return { agendaUid: scope.agendaUid, places, others: conditions.toSpliced(index, 1) }
  }
  return null
}

// The unary plus disqualifies the indexes of published events, whose selectivity SQLite overestimates.
const scannedColumns = ["uid", ...coveredColumns].map((name) => name === "state" ? "+f.state AS state" : `f.${name}`).join(", ")

/** The events `e` of an agenda in location order, with the columns of the covering index: a `FROM` item. */
export const eventsByLocation = ({ sql }: SqlContext, agendaUid: number): Fragment =>
  sql`(SELECT ${sql.literal(scannedColumns)} FROM agenda_event f WHERE f.agenda_uid = ${agendaUid}) e`

/** The events `e` of a location scan: a `FROM` item. */
export const locationScanRows = ({ sql }: SqlContext, { agendaUid, places }: LocationScan): Fragment =>
  sql`(SELECT ${sql.literal(scannedColumns)} FROM agenda_event f WHERE f.agenda_uid = ${agendaUid} AND ${places}) e`
