import { type Table, text } from "./Table.js"

/** The images that events and locations use: several of one event, since additional fields may be images. */
export const imageUseTables: ReadonlyArray<Table> = [
  {
    name: "agenda_image_use",
    columns: { used_by: text, name: text },
    primaryKey: ["used_by", "name"],
    isClustered: true,
    indexes: { agenda_image_use_by_name: { on: ["name"] } }
  }
]
