import type { ExportFormat } from "@agenda-engine/http/query/exportFormat"
import { parse } from "csv-parse/sync"

const isRows = (value: unknown): value is ReadonlyArray<Readonly<Record<string, string>>> => Array.isArray(value)

/** The records of CSV, by column, read by a parser of others. */
export const csvRows = (bytes: Uint8Array): ReadonlyArray<Readonly<Record<string, string>>> => {
  const rows: unknown = parse(Buffer.from(bytes), { bom: true, columns: true, record_delimiter: "\r\n" })
  return isRows(rows) ? rows : []
}

/** The uids of the events of an export, in order, read by a parser of others. */
export const uidsIn: { readonly [F in ExportFormat]: (bytes: Uint8Array) => ReadonlyArray<number> } = {
  csv: (bytes) => csvRows(bytes).map(({ uid }) => Number(uid)),
  json: (bytes) => {
    const { events }: { readonly events: ReadonlyArray<{ readonly uid: number }> } = JSON.parse(Buffer.from(bytes).toString())
    return events.map(({ uid }) => uid)
  }
}
