import type { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import type { ImageRecord } from "@agenda-engine/core/record/ImageRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { type Cells, upsert } from "../database/upsert.js"
import { bindableText, limitTo } from "../fragment/bindable.js"

const stateOf = (row: Row): ImageRecord["state"] => {
  const state = Cell.text(row, "state")
  if (state === "pending" || state === "stored" || state === "deleting") return state
  throw new Cell.MalformedRow(`state is ${state}, not one of a picture's`)
}

const imageCells = (record: ImageRecord): Cells => ({
  name: record.name,
  digest: record.digest,
  image: record.image,
  state: record.state,
  unused_since: record.unusedSince
})

const imageOf = (row: Row): ImageRecord => ({
  name: Cell.text(row, "name"),
  digest: Cell.text(row, "digest"),
  image: Cell.text(row, "image"),
  state: stateOf(row),
  unusedSince: Cell.integerOrNull(row, "unused_since")
})

/** `ImageRecordStore` in an SQL database. */
export const makeImageRecordStore = (database: SqlDatabase): Context.Tag.Service<ImageRecordStore> => {
  const { writeUnchecked: change, dialect, read, sql } = database
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(sql`SELECT * FROM agenda_image WHERE ${found}`, (rows) => readRows(operation, rows, imageOf)))
  const findOne = (operation: string, found: Fragment) => Effect.map(findAll(operation, found), ([image]) => image ?? null)
  const using = (user: string) => sql`agenda_image_use WHERE used_by = ${bindableText(user)}`
  return {
    find: (name) => findOne("ImageRecordStore.find", sql`name = ${bindableText(name)}`),
    findBy: ({ digest }) => findOne("ImageRecordStore.findBy", sql`digest = ${bindableText(digest)} AND state = 'stored' LIMIT 1`),
    lock: (name, mode) =>
      findOne(
        "ImageRecordStore.lock",
        sql`name = ${bindableText(name)}${mode === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)}`
      ),
    put: (record) => change("ImageRecordStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_image", "name", imageCells(record))}`)),
    remove: (name) => change("ImageRecordStore.remove", Effect.asVoid(sql`DELETE FROM agenda_image WHERE name = ${bindableText(name)}`)),
    findUses: (user) =>
      read(
        "ImageRecordStore.findUses",
        Effect.flatMap(
          sql`SELECT name FROM ${using(user)}`,
          (rows) => readRows("ImageRecordStore.findUses", rows, (row) => Cell.text(row, "name"))
        )
      ),
    putUses: (user, names) => {
      const uses = [...new Set(names)].map((name) => ({ used_by: user, name }))
      const add = uses.length === 0 ? Effect.void : Effect.asVoid(sql`INSERT INTO agenda_image_use ${sql.insert(uses)}`)
      return change("ImageRecordStore.putUses", Effect.asVoid(Effect.zipRight(sql`DELETE FROM ${using(user)}`, add)))
    },
    isUsed: (name) =>
      read(
        "ImageRecordStore.isUsed",
        Effect.map(sql`SELECT 1 FROM agenda_image_use WHERE name = ${bindableText(name)} LIMIT 1`, (rows) => rows.length > 0)
      ),
    scanUnused: (until, limit) =>
      findAll("ImageRecordStore.scanUnused", sql`unused_since <= ${until} ORDER BY unused_since, name ${limitTo(sql, limit)}`)
  }
}
