import Database from "better-sqlite3"
import { peerColumns, type PeerEvent } from "./Peer.js"

const columns = [...peerColumns.numbers, ...peerColumns.texts]

/**
 * Writes events into the table `event` of a SQLite file, in one transaction; `more`: a column besides, and what it
 * holds.
 */
export const insertEvents = (
  file: string,
  events: ReadonlyArray<PeerEvent>,
  more?: readonly [column: string, of: (event: PeerEvent) => string]
): void => {
  const database = new Database(file)
  database.pragma("busy_timeout = 10000")
  const names = more === undefined ? columns : [...columns, more[0]]
  const insert = database.prepare(`insert into event (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
  database.transaction(() => {
    for (const event of events) insert.run(...columns.map((column) => event[column]), ...(more === undefined ? [] : [more[1](event)]))
  })()
  database.exec("analyze")
  database.close()
}
