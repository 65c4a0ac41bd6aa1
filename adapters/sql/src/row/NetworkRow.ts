import type { NetworkRecord } from "@agenda-engine/core/record/NetworkRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../Cell.js"
import type { Cells } from "../upsert.js"

/** A row of `agenda_network`. */
export const networkCells = (record: NetworkRecord): Cells => ({
  uid: record.uid,
  title: record.title,
  fields: record.fields,
  created_at: record.createdAt,
  updated_at: record.updatedAt
})

/** Parses a row of `agenda_network`. */
export const networkOf = (row: Row): NetworkRecord => ({
  uid: Cell.integer(row, "uid"),
  title: Cell.text(row, "title"),
  fields: Cell.text(row, "fields"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at")
})
