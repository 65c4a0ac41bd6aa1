import Database from "better-sqlite3"

/** The page around the events that the floor serves: what stands before and after them. */
export interface Envelope {
  readonly before: string
  readonly after: string
}

/** Writes the items of a list, in their order, into a table of their own in a new file. */
export const writeFloor = (filename: string, agendaUid: number, items: ReadonlyArray<string>, envelope: Envelope): void => {
  const database = new Database(filename)
  database.pragma("journal_mode = WAL")
  database.exec(`
    create table item (agenda integer not null, rank integer not null, json text not null, primary key (agenda, rank)) without rowid, strict;
    create table envelope (before text not null, after text not null) strict;
  `)
  const insert = database.prepare("insert into item (agenda, rank, json) values (?, ?, ?)")
  database.transaction(() => items.forEach((json, rank) => insert.run(agendaUid, rank, json)))()
  database.prepare("insert into envelope (before, after) values (?, ?)").run(envelope.before, envelope.after)
  database.close()
}

/** Reads pages from such a file. */
export const openFloor = (filename: string): (agendaUid: number, size: number) => string => {
  const database = new Database(filename, { readonly: true })
  const { after, before } = database.prepare<[], Envelope>("select before, after from envelope").get() ?? { before: "", after: "" }
  const select = database.prepare<[number, number], string>("select json from item where agenda = ? order by rank limit ?").pluck()
  return (agendaUid, size) => before + select.all(agendaUid, size).join(",") + after
}

/** The version of SQLite in use. */
export const sqliteVersion = (): string => {
  const database = new Database(":memory:")
  const version = database.prepare<[], string>("select sqlite_version()").pluck().get() ?? "unknown"
  database.close()
  return version
}
