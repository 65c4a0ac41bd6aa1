import Database from "better-sqlite3"

/** A page of a list, taken apart: each item's text in their order, and what stands around them. */
export interface FloorPage {
  readonly before: string
  readonly items: ReadonlyArray<string>
  readonly after: string
}

/** A file that floors read their answers from. */
export interface FloorFile {
  readonly filename: string
  /** Stores a page under a name, replacing an existing one. */
  readonly putPage: (name: string, page: FloorPage) => void
  /** Keeps one whole answer under a name. */
  readonly putWhole: (name: string, body: string) => void
  readonly close: () => void
}

/** Makes a file for floors. */
export const makeFloorFile = (filename: string): FloorFile => {
  const database = new Database(filename)
  database.pragma("journal_mode = WAL")
  // Whole answers have megabytes: without rowid, SQLite would read them at each comparison of a look-up.
  database.exec(`
    create table item (page text not null, rank integer not null, json text not null, primary key (page, rank)) strict, without rowid;
    create table envelope (page text primary key, before text not null, after text not null) strict, without rowid;
    create table whole (name text primary key, body text not null) strict;
  `)
  const forget = database.prepare("delete from item where page = ?")
  const insert = database.prepare("insert into item (page, rank, json) values (?, ?, ?)")
  const surround = database.prepare("insert or replace into envelope (page, before, after) values (?, ?, ?)")
  const keep = database.prepare("insert or replace into whole (name, body) values (?, ?)")
  return {
    filename,
    putPage: (name, { after, before, items }) =>
      database.transaction(() => {
        forget.run(name)
        items.forEach((json, rank) => insert.run(name, rank, json))
        surround.run(name, before, after)
      })(),
    putWhole: (name, body) => {
      keep.run(name, body)
    },
    close: () => database.close()
  }
}

/** Takes the text of a page apart at the items that were read from it. Null: they are written otherwise there. */
export const pageOf = (text: string, items: ReadonlyArray<string>): FloorPage | null => {
  const joined = items.join(",")
  const at = text.indexOf(joined)
  return at < 0 || items.length === 0 ? null : { before: text.slice(0, at), items, after: text.slice(at + joined.length) }
}

/** The ways in which a floor makes an answer. */
export interface FloorReader {
  /** The rows of a page, joined here. */
  readonly naive: (name: string, size: number) => string
  /** The rows of a page, joined by SQLite and handed over as bytes. */
  readonly bytes: (name: string, size: number) => Buffer
  /** One row, as bytes. */
  readonly single: (name: string) => Buffer
}

/** Reads such a file. */
export const openFloorFile = (filename: string): FloorReader => {
  const database = new Database(filename, { readonly: true })
  const envelope = database.prepare<[string], { readonly before: string; readonly after: string }>(
    "select before, after from envelope where page = ?"
  )
  const items = database.prepare<[string, number], string>("select json from item where page = ? order by rank limit ?").pluck()
  const joined = database.prepare<[string, number, string], Buffer>(`
    select cast(before || (select group_concat(json, ',') from (select json from item where page = ? order by rank limit ?)) || after as blob)
    from envelope where page = ?
  `).pluck()
  const whole = database.prepare<[string], Buffer>("select cast(body as blob) from whole where name = ?").pluck()
  const known = new Map<string, { readonly before: string; readonly after: string }>()
  const envelopeOf = (name: string) => {
    const found = known.get(name) ?? envelope.get(name) ?? { before: "", after: "" }
    known.set(name, found)
    return found
  }
  const nothing = Buffer.alloc(0)
  return {
    naive: (name, size) => {
      const { after, before } = envelopeOf(name)
      return before + items.all(name, size).join(",") + after
    },
    bytes: (name, size) => joined.get(name, size, name) ?? nothing,
    single: (name) => whole.get(name) ?? nothing
  }
}

/** The version of SQLite in use. */
export const sqliteVersion = (): string => {
  const database = new Database(":memory:")
  const version = database.prepare<[], string>("select sqlite_version()").pluck().get() ?? "unknown"
  database.close()
  return version
}
