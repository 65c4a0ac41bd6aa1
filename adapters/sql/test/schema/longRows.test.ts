import { expect, it } from "vitest"
import { eventTables } from "../../src/schema/firstRelease/eventTables.js"
import { accountTables, agendaTables, locationTables } from "../../src/schema/firstRelease/recordTables.js"
import { changeTables, consumerTables, vocabularyTables, webhookTables } from "../../src/schema/migrationSteps.js"

const tables = [
  ...accountTables,
  ...agendaTables,
  ...locationTables,
  ...eventTables,
  ...vocabularyTables,
  ...changeTables,
  ...webhookTables,
  ...consumerTables
]

/** Texts beside the key that a table without rowid may have: each is short, or rare as a motive is. */
const allowed = [
  "agenda_event.slug",
  "agenda_event.timezone",
  "agenda_event_history.key_id",
  "agenda_event_history.motive",
  "agenda_slot.slot_id",
  "agenda_availability.status",
  "agenda_image.digest",
  "agenda_image.image",
  "agenda_image.state",
  "agenda_image_use.name",
  "agenda_secret.secret",
  "agenda_change.kind"
]

it("tables without rowid have no long texts beside their keys", () => {
  const texts = tables.flatMap(({ columns, isClustered = false, name, primaryKey }) => {
    const key = primaryKey.map((column) => typeof column === "string" ? column : column.longText)
    return isClustered
      ? Object.entries(columns).flatMap(([column, { type }]) => type === "text" && !key.includes(column) ? [`${name}.${column}`] : [])
      : []
  })
  expect(texts.sort()).toEqual([...allowed].sort())
})
