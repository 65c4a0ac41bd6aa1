import type { AgendaRecord, NetworkRecord } from "@agenda-engine/core/record/AgendaRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

/** A row of `agenda`. */
export const agendaCells = (record: AgendaRecord): Cells => ({
  uid: record.uid,
  slug: record.slug,
  title: record.title,
  title_folded: record.titleFolded,
  description: record.description,
  image: record.image,
  url: record.url,
  is_official: Cell.flagCell(record.official),
  is_private: Cell.flagCell(record.private),
  is_indexed: Cell.flagCell(record.indexed),
  network_uid: record.networkUid,
  location_set_uid: record.locationSetUid,
  settings: record.settings,
  fields: record.fields,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  officialized_at: record.officializedAt
})

/** Parses a row of `agenda`. */
export const agendaOf = (row: Row): AgendaRecord => ({
  uid: Cell.integer(row, "uid"),
  slug: Cell.text(row, "slug"),
  title: Cell.text(row, "title"),
  titleFolded: Cell.text(row, "title_folded"),
  description: Cell.text(row, "description"),
  image: Cell.textOrNull(row, "image"),
  url: Cell.textOrNull(row, "url"),
  official: Cell.flag(row, "is_official"),
  private: Cell.flag(row, "is_private"),
  indexed: Cell.flag(row, "is_indexed"),
  networkUid: Cell.integerOrNull(row, "network_uid"),
  locationSetUid: Cell.integerOrNull(row, "location_set_uid"),
  settings: Cell.text(row, "settings"),
  fields: Cell.text(row, "fields"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at"),
  officializedAt: Cell.integerOrNull(row, "officialized_at")
})

/** A row of `agenda_network`. */
export const networkCells = (record: NetworkRecord): Cells => ({
  uid: record.uid,
  title: record.title,
  fields: record.fields,
  synonyms: record.synonyms,
  created_at: record.createdAt,
  updated_at: record.updatedAt
})

/** Parses a row of `agenda_network`. */
export const networkOf = (row: Row): NetworkRecord => ({
  uid: Cell.integer(row, "uid"),
  title: Cell.text(row, "title"),
  fields: Cell.text(row, "fields"),
  synonyms: Cell.text(row, "synonyms"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at")
})
