import { big, type KeyColumn, type Table } from "./Table.js"

const agendaFirst = (key: ReadonlyArray<KeyColumn>): ReadonlyArray<KeyColumn> => [
  "agenda_uid",
  ...key.filter((column) => column !== "agenda_uid")
]

const isSame = (left: ReadonlyArray<KeyColumn>, right: ReadonlyArray<KeyColumn>): boolean =>
  left.length === right.length && left.every((column, index) => column === right[index])

/** A table with keys that begin with the agenda, and its look-up tables. */
const keyedByAgenda = (table: Table): ReadonlyArray<Table> => {
  const { columns, indexes = {}, lookUps = {}, unique = [], ...others } = table
  const primaryKey = agendaFirst(table.primaryKey)
  // Indexes of events are also those of their derived rows.
  const kept = Object.entries(indexes).flatMap(([name, index]) => {
    const on = index.on[0] === "event_uid" ? agendaFirst(index.on) : index.on
    return isSame(on, primaryKey) ? [] : [[name, { ...index, on }] as const]
  })
  const inLookUps = Object.values(lookUps)
  return [
    {
      ...others,
      columns,
      primaryKey,
      unique: unique.filter(([column = ""]) => !inLookUps.includes(column)),
      indexes: Object.fromEntries(kept)
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
