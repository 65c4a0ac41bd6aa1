import { eventTextTable } from "@agenda-engine/sql/database/indexTables"
import { countedTokens } from "@agenda-engine/sql/text/countedWords"
import { searchRowOf } from "@agenda-engine/sql/text/SearchRow"
import type { Row } from "@effect/sql/SqlConnection"
import Database from "better-sqlite3"
import { eventTerms } from "../data/eventTerms.js"
import { loopKey } from "./LoopOptions.js"

type Cell = string | number | bigint | Buffer | null

interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** The column with the event's uid. */
  readonly event: string
}

/** The rows of one event: by table, then row by row. */
type EventRows = ReadonlyArray<ReadonlyArray<ReadonlyArray<Cell>>>

/** Every table with rows of an event, found by the names of columns, so that it holds for other schemas too. */
const tablesOf = (database: Database.Database): ReadonlyArray<Table> =>
  database.prepare<[], string>("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'").pluck().all()
    .flatMap((name): ReadonlyArray<Table> => {
      const columns = database.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(name)
      const event = name === "agenda_event" ? "uid" : "event_uid"
      return columns.includes(event) ? [{ name, columns, event }] : []
    })
    .toSorted((left, right) => Number(right.name === "agenda_event") - Number(left.name === "agenda_event"))

/** Rows as the engine left them, and how bare better-sqlite3 writes them to another file of the same schema. */
export interface RawRows {
  readonly events: number
  /** Writes the rows of so many events, from this one on, in one transaction. */
  readonly write: (from: number, events: number) => void
  /** Writes them, and takes all back. */
  readonly tryOut: (from: number, events: number) => void
}

/** Reads the rows of the events whose external identifiers begin so, to be written to a file. */
export const readRawRows = (source: string, prefix: string, target: string): RawRows => {
  const from = new Database(source)
  const tables = tablesOf(from)
  const uids = from.prepare<[string, string], number>(
    "select event_uid from agenda_ext_id where ext_key = ? and ext_value glob ? order by 1"
  )
    .pluck().all(loopKey, `${prefix}*`)
  const selects = tables.map(({ event, name }) => from.prepare<[number], Array<Cell>>(`select * from "${name}" where "${event}" = ?`).raw())
  const selectText = from.prepare<[number], Row>(`select * from ${eventTextTable} where event_uid = ?`)
  const words = eventTerms(from)
  const rows = uids.map((uid) => ({
    uid,
    terms: words.get(uid) ?? "",
    counted: selectText.all(uid).map(searchRowOf).map((row): readonly [agendaUid: number, tokens: string] => [
      row.agendaUid,
      JSON.stringify(countedTokens(row))
    ]),
    tables: selects.map((select): EventRows[number] => select.all(uid))
  }))
  from.close()

  const database = new Database(target)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  const inserts = tables.map(({ columns, name }) =>
    database.prepare<Array<Cell>>(`insert into "${name}" values (${columns.map(() => "?").join(", ")})`)
  )
  const count = database.prepare<[number, string]>(
    "insert into agenda_word_count (agenda_uid, token, events) select ?, value, 1 from json_each(?) where 1 = 1 on conflict (agenda_uid, token) do update set events = events + 1"
  )
  const insertTerms = database.prepare("insert into agenda_event_fulltext (rowid, terms) values (?, ?)")
  const insertAll = (first: number, events: number) => {
    for (const event of rows.slice(first, first + events)) {
      event.tables.forEach((lines, table) => {
        for (const line of lines) inserts[table]?.run(...line)
      })
      for (const counted of event.counted) count.run(...counted)
      insertTerms.run(event.uid, event.terms)
    }
  }
  const writeAll = database.transaction(insertAll)
  return {
    events: rows.length,
    write: (first, count) => writeAll.immediate(first, count),
    tryOut: (first, count) => {
      database.exec("begin immediate")
      insertAll(first, count)
      database.exec("rollback")
    }
  }
}
