import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { EventStore } from "@agenda-engine/core/ports/EventStore"
import { contributorAudience, type EventRef } from "@agenda-engine/core/record/EventRecord"
import type { StateChange } from "@agenda-engine/core/record/StateChange"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { eventTextTable } from "../database/indexTables.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { findTransitions } from "../read/findTransitions.js"
import { findRecord, findRecords } from "../read/loadEvents.js"
import { readWords } from "../read/readWords.js"
import { makeRecordCaches, searchEvents } from "../read/searchEvents.js"
import { tombstoneCells, tombstoneOf, withdrawnOf } from "../row/EventRow.js"
import { contributionFrom, stateChangeCells, stateChangeOf } from "../row/StateChangeRow.js"
import { derivedTables, putAvailability, putEvent, putTimezone } from "../write/putEvent.js"

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

const addStateChange = ({ sql }: SqlDatabase, added: StateChange): Statement<Row> => {
  const cells = Object.entries(stateChangeCells(added))
  const names = sql.csv(cells.map(([name]) => sql.literal(name)))
  const position = sql`(SELECT count(*) FROM agenda_event_history WHERE event_uid = ${added.eventUid})`
  return sql`INSERT INTO agenda_event_history (${names}, position) VALUES (${sql.csv(cells.map(([, cell]) => sql`${cell}`))}, ${position})`
}

/** Tables with rows of an event, deleted with it. */
const dependentTables = [...derivedTables, "agenda_event_history", "agenda_event_document", eventTextTable] as const

/**
 * Deletes events and everything derived from them. Except for the terms, the number of statements does not depend on
 * the number of events.
 */
const removeEvents = (database: SqlDatabase, uids: ReadonlyArray<number>): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    const { dialect, sql } = database
    for (const uid of uids) yield* dialect.removeTerms(sql, uid)
    for (const table of dependentTables) yield* sql`DELETE FROM ${sql(table)} WHERE ${isOneOf(database, "event_uid", uids)}`
    yield* sql`DELETE FROM agenda_event WHERE ${isOneOf(database, "uid", uids)}`
  })

const clearEvents = (
  database: SqlDatabase,
  agendaUid: number,
  limit: number
): Effect.Effect<ReadonlyArray<number>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const uids = yield* readRows(
      "EventStore.clear",
      yield* database.sql`SELECT uid FROM agenda_event WHERE agenda_uid = ${agendaUid} ORDER BY uid ${limitTo(database.sql, limit)}`,
      (row) => Cell.integer(row, "uid")
    )
    if (uids.length > 0) yield* removeEvents(database, uids)
    return uids
  })

/** `EventStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<EventStore> => {
  const { writeUnchecked: change, longSnapshot, writeOrConflict: put, read, snapshot, sql } = database
  const caches = makeRecordCaches()
  const isThere = (operation: string, found: Fragment): Effect.Effect<boolean, StoreError> =>
    read(operation, Effect.map(sql`SELECT 1 AS there WHERE ${found}`, (rows) => rows.length > 0))
  return {
    search: (plan, counts, read) => searchEvents(database, caches, plan, counts ?? null, read ?? null),
    transitions: (plan) => findTransitions(database, plan),
    find: (agendaUid, ref) => {
      const operation = "EventStore.find"
      return read(operation, findRecord(database, operation, named(database, agendaUid, ref)))
    },
    words: (agendaUid, beginning) => {
      const operation = "EventStore.words"
      return snapshot(operation, readWords(database, operation, agendaUid, beginning))
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
    // Joins agenda by agenda: the index by location alone leaves out unpublished events.
    locationUsed: (locationUid) =>
      isThere(
        "EventStore.locationUsed",
        sql`EXISTS (SELECT 1 FROM agenda a CROSS JOIN agenda_event e WHERE e.agenda_uid = a.uid AND e.location_uid = ${
          bindableNumber(locationUid)
        })`
      ),
    put: (record, index) => put("EventStore.put", putEvent(database, record, index)),
    putAvailability: (agendaUid, uid, availability) =>
      change("EventStore.putAvailability", putAvailability(database, agendaUid, uid, availability)),
    putTimezone: (event) => change("EventStore.putTimezone", putTimezone(database, event)),
    addStateChange: (added) =>
      change(
        "EventStore.addStateChange",
        Effect.asVoid(addStateChange(database, added))
      ),
    stateChanges: (eventUids) =>
      read(
        "EventStore.stateChanges",
        Effect.flatMap(
          sql`SELECT * FROM agenda_event_history WHERE ${isOneOf(database, "event_uid", eventUids)} ORDER BY event_uid, position`,
          (rows) => readRows("EventStore.stateChanges", rows, stateChangeOf)
        )
      ),
    remove: (uid) => change("EventStore.remove", removeEvents(database, [uid])),
    removeBatch: (agendaUid, limit) => change("EventStore.clear", clearEvents(database, agendaUid, limit)),
    clearTombstones: (agendaUid, limit) =>
      change(
        "EventStore.clearTombstones",
        Effect.map(
          sql`DELETE FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND (audience, uid) IN (SELECT audience, uid FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} ORDER BY audience, uid ${
            limitTo(sql, limit)
          }) RETURNING uid`,
          (rows) => rows.length
        )
      ),
    count: (agendaUid) =>
      read(
        "EventStore.count",
        Effect.flatMap(
          sql`SELECT (SELECT count(*) FROM agenda_event WHERE agenda_uid = ${agendaUid}) AS events, (SELECT count(*) FROM agenda_tombstone WHERE agenda_uid = ${agendaUid}) AS tombstones`,
          (rows) =>
            Effect.map(
              readFirst(
                "EventStore.count",
                rows,
                (row) => ({ events: Cell.integer(row, "events"), tombstones: Cell.integer(row, "tombstones") })
              ),
              (counts) => counts ?? { events: 0, tombstones: 0 }
            )
        )
      ),
    agendaAt: (locationUid, agendaUid) =>
      read(
        "EventStore.agendaAt",
        Effect.flatMap(
          sql`SELECT a.uid FROM agenda a CROSS JOIN agenda_event e WHERE e.agenda_uid = a.uid AND e.location_uid = ${
            bindableNumber(locationUid)
          } AND a.uid <> ${agendaUid} LIMIT 1`,
          (rows) => readFirst("EventStore.agendaAt", rows, (row) => Cell.integer(row, "uid"))
        )
      ),
    scanAt: (locationUid, afterUid, limit) => {
      const operation = "EventStore.scanAt"
      const uids = sql`SELECT t.uid FROM agenda a CROSS JOIN agenda_event t WHERE t.agenda_uid = a.uid AND t.location_uid = ${
        bindableNumber(locationUid)
      } AND t.uid > ${afterUid} ORDER BY t.uid ${limitTo(sql, limit)}`
      return snapshot(operation, findRecords(database, operation, sql`e.uid IN (${uids}) ORDER BY e.uid`))
    },
    contributionsOf: (userUid) =>
      read(
        "EventStore.contributionsOf",
        Effect.flatMap(
          sql`SELECT agenda_uid, sum(events) AS events, sum(state_changes) AS state_changes FROM (
            SELECT agenda_uid, count(*) AS events, 0 AS state_changes FROM agenda_event WHERE contributor_uid = ${userUid} GROUP BY agenda_uid
            UNION ALL
            SELECT e.agenda_uid, 0 AS events, count(*) AS state_changes FROM agenda_event_history h JOIN agenda_event e ON e.uid = h.event_uid
            WHERE h.user_uid = ${userUid} GROUP BY e.agenda_uid
            UNION ALL
            SELECT DISTINCT agenda_uid, 0 AS events, 0 AS state_changes FROM agenda_tombstone WHERE audience = ${
            contributorAudience(userUid)
          }
          ) t GROUP BY agenda_uid ORDER BY agenda_uid`,
          (rows) => readRows("EventStore.contributionsOf", rows, contributionFrom)
        )
      ),
    forgetUser: (agendaUid, userUid) =>
      change(
        "EventStore.forgetUser",
        Effect.gen(function*() {
          yield* sql`UPDATE agenda_event_history SET user_uid = NULL WHERE user_uid = ${userUid} AND event_uid IN (SELECT uid FROM agenda_event WHERE agenda_uid = ${agendaUid})`
          yield* sql`DELETE FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND audience = ${contributorAudience(userUid)}`
          yield* sql`UPDATE agenda_event SET contributor_uid = NULL WHERE agenda_uid = ${agendaUid} AND contributor_uid = ${userUid}`
        })
      ),
    putTombstone: (tombstone, withdrawal) =>
      change(
        "EventStore.putTombstone",
        Effect.asVoid(
          sql`INSERT INTO agenda_tombstone ${
            sql.insert(tombstoneCells(tombstone, withdrawal))
          } ON CONFLICT (agenda_uid, audience, uid) DO UPDATE SET removed_at = excluded.removed_at, removed_desc_key = excluded.removed_desc_key, slug = excluded.slug, version = excluded.version, slots = excluded.slots, last_end = excluded.last_end`
        )
      ),
    removeTombstone: (agendaUid, uid, audience) =>
      change(
        "EventStore.removeTombstone",
        Effect.asVoid(sql`DELETE FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND audience = ${audience} AND uid = ${uid}`)
      ),
    findTombstone: (agendaUid, uid, audience) => {
      const operation = "EventStore.findTombstone"
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT agenda_uid, audience, uid, removed_at FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND audience = ${audience} AND uid = ${uid}`,
          (rows) => readFirst(operation, rows, tombstoneOf)
        )
      )
    },
    withdrawals: (agendaUid, { endsAfter, limit, slug }) => {
      const operation = "EventStore.withdrawals"
      const isNamed = slug === null ? sql`` : sql` AND slug = ${bindableText(slug)}`
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT uid, removed_at, slug, version, slots, last_end FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND last_end > ${endsAfter}${isNamed} ORDER BY removed_desc_key, uid ${
            limitTo(sql, limit)
          }`,
          (rows) => readRows(operation, rows, withdrawnOf)
        )
      )
    },
    scan: (agendaUid, afterUid, limit) => {
      const operation = "EventStore.scan"
      return longSnapshot(
        operation,
        findRecords(database, operation, sql`e.agenda_uid = ${agendaUid} AND e.uid > ${afterUid} ORDER BY e.uid ${limitTo(sql, limit)}`)
      )
    }
  }
}
