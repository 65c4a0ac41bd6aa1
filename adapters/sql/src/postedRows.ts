import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { RowCondition } from "./compileCondition.js"
import type { Words } from "./isOneOf.js"
import { type Part, searchOf } from "./partsOf.js"
import { soughtText } from "./Sought.js"

/** The columns of events that each of their terms has too. */
export const postedColumns = [
  "agenda_uid",
  "state",
  "featured",
  "status",
  "attendance_mode",
  "location_uid",
  "first_begin",
  "last_begin",
  "last_end_down"
] as const

/** Whether a condition can be told of an event by those columns and its uid. */
const isPosted = ({ _tag }: RowCondition): boolean => {
  switch (_tag) {
    case "Agenda":
    case "AllTerms":
    case "AttendanceMode":
    case "Availability":
    case "EndsFrom":
    case "ExtId":
    case "Featured":
    case "Geo":
    case "LocationUid":
    case "Numbers":
    case "Place":
    case "Relative":
    case "State":
    case "Status":
    case "Terms":
    case "Timings":
      return true
    default:
      return false
  }
}

/** Whether all conditions of a part can be told by the rows of any term of its events, in an agenda. */
export const isToldByTerms = (plan: QueryPlan, { conditions }: Part): boolean =>
  plan.scope._tag === "Agenda" && searchOf(plan) === null && conditions.every(isPosted)

/** A term that every event of a part has, and what else holds of them. */
interface Posting {
  readonly agendaUid: number
  readonly dimension: string
  readonly value: string
  readonly others: ReadonlyArray<RowCondition>
}

/** The term of a condition that no event can do without, and what the condition still says then. */
const termOf = (condition: RowCondition): Pick<Posting, "dimension" | "value" | "others"> | null => {
  if (condition._tag === "AllTerms") {
    const [value, ...all] = new Set(condition.all)
    const { dimension } = condition
    return value === undefined ? null : { dimension, value, others: all.length === 0 ? [] : [{ ...condition, all }] }
  }
  if (condition._tag !== "Terms" || condition.orNone) return null
  const [value, ...others] = new Set(condition.in)
  return value === undefined || others.length > 0 ? null : { dimension: condition.dimension, value, others: [] }
}

/**
 * The term by whose rows the events of a part can be gone through without looking up any: of one agenda, whose other conditions those rows
 * tell. Null: there is none.
 */
export const postingOf = (plan: QueryPlan, part: Part): Posting | null => {
  const { scope } = plan
  const { conditions } = part
  if (scope._tag !== "Agenda" || !isToldByTerms(plan, part)) return null
  for (const [place, condition] of conditions.entries()) {
    const term = termOf(condition)
    if (term !== null) return { ...term, agendaUid: scope.agendaUid, others: [...term.others, ...conditions.toSpliced(place, 1)] }
  }
  return null
}

/** The events `e` of a posting, with `postedColumns`: to be put behind `FROM`. */
export const postedRows = ({ sql }: Words, { agendaUid, dimension, value }: Posting): Fragment =>
  sql`(SELECT t.event_uid AS uid, ${
    sql.literal(postedColumns.map((name) => `t.${name}`).join(", "))
  } FROM agenda_term t WHERE t.agenda_uid = ${agendaUid} AND t.dimension = ${soughtText(dimension)} AND t.value = ${soughtText(value)}) e`

/** The rows of a dimension in an agenda as events `e`, one for each term, with `value` and `spelling`: to be put behind `FROM`. */
export const toldRows = ({ sql }: Words, agendaUid: number, dimension: string): Fragment =>
  sql`(SELECT t.event_uid AS uid, t.value, t.spelling, ${
    sql.literal(postedColumns.map((name) => `t.${name}`).join(", "))
  } FROM agenda_term t WHERE t.agenda_uid = ${agendaUid} AND t.dimension = ${soughtText(dimension)}) e`
