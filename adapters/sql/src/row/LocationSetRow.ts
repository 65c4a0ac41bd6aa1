import type { LocationSetRecord } from "@agenda-engine/core/record/LocationSetRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../Cell.js"
import type { Cells } from "../upsert.js"

/** A row of `agenda_location_set`. */
export const locationSetCells = (record: LocationSetRecord): Cells => ({
  uid: record.uid,
  title: record.title,
  created_at: record.createdAt,
  updated_at: record.updatedAt
})

/** Parses a row of `agenda_location_set`. */
export const locationSetOf = (row: Row): LocationSetRecord => ({
  uid: Cell.integer(row, "uid"),
  title: Cell.text(row, "title"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at")
})
