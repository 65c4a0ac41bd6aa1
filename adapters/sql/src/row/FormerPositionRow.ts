import type { FormerPosition } from "@agenda-engine/core/query/FormerPosition"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../Cell.js"
import type { Cells } from "../upsert.js"

/** A row of `agenda_former_position`, without its id. */
export const formerPositionCells = ({ agendaUid, createdAt, leftAt, name, setUid, uid, updatedAt }: FormerPosition): Cells => ({
  location_uid: uid,
  agenda_uid: agendaUid,
  set_uid: setUid,
  name,
  created_at: createdAt,
  updated_at: updatedAt,
  left_at: leftAt
})

/** Parses a row of `agenda_former_position`. */
export const formerPositionOf = (row: Row): FormerPosition => ({
  uid: Cell.integer(row, "location_uid"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  setUid: Cell.integerOrNull(row, "set_uid"),
  name: Cell.text(row, "name"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at"),
  leftAt: Cell.integer(row, "left_at")
})
