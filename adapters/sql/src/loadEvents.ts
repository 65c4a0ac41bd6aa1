import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Interval } from "@agenda-engine/core/domain/Timing"
import { slotLength_ms_max } from "@agenda-engine/core/domain/Timing"
import type { EventBody, EventHead } from "@agenda-engine/core/record/EventRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { isOneOf } from "./isOneOf.js"
import { readRows } from "./readRows.js"
import { extIdOf, headOf, nextOf, slotOf } from "./row/EventRow.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** An event as it was read, and its first slot that has not ended at an instant. */
export interface LoadedHead {
  readonly head: EventHead
  readonly next: Interval | null
}

const headColumns =
  "e.uid, e.agenda_uid, e.slug, e.state, e.featured, e.status, e.attendance_mode, e.location_uid, e.contributor_uid, e.timezone, " +
  "e.created_at, e.updated_at, e.version, e.first_begin, e.first_end, e.last_begin, e.last_end, d.summary"

const loadedHead = (row: Row): LoadedHead => ({ head: headOf(row), next: nextOf(row) })

/** The narrow part of some events by uid, in one statement. */
export const loadHeads = (
  database: SqlDatabase,
  operation: string,
  uids: ReadonlyArray<number>,
  shownAt: number
): Effect.Effect<ReadonlyMap<number, LoadedHead>, SqlError | StoreError> =>
  database.sql`SELECT ${database.sql.literal(headColumns)}, n.begin_ms AS next_begin, n.end_ms AS next_end
    FROM agenda_event e JOIN agenda_event_document d ON d.event_uid = e.uid
    LEFT JOIN agenda_slot n ON n.event_uid = e.uid AND n.begin_ms = (
      SELECT s.begin_ms FROM agenda_slot s
      WHERE s.event_uid = e.uid AND s.begin_ms > ${shownAt - slotLength_ms_max} AND s.end_ms > ${shownAt} ORDER BY s.begin_ms LIMIT 1
    )
    WHERE ${isOneOf(database, "e.uid", uids)}`.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, loadedHead)),
    Effect.map((heads) => new Map(heads.map((loaded) => [loaded.head.uid, loaded])))
  )

/** The narrow part of the events that a condition on `e` finds, in the order that follows it. */
export const findHeads = (
  { sql }: SqlDatabase,
  operation: string,
  found: Fragment
): Effect.Effect<ReadonlyArray<EventHead>, SqlError | StoreError> =>
  sql`SELECT ${sql.literal(headColumns)} FROM agenda_event e JOIN agenda_event_document d ON d.event_uid = e.uid WHERE ${found}`.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, headOf))
  )

const byEvent = <A>(rows: ReadonlyArray<readonly [uid: number, part: A]>): ReadonlyMap<number, ReadonlyArray<A>> => {
  const groups = new Map<number, Array<A>>()
  for (const [uid, part] of rows) {
    const group = groups.get(uid)
    if (group === undefined) groups.set(uid, [part])
    else group.push(part)
  }
  return groups
}

/** The wide part of some events by uid: three statements, however many there are. */
export const loadBodies = (
  database: SqlDatabase,
  operation: string,
  uids: ReadonlyArray<number>
): Effect.Effect<ReadonlyMap<number, EventBody>, SqlError | StoreError> =>
  Effect.gen(function*() {
    if (uids.length === 0) return new Map<number, EventBody>()
    const { sql } = database
    const among = (column: string) => isOneOf(database, column, uids)
    const slots = byEvent(
      yield* readRows(
        operation,
        yield* sql`SELECT s.event_uid, s.slot_id, s.begin_ms, s.end_ms FROM agenda_slot s WHERE ${
          among("s.event_uid")
        } ORDER BY s.event_uid, s.begin_ms`,
        (row) => [Cell.integer(row, "event_uid"), slotOf(row)] as const
      )
    )
    const extIds = byEvent(
      yield* readRows(
        operation,
        yield* sql`SELECT x.event_uid, x.ext_key, x.ext_value FROM agenda_ext_id x WHERE ${
          among("x.event_uid")
        } ORDER BY x.event_uid, x.place`,
        (row) => [Cell.integer(row, "event_uid"), extIdOf(row)] as const
      )
    )
    const bodies = yield* readRows(
      operation,
      yield* sql`SELECT d.event_uid, d.detail, d.retired_slot_ids FROM agenda_event_document d WHERE ${among("d.event_uid")}`,
      (row) => {
        const uid = Cell.integer(row, "event_uid")
        const body: EventBody = {
          slots: slots.get(uid) ?? [],
          retiredSlotIds: Cell.texts(row, "retired_slot_ids"),
          extIds: extIds.get(uid) ?? [],
          detail: Cell.text(row, "detail")
        }
        return [uid, body] as const
      }
    )
    return new Map(bodies)
  })
