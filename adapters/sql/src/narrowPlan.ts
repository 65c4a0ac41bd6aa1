import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { published } from "@agenda-engine/core/domain/Event"
import type { Condition, QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { isSelective, isWithin } from "./compileCondition.js"
import { isOneOf } from "./isOneOf.js"
import { readRows } from "./readRows.js"
import { soughtText } from "./Sought.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** Up to so many events are looked up one by one; more are met sooner on the way through the agenda. */
const fewEvents_max = 1_000

const isPublishedOnly = (live: ReadonlyArray<Condition>): boolean =>
  live.some((condition) => condition._tag === "State" && condition.in.length > 0 && condition.in.every((state) => state === published))

/** Statements that list, by an index and as `uid`, all events that meet a condition and maybe more. None for a condition without an index. */
const lookUps = (
  { dialect, sql }: SqlDatabase,
  agendaUid: number,
  live: ReadonlyArray<Condition>,
  condition: Condition
): ReadonlyArray<Statement<Row>> => {
  const words = { dialect, sql }
  const limit = fewEvents_max + 1
  switch (condition._tag) {
    case "Keyword":
      return condition.all.map((keyword) =>
        sql`SELECT k.event_uid AS uid FROM agenda_keyword k WHERE k.agenda_uid = ${agendaUid} AND k.keyword = ${
          soughtText(keyword)
        } LIMIT ${limit}`
      )
    case "LocationUid":
      return [
        sql`SELECT e.uid FROM agenda_event e WHERE e.agenda_uid = ${agendaUid} AND ${
          isOneOf(words, "e.location_uid", condition.in)
        } LIMIT ${limit}`
      ]
    case "Timings": {
      const isBounded = condition.ranges.length > 0 && condition.ranges.every(({ gte, lte }) => gte !== null && lte !== null)
      return isBounded && isPublishedOnly(live)
        ? [
          sql`SELECT s.event_uid AS uid FROM agenda_slot s WHERE s.agenda_uid = ${agendaUid} AND s.state = 2 AND ${
            isWithin(words, "s.begin_ms", condition.ranges)
          } LIMIT ${limit}`
        ]
        : []
    }
    default:
      return []
  }
}

/**
 * A plan that means the same and, where one of its conditions leaves few events, names them: a database that does not know how many rows
 * a value has would walk the whole agenda for them. SQLite never knows, Postgres only from time to time.
 */
export const narrowPlan = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
): Effect.Effect<QueryPlan, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { live, scope } = plan
    if (live === null || scope._tag !== "Agenda" || live.some(isSelective)) return plan
    for (const statement of live.flatMap((condition) => lookUps(database, scope.agendaUid, live, condition))) {
      const uids = yield* readRows(operation, yield* statement, (row) => Cell.integer(row, "uid"))
      if (uids.length <= fewEvents_max) return { ...plan, live: [...live, { _tag: "Uid", in: [...new Set(uids)] }] }
    }
    return plan
  })
