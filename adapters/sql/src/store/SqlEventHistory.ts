import type { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import type { StateChange } from "@agenda-engine/core/record/StateChange"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { stateChangeCells, stateChangeOf } from "../row/StateChangeRow.js"

const addStateChange = ({ sql }: SqlDatabase, added: StateChange): Statement<Row> => {
  const cells = Object.entries(stateChangeCells(added))
  const names = sql.csv(cells.map(([name]) => sql.literal(name)))
  const position = sql`(SELECT count(*) FROM agenda_event_history WHERE event_uid = ${added.eventUid})`
  return sql`INSERT INTO agenda_event_history (${names}, position) VALUES (${sql.csv(cells.map(([, cell]) => sql`${cell}`))}, ${position})`
}

/** `EventHistory` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<EventHistory> => {
  const { writeUnchecked: change, read, sql } = database
  return {
    add: (added) =>
      change(
        "EventHistory.add",
        Effect.asVoid(addStateChange(database, added))
      ),
    find: (eventUids) =>
      read(
        "EventHistory.find",
        Effect.flatMap(
          sql`SELECT * FROM agenda_event_history WHERE ${isOneOf(database, "event_uid", eventUids)} ORDER BY event_uid, position`,
          (rows) => readRows("EventHistory.find", rows, stateChangeOf)
        )
      )
  }
}
