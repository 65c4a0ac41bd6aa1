import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { bindableText } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { coveredColumns } from "../row/EventRow.js"
import { isCovered, type RequiredTerm, termOf } from "./condition/compileCondition.js"
import { searchOf, type StatePartition } from "./splitByState.js"

/** Whether the term rows of an agenda's events cover all conditions of a partition. */
export const isCoveredByTerms = (plan: QueryPlan, { conditions }: StatePartition): boolean =>
  plan.scope._tag === "Agenda" && searchOf(plan) === null && conditions.every(isCovered)

/** The term that drives a scan of a partition, and the remaining conditions. */
interface TermScan extends RequiredTerm {
  readonly agendaUid: number
}

/**
 * The term scan of a partition: an index-only scan of one term's rows in one agenda, which cover the other conditions.
 * Null when no condition requires a single term.
 */
export const termScanOf = (plan: QueryPlan, partition: StatePartition): TermScan | null => {
  const { scope } = plan
  const { conditions } = partition
  if (scope._tag !== "Agenda" || !isCoveredByTerms(plan, partition)) return null
  for (const [index, condition] of conditions.entries()) {
    const term = termOf(condition)
    if (term !== null) return { ...term, agendaUid: scope.agendaUid, others: [...term.others, ...conditions.toSpliced(index, 1)] }
  }
  return null
}

/** The events `e` of a term scan, with `coveredColumns`: a `FROM` item. */
export const termScanRows = ({ sql }: SqlContext, { agendaUid, dimension, value }: TermScan): Fragment =>
  sql`(SELECT t.event_uid AS uid, ${
    sql.literal(coveredColumns.map((name) => `t.${name}`).join(", "))
  } FROM agenda_filter_term t WHERE t.agenda_uid = ${agendaUid} AND t.dimension = ${bindableText(dimension)} AND t.value = ${
    bindableText(value)
  }) e`

/**
 * All term rows of a dimension in an agenda as events `e`, one per term, with `value` and `spelling`: a `FROM` item.
 */
export const termRowsOf = ({ sql }: SqlContext, agendaUid: number, dimension: string): Fragment =>
  sql`(SELECT t.event_uid AS uid, t.value, t.spelling, ${
    sql.literal(coveredColumns.map((name) => `t.${name}`).join(", "))
  } FROM agenda_filter_term t WHERE t.agenda_uid = ${agendaUid} AND t.dimension = ${bindableText(dimension)}) e`
