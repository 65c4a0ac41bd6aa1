import { formatUtc } from "../derive/formatInstant.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import { storedJson, storedObject } from "./storedJson.js"

/** How an agenda is looked at. */
export interface AgendaView {
  /** Whether `schema`, `network`, `locationSet` and `slugSchemaOptionIdMap` are shown. */
  readonly detailed: boolean
}

const listOf = (value: Json | undefined): ReadonlyArray<JsonObject> => Array.isArray(value) ? value.filter(isJsonObject) : []

/** Which option of which field an option's slug means: what clients translate choices by. */
const optionMap = (record: AgendaRecord, fields: ReadonlyArray<JsonObject>): ReadonlyArray<JsonObject> =>
  fields.flatMap((field) =>
    listOf(field.options).map((option) => ({
      slug: option.value ?? null,
      fieldName: field.field ?? null,
      optionId: option.id ?? null,
      schemaId: field.schemaType === "network" ? record.networkUid : record.uid
    }))
  )

const presentSchema = (record: AgendaRecord): JsonObject => {
  const fields = listOf(storedJson(record.fields))
  return {
    schema: { fields },
    network: record.networkUid === null ? null : { uid: record.networkUid },
    locationSet: record.locationSetUid === null ? null : { uid: record.locationSetUid },
    slugSchemaOptionIdMap: optionMap(record, fields)
  }
}

/** An agenda as it is read (service.md, Agenda; wire.md §5). */
export const presentAgenda = (record: AgendaRecord, view: AgendaView): JsonObject => ({
  uid: record.uid,
  title: record.title,
  description: record.description,
  image: record.image,
  official: record.official,
  slug: record.slug,
  url: record.url,
  private: record.private,
  indexed: record.indexed,
  networkUid: record.networkUid,
  locationSetUid: record.locationSetUid,
  createdAt: formatUtc(record.createdAt),
  updatedAt: formatUtc(record.updatedAt),
  settings: storedObject(record.settings),
  ...(view.detailed ? presentSchema(record) : {})
})
