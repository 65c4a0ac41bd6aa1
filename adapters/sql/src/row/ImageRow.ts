import type { ImageRecord } from "@agenda-engine/core/record/ImageRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

const stateOf = (row: Row): ImageRecord["state"] => {
  const state = Cell.text(row, "state")
  if (state === "pending" || state === "stored" || state === "deleting") return state
  throw new Cell.MalformedRow(`state is ${state}, not one of a picture's`)
}

/** A row of `agenda_image`. */
export const imageCells = (record: ImageRecord): Cells => ({
  name: record.name,
  digest: record.digest,
  image: record.image,
  state: record.state,
  unused_since: record.unusedSince
})

/** Parses a row of `agenda_image`. */
export const imageOf = (row: Row): ImageRecord => ({
  name: Cell.text(row, "name"),
  digest: Cell.text(row, "digest"),
  image: Cell.text(row, "image"),
  state: stateOf(row),
  unusedSince: Cell.integerOrNull(row, "unused_since")
})
