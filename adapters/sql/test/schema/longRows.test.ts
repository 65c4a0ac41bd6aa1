import { expect, it } from "vitest"
import { firstTables } from "../../src/schema/migrationSteps.js"

/** Texts beside the key that a table without rowid may have: each is short. */
const allowed = [
  "agenda_event.slug",
  "agenda_event.timezone",
  "agenda_slot.slot_id",
  "agenda_availability.status",
  "agenda_image.digest",
  "agenda_image.image",
  "agenda_image.state",
  "agenda_secret.secret",
  "agenda_change.kind"
]

it("tables without rowid have no long texts beside their keys", () => {
  const texts = firstTables.flatMap(({ columns, isClustered = false, name, primaryKey }) => {
    const key = primaryKey.map((column) => typeof column === "string" ? column : column.longText)
    return isClustered
      ? Object.entries(columns).flatMap(([column, { type }]) => type === "text" && !key.includes(column) ? [`${name}.${column}`] : [])
      : []
  })
  expect(texts.sort()).toEqual([...allowed].sort())
})
