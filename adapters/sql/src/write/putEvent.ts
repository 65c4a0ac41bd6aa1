import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { EventAvailability, EventIndex, EventRecord, EventTimezone } from "@agenda-engine/core/record/EventRecord"
import { makePacer } from "@agenda-engine/core/schedule/timeSlices"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Cell from "../database/Cell.js"
import { insertPlain } from "../database/Change.js"
import { readFirst } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { isDerivedFrom } from "../fragment/ofEvent.js"
import {
  availabilityCells,
  coveredColumns,
  documentCells,
  eventCells,
  extIdCells,
  neverUpdated,
  numberCells,
  slotCells,
  termCells
} from "../row/EventRow.js"
import { cellsThatDiffer, type DerivedRows, insertDerived, replaceDerived, storedRows } from "./DerivedRows.js"
import { insertSearch, placeOf, replaceSearch, searchRow, storedSearch } from "./searchRows.js"

const slotColumns = {
  event_uid: "integer",
  begin_ms: "integer",
  end_ms: "integer",
  prev_end: "integer",
  slot_id: "text",
  agenda_uid: "integer",
  featured: "integer",
  state: "integer"
} as const

const extIdColumns = { agenda_uid: "integer", ext_key: "text", ext_value: "text", event_uid: "integer", position: "integer" } as const

const termColumns = {
  agenda_uid: "integer",
  dimension: "text",
  value: "text",
  event_uid: "integer",
  spelling: "text",
  ...Record.fromIterableWith(coveredColumns, (column) => [column, "integer"] as const)
} as const

const numberColumns = { agenda_uid: "integer", dimension: "text", value: "real", event_uid: "integer" } as const

const availabilityColumns = {
  event_uid: "integer",
  from_ms: "integer",
  until_ms: "integer",
  status: "text",
  status_until: "integer",
  occurrences_available: "integer",
  occurrences_total: "integer",
  next_available: "integer",
  agenda_uid: "integer",
  state: "integer"
} as const

const intervalRows = (event: Pick<EventRecord, "agendaUid" | "state" | "uid">, intervals: EventIndex["availability"]): DerivedRows => ({
  table: "agenda_availability",
  columns: availabilityColumns,
  key: ["from_ms"],
  rows: availabilityCells(event, intervals)
})

const derivedRows = (record: EventRecord, index: EventIndex): ReadonlyArray<DerivedRows> => [
  { table: "agenda_slot", columns: slotColumns, key: ["begin_ms"], rows: slotCells(record) },
  { table: "agenda_ext_id", columns: extIdColumns, key: ["ext_key", "ext_value"], rows: extIdCells(record) },
  { table: "agenda_filter_term", columns: termColumns, key: ["dimension", "value", "spelling"], rows: termCells(record, index) },
  { table: "agenda_filter_number", columns: numberColumns, key: ["dimension", "value"], rows: numberCells(record, index) },
  intervalRows(record, index.availability)
]

/** The tables of derived rows that `replaceDerived` compares. */
export const derivedTables = [
  "agenda_availability",
  "agenda_slot",
  "agenda_ext_id",
  "agenda_filter_term",
  "agenda_filter_number"
] as const

/** `EventStore.putAvailability`. */
export const putAvailability = (
  database: SqlDatabase,
  agendaUid: number,
  uid: number,
  { intervals, rows, updatedAt }: EventAvailability
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { readBatch: readAll, runBatch: runAll, sql } = database
    const event = { agendaUid, uid }
    const events = yield* sql`UPDATE agenda_event SET ${
      sql.update({ availability_updated_at: updatedAt ?? neverUpdated })
    } WHERE uid = ${uid} AND agenda_uid = ${agendaUid} RETURNING state`
    const state = yield* readFirst("EventStore.putAvailability", events, (row) => Cell.integer(row, "state"))
    if (state === null) return
    const changed = intervals === undefined ? [] : [intervalRows({ agendaUid, uid, state }, intervals)]
    const stored = yield* readAll(changed.map((derived) => storedRows(database, event, derived)))
    const replaced = changed.flatMap((derived, index) => replaceDerived(database, event, derived, stored[index] ?? []))
    yield* runAll([sql`UPDATE agenda_event_document SET availability = ${rows} WHERE ${isDerivedFrom(database, event)}`, ...replaced])
  })

/** `EventStore.putTimezone`. */
export const putTimezone = (
  database: SqlDatabase,
  { agendaUid, locationUid, summary, timezone, uid }: EventTimezone
): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    const { sql } = database
    const changed =
      yield* sql`UPDATE agenda_event SET timezone = ${timezone} WHERE uid = ${uid} AND agenda_uid = ${agendaUid} AND location_uid = ${locationUid} RETURNING uid`
    if (changed.length === 0) return
    yield* sql`UPDATE agenda_event_document SET summary = ${summary} WHERE ${isDerivedFrom(database, { agendaUid, uid })}`
  })

/** The look-ups of a new event, where its table has them. They fail when another event has its uid or slug. */
const insertLookUps = ({ dialect, sql }: SqlDatabase, { agendaUid, slug, uid }: EventRecord): ReadonlyArray<Statement<Row>> =>
  !dialect.keysByAgenda ? [] : [
    insertPlain(sql, "agenda_event_uid", [{ uid, agenda_uid: agendaUid }]),
    insertPlain(sql, "agenda_event_slug", [{ slug, agenda_uid: agendaUid, uid }])
  ]

/**
 * The look-up of a changed slug, where its table has one. It fails when another event has the slug. No update: a table
 * that is distributed by slug refuses it.
 */
const replaceSlug = ({ dialect, sql }: SqlDatabase, { agendaUid, slug, uid }: EventRecord, before: string): ReadonlyArray<Statement<Row>> =>
  !dialect.keysByAgenda ? [] : [
    sql`DELETE FROM agenda_event_slug WHERE slug = ${before}`,
    insertPlain(sql, "agenda_event_slug", [{ slug, agenda_uid: agendaUid, uid }])
  ]

/** `EventStore.put`. Updates only what differs in an existing event, except the document, which it always writes. */
export const putEvent = (
  database: SqlDatabase,
  record: EventRecord,
  index: EventIndex,
  isNew: boolean
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, readBatch: readAll, runBatch: runAll, sql } = database
    const operation = "EventStore.put"
    const { agendaUid, uid } = record
    const pace = yield* makePacer
    const cells = eventCells(record, index)
    const derived = derivedRows(record, index)
    yield* pace
    const names = sql.literal(Object.keys(cells).join(", "))
    const found = sql`SELECT ${names} FROM agenda_event WHERE uid = ${uid} AND agenda_uid = ${agendaUid}${dialect.forUpdate(sql)}`
    const locking = readAll([
      ...(isNew ? [] : [found]),
      ...(record.locationUid === null ? [] : [placeOf(database, record.locationUid)])
    ])
    // Postgres runs statements in the order in which they are sent: the rows are read under the lock.
    const reading = isNew
      ? Effect.succeed([])
      : readAll([storedSearch(database, record), ...derived.map((rows) => storedRows(database, record, rows))])
    const [read, [searchedBefore = [], ...stored]] = yield* (dialect.joinsStatements && (yield* database.sendsAhead))
      ? Effect.all([locking, reading], { concurrency: "unbounded" })
      : Effect.zip(locking, reading)
    const [[before] = [], place = []] = isNew ? [[], ...read] : read
    const row = yield* searchRow(operation, record, index, place)
    if (before === undefined) {
      const searched = insertSearch(database, row)
      yield* pace
      // If the uid exists in another agenda, the insert fails with `Conflict`.
      return yield* runAll([
        insertPlain(sql, "agenda_event", [cells]),
        ...insertLookUps(database, record),
        insertPlain(sql, "agenda_event_document", [documentCells(record)]),
        ...derived.flatMap(insertDerived),
        ...searched
      ])
    }
    const changed = cellsThatDiffer(before, cells)
    const ofAgenda = dialect.keysByAgenda ? sql` AND agenda_uid = ${agendaUid}` : sql.literal("")
    const replaced = yield* Effect.forEach(
      derived,
      (rows, position) => Effect.as(pace, replaceDerived(database, record, rows, stored[position] ?? []))
    )
    const searched = replaceSearch(database, row, searchedBefore)
    yield* pace
    yield* runAll([
      ...(Object.keys(changed).length === 0 ? [] : [sql`UPDATE agenda_event SET ${sql.update(changed)} WHERE uid = ${uid}${ofAgenda}`]),
      ...("slug" in changed ? replaceSlug(database, record, Cell.text(before, "slug")) : []),
      sql`UPDATE agenda_event_document SET ${sql.update(documentCells(record), ["event_uid", "agenda_uid"])} WHERE ${
        isDerivedFrom(database, record)
      }`,
      ...replaced.flat(),
      ...searched
    ])
  })
