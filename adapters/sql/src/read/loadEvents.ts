import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { type Interval, slotLength_ms_max } from "@agenda-engine/core/domain/event/Timing"
import type { AggregateAvailability } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { EventBody, EventHead, EventRecord } from "@agenda-engine/core/record/EventRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import type { EventKey } from "../database/Dialect.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { eventColumns } from "../fragment/Columns.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { isOfEvent, isOneOfEvents } from "../fragment/ofEvent.js"
import { availabilityOf, extIdOf, headColumns, headOf, nextOf, slotOf } from "../row/EventRow.js"

/** The part of an event's body that is stored in its document. */
type Document = Pick<EventBody, "availability" | "detail" | "retiredSlotIds">

/** An event with its next slot and its availability at an instant. */
export interface LoadedEvent {
  readonly head: EventHead
  readonly next: Interval | null
  readonly availability: AggregateAvailability | null
  /** Null unless bodies are loaded. */
  readonly body: EventBody | null
}

/** Which events to load, and how. */
interface LoadOptions {
  readonly scope: Scope
  /** Predicate: these columns name one of the events. */
  readonly isChosen: (columns: { readonly uid: string; readonly agendaUid: string }) => Fragment
  /** The instant of `next` and `availability`, epoch milliseconds. */
  readonly shownAt: number
  readonly bodies: boolean
}

const wholeColumns = `${headColumns}, d.detail, d.retired_slot_ids, d.availability`

const documentOf = (row: Row): Document => ({
  detail: Cell.text(row, "detail"),
  retiredSlotIds: Cell.texts(row, "retired_slot_ids"),
  availability: Cell.text(row, "availability")
})

/** The `SELECT` of the heads of some events, with their documents if bodies are asked for. */
const selectHeads = (context: SqlContext, { bodies, isChosen, scope, shownAt }: LoadOptions): Statement<Row> => {
  const { sql } = context
  const isOf = (row: string): Fragment => isOfEvent(context, row, { ...eventColumns, scope })
  return sql`SELECT ${sql.literal(bodies ? wholeColumns : headColumns)}, n.begin_ms AS next_begin, n.end_ms AS next_end,
      v.status AS availability_status, v.occurrences_available, v.occurrences_total, v.next_available
    FROM agenda_event e JOIN agenda_event_document d ON ${isOf("d")}
    LEFT JOIN agenda_slot n ON ${isOf("n")} AND n.begin_ms = (
      SELECT s.begin_ms FROM agenda_slot s
      WHERE ${isOf("s")} AND s.begin_ms > ${shownAt - slotLength_ms_max} AND s.end_ms > ${shownAt}
      ORDER BY s.begin_ms LIMIT 1
    )
    LEFT JOIN agenda_availability v ON ${isOf("v")} AND v.from_ms = (
      SELECT a.from_ms FROM agenda_availability a WHERE ${isOf("a")} AND a.from_ms <= ${shownAt} ORDER BY a.from_ms DESC LIMIT 1
    )
    WHERE ${isChosen(eventColumns)}`
}

/** The `SELECT`s of the slots and external ids of some events. */
const selectParts = ({ sql }: SqlContext, isChosen: LoadOptions["isChosen"]): ReadonlyArray<Statement<Row>> => [
  sql`SELECT s.event_uid, s.slot_id, s.begin_ms, s.end_ms FROM agenda_slot s WHERE ${
    isChosen({ uid: "s.event_uid", agendaUid: "s.agenda_uid" })
  } ORDER BY s.event_uid, s.begin_ms`,
  sql`SELECT x.event_uid, x.ext_key, x.ext_value FROM agenda_ext_id x WHERE ${
    isChosen({ uid: "x.event_uid", agendaUid: "x.agenda_uid" })
  } ORDER BY x.event_uid, x.position`
]

/** The `SELECT`s of some events, whose rows `eventsFrom` parses; the first one has a row for each event. */
export const selectEvents = (context: SqlContext, options: LoadOptions): ReadonlyArray<Statement<Row>> => [
  selectHeads(context, options),
  ...(options.bodies ? selectParts(context, options.isChosen) : [])
]

/** Loads the records that match a predicate on `e`. `found` may end with `ORDER BY`. */
export const findRecords = (
  database: SqlDatabase,
  operation: string,
  found: Fragment
): Effect.Effect<ReadonlyArray<EventRecord>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { sql } = database
    const rows = yield* sql`SELECT ${sql.literal(wholeColumns)} FROM agenda_event e JOIN agenda_event_document d ON ${
      isOfEvent(database, "d", eventColumns)
    } WHERE ${found}`
    const wholes = yield* readRows(operation, rows, (row) => ({ ...headOf(row), ...documentOf(row) }))
    if (wholes.length === 0) return []
    const [slots, extIds] = yield* Effect.all(selectParts(database, (columns) => isOneOfEvents(database, columns, wholes)))
    const parts = yield* partsFrom(operation, slots, extIds)
    return wholes.map((whole) => ({ ...whole, ...parts(whole.uid) }))
  })

/** Loads the first record of an agenda that matches a predicate on `e`, in one statement; null when none does. */
export const findRecord = (
  database: SqlDatabase,
  operation: string,
  agendaUid: number,
  found: Fragment
): Effect.Effect<EventRecord | null, SqlError | StoreError> => {
  const { dialect, sql } = database
  const isOf = (row: string): Fragment => isOfEvent(database, row, { ...eventColumns, scope: { _tag: "Agenda", agendaUid } })
  const slots = dialect.jsonArray(sql, ["slot_id", "begin_ms", "end_ms"], "begin_ms")
  const extIds = dialect.jsonArray(sql, ["ext_key", "ext_value"], "position")
  return sql`SELECT ${sql.literal(wholeColumns)},
      (SELECT ${slots} FROM agenda_slot s WHERE ${isOf("s")}) AS slots,
      (SELECT ${extIds} FROM agenda_ext_id x WHERE ${isOf("x")}) AS ext_ids
    FROM agenda_event e JOIN agenda_event_document d ON ${isOf("d")} WHERE ${found}`.pipe(
    Effect.flatMap((rows) =>
      readFirst(operation, rows, (row) => ({
        ...headOf(row),
        ...documentOf(row),
        slots: Cell.rows(row, "slots").map(slotOf),
        extIds: Cell.rows(row, "ext_ids").map(extIdOf)
      }))
    )
  )
}

const byEvent = <A>(rows: ReadonlyArray<readonly [uid: number, part: A]>): ReadonlyMap<number, ReadonlyArray<A>> => {
  const groups = new Map<number, Array<A>>()
  for (const [uid, part] of rows) {
    const group = groups.get(uid)
    if (group === undefined) groups.set(uid, [part])
    else group.push(part)
  }
  return groups
}

/** The part of an event's body that is stored in separate tables. */
type Parts = Omit<EventBody, keyof Document>

/** Parses the rows of `selectParts`. */
const partsFrom = (
  operation: string,
  slotRows: ReadonlyArray<Row> = [],
  extIdRows: ReadonlyArray<Row> = []
): Effect.Effect<(uid: number) => Parts, StoreError> =>
  Effect.gen(function*() {
    const slots = byEvent(yield* readRows(operation, slotRows, (row) => [Cell.integer(row, "event_uid"), slotOf(row)] as const))
    const extIds = byEvent(yield* readRows(operation, extIdRows, (row) => [Cell.integer(row, "event_uid"), extIdOf(row)] as const))
    return (uid) => ({ slots: slots.get(uid) ?? [], extIds: extIds.get(uid) ?? [] })
  })

/** Parses the rows of `selectEvents`, to events by uid. */
export const eventsFrom = (
  operation: string,
  [headRows = [], slotRows, extIdRows]: ReadonlyArray<ReadonlyArray<Row>>,
  { bodies }: Pick<LoadOptions, "bodies">
): Effect.Effect<ReadonlyMap<number, LoadedEvent>, StoreError> =>
  Effect.gen(function*() {
    const parts = bodies ? yield* partsFrom(operation, slotRows, extIdRows) : null
    const events = yield* readRows(operation, headRows, (row): LoadedEvent => {
      const head = headOf(row)
      return {
        head,
        next: nextOf(row),
        availability: availabilityOf(row),
        body: parts === null ? null : { ...documentOf(row), ...parts(head.uid) }
      }
    })
    return new Map(events.map((loaded) => [loaded.head.uid, loaded]))
  })

/** Loads some events by uid. Missing events are left out. */
export const loadEvents = (
  database: SqlDatabase,
  operation: string,
  events: ReadonlyArray<EventKey>,
  shown: Pick<LoadOptions, "bodies" | "shownAt">
): Effect.Effect<ReadonlyMap<number, LoadedEvent>, SqlError | StoreError> => {
  if (events.length === 0) return Effect.succeed(new Map())
  const [agendaUid = 0, ...others] = new Set(events.map((event) => event.agendaUid))
  const scope: Scope = others.length === 0 ? { _tag: "Agenda", agendaUid } : { _tag: "Public", within: null }
  const isChosen: LoadOptions["isChosen"] = (columns) => isOneOfEvents(database, columns, events)
  return Effect.flatMap(
    Effect.all(selectEvents(database, { scope, isChosen, ...shown })),
    (rows) => eventsFrom(operation, rows, shown)
  )
}
