import type { FormerPlace } from "@agenda-engine/core/query/FormerPlace"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../Cell.js"
import type { Cells } from "../upsert.js"

/** A row of `agenda_former_place`, without its id. */
export const formerPlaceCells = ({ agendaUid, createdAt, leftAt, name, setUid, uid, updatedAt }: FormerPlace): Cells => ({
  location_uid: uid,
  agenda_uid: agendaUid,
  set_uid: setUid,
  name,
  created_at: createdAt,
  updated_at: updatedAt,
  left_at: leftAt
})

/** Parses a row of `agenda_former_place`. */
export const formerPlaceOf = (row: Row): FormerPlace => ({
  uid: Cell.integer(row, "location_uid"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  setUid: Cell.integerOrNull(row, "set_uid"),
  name: Cell.text(row, "name"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at"),
  leftAt: Cell.integer(row, "left_at")
})
