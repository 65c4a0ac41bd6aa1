import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { RowCondition } from "./compileCondition.js"
import { locationsThat } from "./compilePlace.js"
import { isOneOf, type Words } from "./isOneOf.js"
import type { Part } from "./partsOf.js"
import { isToldByTerms, postedColumns } from "./postedRows.js"

/** Where all events of a part take place, and what else holds of them. */
interface Placing {
  readonly agendaUid: number
  /** Which locations those are: to be said of `f.location_uid`. */
  readonly places: Fragment
  readonly others: ReadonlyArray<RowCondition>
}

/** What a condition says of `f.location_uid`; null: nothing, or the event may be nowhere. */
const placesOf = (words: Words, { scope }: QueryPlan, condition: RowCondition): Fragment | null => {
  switch (condition._tag) {
    case "LocationUid":
      return condition.orNone ? null : isOneOf(words, "f.location_uid", condition.in)
    case "Place":
      return condition.orNone ? null : words.sql`f.location_uid IN (${locationsThat(words, scope, condition)})`
    case "Geo":
      return condition.boxes.length === 0 ? null : words.sql`f.location_uid IN (${locationsThat(words, scope, condition)})`
    default:
      return null
  }
}

/**
 * The locations by which the events of a part can be gone through without looking up any: of one agenda, whose other conditions the index of
 * events by location tells. Null: there are none, or the database weighs by itself how to find them.
 */
export const placingOf = (words: Words, plan: QueryPlan, part: Part): Placing | null => {
  const { scope } = plan
  const { conditions } = part
  if (words.dialect.weighsLookUps || scope._tag !== "Agenda" || !isToldByTerms(plan, part)) return null
  for (const [place, condition] of conditions.entries()) {
    const places = placesOf(words, plan, condition)
    if (places !== null) return { agendaUid: scope.agendaUid, places, others: conditions.toSpliced(place, 1) }
  }
  return null
}

// The sign keeps the indexes of published events from being taken, of which SQLite guesses that they leave fewer events.
const placedColumns = ["uid", ...postedColumns].map((name) => name === "state" ? "+f.state AS state" : `f.${name}`).join(", ")

/** The events `e` of an agenda location by location, with the columns that the index of these has: to be put behind `FROM`. */
export const eventsByLocation = ({ sql }: Words, agendaUid: number): Fragment =>
  sql`(SELECT ${sql.literal(placedColumns)} FROM agenda_event f WHERE f.agenda_uid = ${agendaUid}) e`

/** Those of a placing. */
export const placedRows = ({ sql }: Words, { agendaUid, places }: Placing): Fragment =>
  sql`(SELECT ${sql.literal(placedColumns)} FROM agenda_event f WHERE f.agenda_uid = ${agendaUid} AND ${places}) e`
