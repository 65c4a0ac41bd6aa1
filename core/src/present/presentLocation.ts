import type { JsonObject } from "../domain/Json.js"
import type { LocationRecord } from "../record/LocationRecord.js"

/** A location as it is read (wire.md §5, Locations). */
export const presentLocation = (_record: LocationRecord, _view: { readonly detailed: boolean }): JsonObject => ({})
