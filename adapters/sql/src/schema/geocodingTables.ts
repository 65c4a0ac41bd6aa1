import { big, small, type Table } from "./Table.js"

/** The queue of the geocoder, and the instant from which it may be asked. */
export const geocodingTables: ReadonlyArray<Table> = [
  {
    name: "agenda_geocoding",
    columns: { location_uid: big, attempts: small, due_at: big },
    primaryKey: ["location_uid"],
    indexes: { agenda_geocoding_by_due: { on: ["due_at", "location_uid"] } }
  },
  {
    name: "agenda_geocoding_turn",
    columns: { id: small, at: big },
    primaryKey: ["id"]
  }
]
