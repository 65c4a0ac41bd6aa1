import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Cleared, RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { contributorAudience } from "@agenda-engine/core/record/EventRecord"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableText, limitTo } from "../fragment/bindable.js"
import { eventColumns } from "../fragment/Columns.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { isOfEvent } from "../fragment/ofEvent.js"
import { contributionFrom } from "../row/StateChangeRow.js"
import { removeEvents } from "../write/removeEvents.js"

const clear = (database: SqlDatabase, agendaUid: number, limit: number): Effect.Effect<Cleared, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { sql } = database
    const events = yield* readRows(
      "RemovalStore.clear",
      yield* sql`SELECT uid FROM agenda_event WHERE agenda_uid = ${agendaUid} ORDER BY uid ${limitTo(sql, limit)}`,
      (row) => Cell.integer(row, "uid")
    )
    if (events.length > 0) {
      yield* removeEvents(database, "RemovalStore.clear", agendaUid, events)
      return { events, tombstones: 0 }
    }
    const tombstones =
      yield* sql`DELETE FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND (audience, uid) IN (SELECT audience, uid FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} ORDER BY audience, uid ${
        limitTo(sql, limit)
      }) RETURNING uid`
    return { events, tombstones: tombstones.length }
  })

/** `RemovalStore` in an SQL database. */
export const makeRemovalStore = (database: SqlDatabase): Context.Tag.Service<RemovalStore> => {
  const { writeUnchecked: change, read, sql } = database
  return {
    removed: read(
      "RemovalStore.removed",
      Effect.flatMap(
        sql`SELECT agenda_uid FROM agenda_removal ORDER BY agenda_uid`,
        (rows) => readRows("RemovalStore.removed", rows, (row) => Cell.integer(row, "agenda_uid"))
      )
    ),
    count: (agendaUid) =>
      read(
        "RemovalStore.count",
        Effect.flatMap(
          sql`SELECT (SELECT count(*) FROM agenda_event WHERE agenda_uid = ${agendaUid}) AS events, (SELECT count(*) FROM agenda_tombstone WHERE agenda_uid = ${agendaUid}) AS tombstones`,
          (rows) =>
            Effect.map(
              readFirst(
                "RemovalStore.count",
                rows,
                (row) => ({ events: Cell.integer(row, "events"), tombstones: Cell.integer(row, "tombstones") })
              ),
              (counts) => counts ?? { events: 0, tombstones: 0 }
            )
        )
      ),
    clear: (agendaUid, limit) => change("RemovalStore.clear", clear(database, agendaUid, limit)),
    forget: (agendaUid) => change("RemovalStore.forget", Effect.asVoid(sql`DELETE FROM agenda_removal WHERE agenda_uid = ${agendaUid}`)),
    contributionsOf: (userUid) =>
      read(
        "RemovalStore.contributionsOf",
        Effect.flatMap(
          sql`SELECT agenda_uid, sum(events) AS events, sum(state_changes) AS state_changes FROM (
            SELECT agenda_uid, count(*) AS events, 0 AS state_changes FROM agenda_event WHERE contributor_uid = ${userUid} GROUP BY agenda_uid
            UNION ALL
            SELECT e.agenda_uid, 0 AS events, count(*) AS state_changes FROM agenda_event_history h JOIN agenda_event e ON ${
            isOfEvent(database, "h", eventColumns)
          }
            WHERE h.user_uid = ${userUid} GROUP BY e.agenda_uid
            UNION ALL
            SELECT DISTINCT agenda_uid, 0 AS events, 0 AS state_changes FROM agenda_tombstone WHERE audience = ${
            contributorAudience(userUid)
          }
          ) t GROUP BY agenda_uid ORDER BY agenda_uid`,
          (rows) => readRows("RemovalStore.contributionsOf", rows, contributionFrom)
        )
      ),
    forgetUser: ({ email, uid }, agendaUids) =>
      change(
        "RemovalStore.forgetUser",
        Effect.gen(function*() {
          const inAgendas = isOneOf(database, "agenda_uid", agendaUids)
          yield* sql`UPDATE agenda_event_history SET user_uid = NULL WHERE user_uid = ${uid} AND ${inAgendas}`
          yield* sql`DELETE FROM agenda_tombstone WHERE ${inAgendas} AND audience = ${contributorAudience(uid)}`
          yield* sql`UPDATE agenda_event SET contributor_uid = NULL WHERE ${inAgendas} AND contributor_uid = ${uid}`
          for (const table of ["agenda_change", "agenda_consumer_parked"]) {
            yield* sql`UPDATE ${
              sql(table)
            } SET contributor_uid = CASE WHEN contributor_uid = ${uid} THEN NULL ELSE contributor_uid END, user_uid = CASE WHEN user_uid = ${uid} THEN NULL ELSE user_uid END WHERE ${inAgendas} AND (contributor_uid = ${uid} OR user_uid = ${uid})`
          }
          yield* sql`DELETE FROM agenda_invitation WHERE email = ${bindableText(email)} OR user_uid = ${uid}`
          yield* sql`UPDATE agenda_invitation SET inviter_uid = NULL WHERE inviter_uid = ${uid}`
        })
      )
  }
}
