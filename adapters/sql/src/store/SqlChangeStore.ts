import type { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { type ChangePlace, logStart } from "@agenda-engine/core/record/ChangeRecord"
import type { Audience, TombstoneAudience } from "@agenda-engine/core/record/EventRecord"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { limitTo } from "../fragment/bindable.js"
import { alwaysTrue, isOneOf } from "../fragment/isOneOf.js"
import { changeCells, changeOf, placeOf } from "../row/ChangeRow.js"

const columns = {
  agenda_uid: "integer",
  revision: "integer",
  ordinal: "integer",
  kind: "text",
  subject_uid: "integer",
  version: "integer",
  public_before: "integer",
  public_after: "integer",
  relists: "integer",
  contributor_uid: "integer",
  changed_at: "integer",
  user_uid: "integer"
} as const

const placeColumns = { agenda_uid: "integer", revision: "integer", ordinal: "integer" } as const

/** Rows per statement, so that its size is bounded. */
const insert_rows = 1_000

/** `ChangeStore` in an SQL database. */
export const makeChangeStore = (database: SqlDatabase): Context.Tag.Service<ChangeStore> => {
  const { writeUnchecked: change, dialect, read, sql } = database

  const seenBy = (audience: TombstoneAudience): Fragment => {
    if (audience === "privileged") return alwaysTrue(sql)
    const isPublic = sql`(c.public_before = 1 OR c.public_after = 1)`
    return audience === "public" ? isPublic : sql`(${isPublic} OR c.contributor_uid = ${Number(audience.slice(audience.indexOf(":") + 1))})`
  }

  const raise = (agendaUid: number, audience: Audience, { ordinal, position }: ChangePlace) =>
    sql`INSERT INTO agenda_change_floor AS f (agenda_uid, audience, revision, ordinal) VALUES (${agendaUid}, ${audience}, ${position}, ${ordinal}) ON CONFLICT (agenda_uid, audience) DO UPDATE SET revision = excluded.revision, ordinal = excluded.ordinal WHERE (f.revision, f.ordinal) < (excluded.revision, excluded.ordinal)`

  const prune = Effect.fnUntraced(function*(agendaUid: number, before: number, limit: number) {
    const first = yield* readRows(
      "ChangeStore.prune",
      yield* sql`SELECT * FROM agenda_change WHERE agenda_uid = ${agendaUid} ORDER BY revision, ordinal ${limitTo(sql, limit)}`,
      changeOf
    )
    const kept = first.findIndex(({ at }) => at >= before)
    const pruned = kept === -1 ? first : first.slice(0, kept)
    const last = pruned.at(-1)
    if (last === undefined) return 0
    yield* sql`DELETE FROM agenda_change WHERE agenda_uid = ${agendaUid} AND (revision, ordinal) <= (${last.position}, ${last.ordinal})`
    yield* raise(agendaUid, "privileged", last)
    const seen = pruned.findLast(({ publicAfter, publicBefore }) => publicBefore || publicAfter)
    if (seen !== undefined) yield* raise(agendaUid, "public", seen)
    return pruned.length
  })

  const floorsOf = (operation: string, agendaUids: ReadonlyArray<number>) =>
    read(
      operation,
      Effect.flatMap(
        sql`SELECT p.agenda_uid, p.revision, p.ordinal, s.revision AS public_revision, s.ordinal AS public_ordinal FROM agenda_change_floor p LEFT JOIN agenda_change_floor s ON s.agenda_uid = p.agenda_uid AND s.audience = 'public' WHERE p.audience = 'privileged' AND ${
          isOneOf(database, "p.agenda_uid", agendaUids)
        }`,
        (rows) =>
          readRows(operation, rows, (row) => ({
            agendaUid: Cell.integer(row, "agenda_uid"),
            privileged: placeOf(row),
            public: {
              position: Cell.integerOrNull(row, "public_revision") ?? logStart.position,
              ordinal: Cell.integerOrNull(row, "public_ordinal") ?? logStart.ordinal
            }
          }))
      )
    )

  return {
    append: (changes) =>
      change(
        "ChangeStore.append",
        database.runBatch(
          Array.from({ length: Math.ceil(changes.length / insert_rows) }, (_, batch) => ({
            table: "agenda_change",
            columns,
            rows: changes.slice(batch * insert_rows, (batch + 1) * insert_rows).map(changeCells)
          }))
        )
      ),
    read: (agendaUid, { ordinal, position }, limit, audience = "privileged") =>
      read(
        "ChangeStore.read",
        Effect.flatMap(
          sql`SELECT * FROM agenda_change c WHERE c.agenda_uid = ${agendaUid} AND (c.revision, c.ordinal) > (${position}, ${ordinal}) AND ${
            seenBy(audience)
          } ORDER BY c.revision, c.ordinal ${limitTo(sql, limit)}`,
          (rows) => readRows("ChangeStore.read", rows, changeOf)
        )
      ),
    readMany: (after, limit, audience) => {
      const places = after.map(({ agendaUid, ordinal, position }) => ({ agenda_uid: agendaUid, revision: position, ordinal }))
      return read(
        "ChangeStore.readMany",
        Effect.flatMap(
          sql`SELECT c.* FROM ${
            dialect.rows(sql, placeColumns, JSON.stringify(places))
          } JOIN agenda_change c ON c.agenda_uid = r.agenda_uid AND (c.revision, c.ordinal) > (r.revision, r.ordinal) WHERE ${
            seenBy(audience)
          } ORDER BY c.agenda_uid, c.revision, c.ordinal ${limitTo(sql, limit)}`,
          (rows) => readRows("ChangeStore.readMany", rows, changeOf)
        )
      )
    },
    lastOf: (agendaUids, audience, before) => {
      const isBefore = before === undefined ? alwaysTrue(sql) : sql`c.changed_at < ${before}`
      const last = (column: "changed_at" | "ordinal" | "revision") =>
        sql`(SELECT c.${sql(column)} FROM agenda_change c WHERE c.agenda_uid = r.agenda_uid AND ${isBefore} AND ${
          seenBy(audience)
        } ORDER BY c.revision DESC, c.ordinal DESC LIMIT 1) AS ${sql(column)}`
      const asked = JSON.stringify(agendaUids.map((agendaUid) => ({ agenda_uid: agendaUid })))
      return read(
        "ChangeStore.lastOf",
        Effect.flatMap(
          sql`SELECT r.agenda_uid, ${last("revision")}, ${last("ordinal")}, ${last("changed_at")} FROM ${
            dialect.rows(sql, { agenda_uid: "integer" }, asked)
          }`,
          (rows) =>
            readRows(
              "ChangeStore.lastOf",
              rows.filter((row) => row["revision"] !== null),
              (row) => ({ agendaUid: Cell.integer(row, "agenda_uid"), ...placeOf(row), at: Cell.integer(row, "changed_at") })
            )
        )
      )
    },
    floors: (agendaUid) =>
      Effect.map(floorsOf("ChangeStore.floors", [agendaUid]), ([found]) => ({
        privileged: found?.privileged ?? logStart,
        public: found?.public ?? logStart
      })),
    floorsOf: (agendaUids) => floorsOf("ChangeStore.floorsOf", agendaUids),
    oldest: (afterAgendaUid) =>
      read(
        "ChangeStore.oldest",
        Effect.flatMap(
          sql`SELECT agenda_uid, changed_at FROM agenda_change WHERE agenda_uid > ${afterAgendaUid} ORDER BY agenda_uid, revision, ordinal LIMIT 1`,
          (rows) =>
            readFirst("ChangeStore.oldest", rows, (row) => ({
              agendaUid: Cell.integer(row, "agenda_uid"),
              at: Cell.integer(row, "changed_at")
            }))
        )
      ),
    prune: (agendaUid, before, limit) => change("ChangeStore.prune", prune(agendaUid, before, limit)),
    cut: (agendaUid, position) =>
      change(
        "ChangeStore.cut",
        Effect.forEach(["privileged", "public"] as const, (audience) => raise(agendaUid, audience, { position, ordinal: 0 }), {
          discard: true
        })
      ),
    generation: (candidate) =>
      change(
        "ChangeStore.generation",
        Effect.gen(function*() {
          yield* sql`INSERT INTO agenda_change_log (id, generation) VALUES (1, ${candidate}) ON CONFLICT (id) DO NOTHING`
          const stored = yield* readFirst(
            "ChangeStore.generation",
            yield* sql`SELECT generation FROM agenda_change_log WHERE id = 1`,
            (row) => Cell.text(row, "generation")
          )
          return stored ?? candidate
        })
      )
  }
}
