import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { type Interval, slotLength_ms_max } from "@agenda-engine/core/domain/event/Timing"
import type { AggregateAvailability } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { EventBody, EventHead, EventRecord } from "@agenda-engine/core/record/EventRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import type { EventKey } from "../database/Dialect.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { eventColumns } from "../fragment/Columns.js"
import { isOfEvent, isOneOfEvents } from "../fragment/ofEvent.js"
import { availabilityOf, extIdOf, headColumns, headOf, nextOf, slotOf } from "../row/EventRow.js"

/** The part of an event's body that is stored in its document. */
type Document = Pick<EventBody, "availability" | "detail" | "retiredSlotIds">

/** The head of an event, with its next slot and its availability at an instant. */
interface LoadedHead {
  readonly head: EventHead
  readonly next: Interval | null
  readonly availability: AggregateAvailability | null
  /** Null unless bodies are loaded. */
  readonly document: Document | null
}

/** An event with its next slot and its availability at an instant. */
export interface LoadedEvent extends Omit<LoadedHead, "document"> {
  /** Null unless bodies are loaded. */
  readonly body: EventBody | null
}

/** The events to load, the instant of `next` and `availability` (epoch milliseconds), and whether to load bodies. */
interface LoadOptions {
  readonly events: ReadonlyArray<EventKey>
  readonly shownAt: number
  readonly bodies: boolean
}

const wholeColumns = `${headColumns}, d.detail, d.retired_slot_ids, d.availability`

const documentOf = (row: Row): Document => ({
  detail: Cell.text(row, "detail"),
  retiredSlotIds: Cell.texts(row, "retired_slot_ids"),
  availability: Cell.text(row, "availability")
})

/** Loads the heads of some events in one statement, and their documents if asked for. */
const loadHeads = (
  database: SqlDatabase,
  operation: string,
  options: LoadOptions
): Effect.Effect<ReadonlyMap<number, LoadedHead>, SqlError | StoreError> => {
  const { sql } = database
  if (options.events.length === 0) return Effect.succeed(new Map())
  const [agendaUid = 0, ...others] = new Set(options.events.map((event) => event.agendaUid))
  const scope: Scope = others.length === 0 ? { _tag: "Agenda", agendaUid } : { _tag: "Public", within: null }
  const isOf = (row: string): Fragment => isOfEvent(database, row, { ...eventColumns, scope })
  return sql`SELECT ${sql.literal(options.bodies ? wholeColumns : headColumns)}, n.begin_ms AS next_begin, n.end_ms AS next_end,
      v.status AS availability_status, v.occurrences_available, v.occurrences_total, v.next_available
    FROM agenda_event e JOIN agenda_event_document d ON ${isOf("d")}
    LEFT JOIN agenda_slot n ON ${isOf("n")} AND n.begin_ms = (
      SELECT s.begin_ms FROM agenda_slot s
      WHERE ${isOf("s")} AND s.begin_ms > ${options.shownAt - slotLength_ms_max} AND s.end_ms > ${options.shownAt}
      ORDER BY s.begin_ms LIMIT 1
    )
    LEFT JOIN agenda_availability v ON ${isOf("v")} AND v.from_ms = (
      SELECT a.from_ms FROM agenda_availability a WHERE ${isOf("a")} AND a.from_ms <= ${options.shownAt} ORDER BY a.from_ms DESC LIMIT 1
    )
    WHERE ${isOneOfEvents(database, eventColumns, options.events)}`.pipe(
    Effect.flatMap((rows) =>
      readRows(operation, rows, (row): LoadedHead => ({
        head: headOf(row),
        next: nextOf(row),
        availability: availabilityOf(row),
        document: options.bodies ? documentOf(row) : null
      }))
    ),
    Effect.map((heads) => new Map(heads.map((loaded) => [loaded.head.uid, loaded])))
  )
}

/** Loads the records that match a predicate on `e`, in three statements. `found` may end with `ORDER BY`. */
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
    const parts = yield* loadParts(database, operation, wholes)
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

/** Loads the slots and external ids of some events, in two statements. */
const loadParts = (
  database: SqlDatabase,
  operation: string,
  events: ReadonlyArray<EventKey>
): Effect.Effect<(uid: number) => Parts, SqlError | StoreError> =>
  Effect.gen(function*() {
    if (events.length === 0) return () => ({ slots: [], extIds: [] })
    const { sql } = database
    const slots = byEvent(
      yield* readRows(
        operation,
        yield* sql`SELECT s.event_uid, s.slot_id, s.begin_ms, s.end_ms FROM agenda_slot s WHERE ${
          isOneOfEvents(database, { uid: "s.event_uid", agendaUid: "s.agenda_uid" }, events)
        } ORDER BY s.event_uid, s.begin_ms`,
        (row) => [Cell.integer(row, "event_uid"), slotOf(row)] as const
      )
    )
    const extIds = byEvent(
      yield* readRows(
        operation,
        yield* sql`SELECT x.event_uid, x.ext_key, x.ext_value FROM agenda_ext_id x WHERE ${
          isOneOfEvents(database, { uid: "x.event_uid", agendaUid: "x.agenda_uid" }, events)
        } ORDER BY x.event_uid, x.position`,
        (row) => [Cell.integer(row, "event_uid"), extIdOf(row)] as const
      )
    )
    return (uid) => ({ slots: slots.get(uid) ?? [], extIds: extIds.get(uid) ?? [] })
  })

/** Loads some events by uid. Missing events are left out. */
export const loadEvents = (
  database: SqlDatabase,
  operation: string,
  options: LoadOptions
): Effect.Effect<ReadonlyMap<number, LoadedEvent>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const heads = yield* loadHeads(database, operation, options)
    const parts = options.bodies ? yield* loadParts(database, operation, options.events) : null
    return new Map([...heads].map(([uid, { document, ...loaded }]) => {
      const body = parts === null || document === null ? null : { ...document, ...parts(uid) }
      return [uid, { ...loaded, body }]
    }))
  })
