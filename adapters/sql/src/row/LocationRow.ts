import type { FormerPosition } from "@agenda-engine/core/query/location/LocationPlan"
import type { LocationIndex, LocationRecord, LocationSetRecord } from "@agenda-engine/core/record/LocationRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

/** A row of `agenda_location`: the record, and its index in the columns `*_folded` and `*search_text`. */
export const locationCells = (record: LocationRecord, index: LocationIndex): Cells => ({
  uid: record.uid,
  agenda_uid: record.agendaUid,
  set_uid: record.setUid,
  slug: record.slug,
  name: record.name,
  address: record.address,
  admin_level_1: record.adminLevel1,
  admin_level_2: record.adminLevel2,
  admin_level_3: record.adminLevel3,
  admin_level_4: record.adminLevel4,
  admin_level_5: record.adminLevel5,
  admin_level_6: record.adminLevel6,
  postal_code: record.postalCode,
  country_code: record.countryCode,
  latitude: record.latitude,
  longitude: record.longitude,
  timezone: record.timezone,
  state: record.state,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  detail: record.detail,
  name_folded: index.name,
  address_folded: index.address,
  admin_level_1_folded: index.adminLevel1,
  admin_level_2_folded: index.adminLevel2,
  admin_level_3_folded: index.adminLevel3,
  admin_level_4_folded: index.adminLevel4,
  admin_level_5_folded: index.adminLevel5,
  admin_level_6_folded: index.adminLevel6,
  postal_code_folded: index.postalCode,
  country_code_folded: index.countryCode,
  search_text: index.search,
  event_search_text: index.place
})

/** The columns of `agenda_location_ext_id`. */
export const locationExtIdColumns = {
  location_uid: "integer",
  agenda_uid: "integer",
  set_uid: "integer",
  ext_key: "text",
  ext_value: "text"
} as const

/** Rows of `agenda_location_ext_id`: one per external id, with the agenda and the set that it is unique in. */
export const locationExtIdCells = ({ agendaUid, setUid, uid }: LocationRecord, { extIds }: LocationIndex): ReadonlyArray<Cells> =>
  extIds.map(({ key, value }) => ({ location_uid: uid, agenda_uid: agendaUid, set_uid: setUid, ext_key: key, ext_value: value }))

/** The columns of the record, of the table alias `l`. */
export const locationColumns =
  "l.uid, l.agenda_uid, l.set_uid, l.slug, l.name, l.address, l.admin_level_1, l.admin_level_2, l.admin_level_3, " +
  "l.admin_level_4, l.admin_level_5, l.admin_level_6, l.postal_code, l.country_code, l.latitude, l.longitude, l.timezone, l.state, " +
  "l.created_at, l.updated_at, l.detail"

/** Parses the record columns of a row of `agenda_location`. */
export const locationOf = (row: Row): LocationRecord => ({
  uid: Cell.integer(row, "uid"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  setUid: Cell.integerOrNull(row, "set_uid"),
  slug: Cell.text(row, "slug"),
  name: Cell.text(row, "name"),
  address: Cell.text(row, "address"),
  adminLevel1: Cell.textOrNull(row, "admin_level_1"),
  adminLevel2: Cell.textOrNull(row, "admin_level_2"),
  adminLevel3: Cell.textOrNull(row, "admin_level_3"),
  adminLevel4: Cell.textOrNull(row, "admin_level_4"),
  adminLevel5: Cell.textOrNull(row, "admin_level_5"),
  adminLevel6: Cell.textOrNull(row, "admin_level_6"),
  postalCode: Cell.textOrNull(row, "postal_code"),
  countryCode: Cell.text(row, "country_code"),
  latitude: Cell.realOrNull(row, "latitude"),
  longitude: Cell.realOrNull(row, "longitude"),
  timezone: Cell.textOrNull(row, "timezone"),
  state: Cell.integer(row, "state"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at"),
  detail: Cell.text(row, "detail")
})

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
