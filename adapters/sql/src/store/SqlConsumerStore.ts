import type { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import type { ConsumerPlace, ConsumerRecord, ParkedChange } from "@agenda-engine/core/record/ConsumerRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { type Cells, upsert } from "../database/upsert.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import { alwaysTrue } from "../fragment/isOneOf.js"
import { changeCells, changeOf, placeOf } from "../row/ChangeRow.js"

const consumerOf = (row: Row): ConsumerRecord => ({
  name: Cell.text(row, "name"),
  owner: Cell.text(row, "owner"),
  leaseUntil: Cell.integer(row, "lease_until")
})

const placeCells = (place: ConsumerPlace): Cells => ({
  consumer: place.consumer,
  agenda_uid: place.agendaUid,
  generation: place.generation,
  revision: place.position,
  ordinal: place.ordinal,
  attempts: place.attempts,
  due_at: place.dueAt,
  error: place.error,
  missed_at: place.missedAt
})

const consumerPlaceOf = (row: Row): ConsumerPlace => ({
  ...placeOf(row),
  consumer: Cell.text(row, "consumer"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  generation: Cell.textOrNull(row, "generation"),
  attempts: Cell.integer(row, "attempts"),
  dueAt: Cell.integer(row, "due_at"),
  error: Cell.textOrNull(row, "error"),
  missedAt: Cell.integerOrNull(row, "missed_at")
})

const parkedCells = ({ attempts, change, consumer, dueAt, error, parkedAt }: ParkedChange): Cells => ({
  consumer,
  ...changeCells(change),
  attempts,
  parked_at: parkedAt,
  due_at: dueAt,
  error
})

const parkedOf = (row: Row): ParkedChange => ({
  consumer: Cell.text(row, "consumer"),
  change: changeOf(row),
  attempts: Cell.integer(row, "attempts"),
  parkedAt: Cell.integer(row, "parked_at"),
  dueAt: Cell.integerOrNull(row, "due_at"),
  error: Cell.text(row, "error")
})

/** `ConsumerStore` in an SQL database. */
export const makeConsumerStore = (
  { dialect, read, sql, writeUnchecked: change }: SqlDatabase
): Context.Tag.Service<ConsumerStore> => {
  const named = (consumer: string) => sql`consumer = ${bindableText(consumer)}`
  /** Deletes the places and parked changes that match. */
  const removeContents = (found: Fragment) =>
    Effect.zipRight(
      sql`DELETE FROM agenda_consumer_place WHERE ${found}`,
      Effect.asVoid(sql`DELETE FROM agenda_consumer_parked WHERE ${found}`)
    )
  return {
    add: (name) =>
      change(
        "ConsumerStore.add",
        Effect.asVoid(sql`INSERT INTO agenda_consumer (name, owner, lease_until) VALUES (${name}, '', 0) ON CONFLICT (name) DO NOTHING`)
      ),
    lock: (name, mode) =>
      read(
        "ConsumerStore.lock",
        Effect.flatMap(
          sql`SELECT * FROM agenda_consumer WHERE name = ${bindableText(name)}${
            mode === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)
          }`,
          (rows) => readFirst("ConsumerStore.lock", rows, consumerOf)
        )
      ),
    put: ({ leaseUntil, name, owner }) =>
      change("ConsumerStore.put", Effect.asVoid(upsert(sql, "agenda_consumer", "name", { name, owner, lease_until: leaseUntil }))),
    remove: (name) =>
      change(
        "ConsumerStore.remove",
        Effect.zipRight(
          removeContents(named(name)),
          Effect.asVoid(sql`DELETE FROM agenda_consumer WHERE name = ${bindableText(name)}`)
        )
      ),
    scan: (after, limit) =>
      read(
        "ConsumerStore.scan",
        Effect.flatMap(
          sql`SELECT * FROM agenda_consumer WHERE name > ${after} ORDER BY name ${limitTo(sql, limit)}`,
          (rows) => readRows("ConsumerStore.scan", rows, consumerOf)
        )
      ),
    putPlace: (place) =>
      change(
        "ConsumerStore.putPlace",
        Effect.asVoid(upsert(sql, "agenda_consumer_place", ["consumer", "agenda_uid"], placeCells(place)))
      ),
    places: (consumer) =>
      read(
        "ConsumerStore.places",
        Effect.flatMap(
          sql`SELECT * FROM agenda_consumer_place WHERE ${named(consumer)} ORDER BY agenda_uid`,
          (rows) => readRows("ConsumerStore.places", rows, consumerPlaceOf)
        )
      ),
    // The recursion walks the logs by their index: one look-up an agenda, however long its log is.
    behind: (consumer, now, limit) =>
      read(
        "ConsumerStore.behind",
        Effect.flatMap(
          sql`WITH RECURSIVE logs (agenda_uid) AS (
            SELECT min(agenda_uid) FROM agenda_change
            UNION ALL
            SELECT (SELECT min(c.agenda_uid) FROM agenda_change c WHERE c.agenda_uid > l.agenda_uid) FROM logs l WHERE l.agenda_uid IS NOT NULL
          )
          SELECT l.agenda_uid, p.generation, coalesce(p.revision, 0) AS revision, coalesce(p.ordinal, 0) AS ordinal,
            coalesce(p.attempts, 0) AS attempts, coalesce(p.due_at, 0) AS due_at, p.error, p.missed_at
          FROM logs l LEFT JOIN agenda_consumer_place p ON p.consumer = ${bindableText(consumer)} AND p.agenda_uid = l.agenda_uid
          WHERE l.agenda_uid IS NOT NULL AND coalesce(p.due_at, 0) <= ${now} AND EXISTS (
            SELECT 1 FROM agenda_change c WHERE c.agenda_uid = l.agenda_uid
              AND (c.revision, c.ordinal) > (coalesce(p.revision, 0), coalesce(p.ordinal, 0))
          ) ORDER BY coalesce(p.due_at, 0), l.agenda_uid ${limitTo(sql, limit)}`,
          (rows) => readRows("ConsumerStore.behind", rows, (row) => consumerPlaceOf({ ...row, consumer }))
        )
      ),
    putParked: (parked) =>
      change(
        "ConsumerStore.putParked",
        Effect.asVoid(upsert(sql, "agenda_consumer_parked", ["consumer", "agenda_uid", "revision", "ordinal"], parkedCells(parked)))
      ),
    removeParked: (consumer, { agendaUid, ordinal, position }) =>
      change(
        "ConsumerStore.removeParked",
        Effect.asVoid(
          sql`DELETE FROM agenda_consumer_parked WHERE ${
            named(consumer)
          } AND agenda_uid = ${agendaUid} AND revision = ${position} AND ordinal = ${ordinal}`
        )
      ),
    parked: (consumer, { agendaUid, ordinal, position }, limit, dueBy) =>
      read(
        "ConsumerStore.parked",
        Effect.flatMap(
          sql`SELECT * FROM agenda_consumer_parked WHERE ${named(consumer)}
            AND (agenda_uid, revision, ordinal) > (${agendaUid}, ${position}, ${ordinal}) AND ${
            dueBy === undefined ? alwaysTrue(sql) : sql`due_at <= ${dueBy}`
          } ORDER BY agenda_uid, revision, ordinal ${limitTo(sql, limit)}`,
          (rows) => readRows("ConsumerStore.parked", rows, parkedOf)
        )
      ),
    countParked: (consumer) =>
      read(
        "ConsumerStore.countParked",
        Effect.flatMap(
          sql`SELECT count(*) AS parked FROM agenda_consumer_parked WHERE ${consumer === null ? alwaysTrue(sql) : named(consumer)}`,
          (rows) => Effect.map(readFirst("ConsumerStore.countParked", rows, (row) => Cell.integer(row, "parked")), (count) => count ?? 0)
        )
      ),
    removeOfAgenda: (agendaUid) => change("ConsumerStore.removeOfAgenda", removeContents(sql`agenda_uid = ${bindableNumber(agendaUid)}`))
  }
}
