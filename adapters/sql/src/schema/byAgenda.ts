import * as Record from "effect/Record"
import { big, type KeyColumn, type Table } from "./Table.js"

const agendaFirst = (key: ReadonlyArray<KeyColumn>): ReadonlyArray<KeyColumn> => [
  "agenda_uid",
  ...key.filter((column) => column !== "agenda_uid")
]

/** A table with keys that begin with the agenda, and its look-up tables. */
const keyedByAgenda = (table: Table): ReadonlyArray<Table> => {
  const { columns, indexes = {}, lookUps = {}, unique = [], ...others } = table
  const inLookUps = Object.values(lookUps)
  return [
    {
      ...others,
      columns,
      primaryKey: agendaFirst(table.primaryKey),
      unique: unique.filter(([column = ""]) => !inLookUps.includes(column)),
      // Indexes of events are also those of their derived rows.
      indexes: Record.map(indexes, (index) => index.on[0] === "event_uid" ? { ...index, on: agendaFirst(index.on) } : index)
    },
    ...Object.entries(lookUps).map(([name, column]): Table => ({
      name,
      columns: { ...Object.fromEntries(Object.entries(columns).filter(([one]) => one === column)), agenda_uid: big, uid: big },
      primaryKey: [column],
      include: ["agenda_uid", "uid"].filter((one) => one !== column)
    }))
  ]
}

/** The tables as a database has them whose keys begin with the agenda. */
export const tablesByAgenda = (tables: ReadonlyArray<Table>): ReadonlyArray<Table> =>
  tables.flatMap((table) => table.byAgenda === true ? keyedByAgenda(table) : [table])
