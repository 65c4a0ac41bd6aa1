import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import { findRecord, findRecords } from "../read/loadEvents.js"
import { putAvailability, putEvent, putTimezone } from "../write/putEvent.js"
import { removeEvents } from "../write/removeEvents.js"

const named = ({ sql }: SqlDatabase, agendaUid: number, ref: EventRef): Fragment => {
  const inAgenda = sql`e.agenda_uid = ${bindableNumber(agendaUid)}`
  switch (ref._tag) {
    case "Uid":
      return sql`${inAgenda} AND e.uid = ${bindableNumber(ref.uid)}`
    case "Slug":
      return sql`${inAgenda} AND e.slug = ${bindableText(ref.slug)}`
    case "ExtId":
      return sql`${inAgenda} AND e.uid = (SELECT x.event_uid FROM agenda_ext_id x WHERE x.agenda_uid = ${
        bindableNumber(agendaUid)
      } AND x.ext_key = ${bindableText(ref.key)} AND x.ext_value = ${bindableText(ref.value)})`
  }
}

/** `EventStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<EventStore> => {
  const { writeUnchecked: change, longSnapshot, writeOrConflict: put, read, snapshot, sql } = database
  const isThere = (operation: string, found: Fragment): Effect.Effect<boolean, StoreError> =>
    read(operation, Effect.map(sql`SELECT 1 AS there WHERE ${found}`, (rows) => rows.length > 0))
  return {
    find: (agendaUid, ref) => {
      const operation = "EventStore.find"
      return read(operation, findRecord(database, operation, named(database, agendaUid, ref)))
    },
    agendaOfSlug: (slug) => {
      const operation = "EventStore.agendaOfSlug"
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT agenda_uid FROM agenda_event WHERE slug = ${bindableText(slug)}`,
          (rows) => readFirst(operation, rows, (row) => Cell.integer(row, "agenda_uid"))
        )
      )
    },
    uidTaken: (uid) =>
      isThere(
        "EventStore.uidTaken",
        sql`EXISTS (SELECT 1 FROM agenda_event WHERE uid = ${uid}) OR EXISTS (SELECT 1 FROM agenda_tombstone WHERE uid = ${uid})`
      ),
    agendasAt: (locationUid, limit) => {
      const operation = "EventStore.agendasAt"
      // Agenda by agenda: the index by location alone leaves out unpublished events.
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT a.uid FROM agenda a WHERE EXISTS (SELECT 1 FROM agenda_event e WHERE e.agenda_uid = a.uid AND e.location_uid = ${
            bindableNumber(locationUid)
          }) ${limitTo(sql, limit)}`,
          (rows) => readRows(operation, rows, (row) => Cell.integer(row, "uid"))
        )
      )
    },
    put: (record, index) => put("EventStore.put", putEvent(database, record, index)),
    putAvailability: (agendaUid, uid, availability) =>
      change("EventStore.putAvailability", putAvailability(database, agendaUid, uid, availability)),
    putTimezone: (event) => change("EventStore.putTimezone", putTimezone(database, event)),
    remove: (uid) => change("EventStore.remove", removeEvents(database, "EventStore.remove", [uid])),
    scan: (group, afterUid, limit) => {
      const operation = "EventStore.scan"
      if ("agendaUid" in group) {
        const found = sql`e.agenda_uid = ${group.agendaUid} AND e.uid > ${afterUid} ORDER BY e.uid ${limitTo(sql, limit)}`
        return longSnapshot(operation, findRecords(database, operation, found))
      }
      const uids = sql`SELECT t.uid FROM agenda a CROSS JOIN agenda_event t WHERE t.agenda_uid = a.uid AND t.location_uid = ${
        bindableNumber(group.locationUid)
      } AND t.uid > ${afterUid} ORDER BY t.uid ${limitTo(sql, limit)}`
      return snapshot(operation, findRecords(database, operation, sql`e.uid IN (${uids}) ORDER BY e.uid`))
    }
  }
}
