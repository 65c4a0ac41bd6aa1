import type { JsonObject } from "../domain/Json.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"

/** How an agenda is looked at. */
export interface AgendaView {
  /** Whether `schema`, `network`, `locationSet` and `slugSchemaOptionIdMap` are shown. */
  readonly detailed: boolean
  /** The base of absolute URLs. */
  readonly publicUrl?: string
}

/** An agenda as it is read (service.md, Agenda; wire.md §5). */
export const presentAgenda = (_record: AgendaRecord, _view: AgendaView): JsonObject => ({})
