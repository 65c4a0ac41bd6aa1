import type { ExportFormat } from "@agenda-engine/http/query/exportFormat"
import { parse } from "csv-parse/sync"
import FeedParser from "feedparser"
import { parseJsonFeed } from "feedsmith"
import ICAL from "ical.js"
import { Readable } from "node:stream"
import { readSheet } from "read-excel-file/node"

const isRows = (value: unknown): value is ReadonlyArray<Readonly<Record<string, string>>> => Array.isArray(value)

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

/** The records of CSV, by column, read by a parser of others. */
export const csvRows = (bytes: Uint8Array): ReadonlyArray<Readonly<Record<string, string>>> => {
  const rows: unknown = parse(Buffer.from(bytes), { bom: true, columns: true, record_delimiter: "\r\n" })
  return isRows(rows) ? rows : []
}

/** The rows of the sheet of a workbook, by column. */
export const sheetRows = async (bytes: Uint8Array): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const [header = [], ...rows] = await readSheet(Buffer.from(bytes))
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [String(name), row[index]])))
}

/** A feed as a feed reader sees it. */
export interface ReadFeed {
  readonly meta: FeedParser.Meta | null
  readonly items: ReadonlyArray<FeedParser.Item>
}

const readFeed = (bytes: Uint8Array, strict: boolean): Promise<ReadFeed> =>
  new Promise((resolve, reject) => {
    const items: Array<FeedParser.Item> = []
    let meta: FeedParser.Meta | null = null
    const reader = new FeedParser({ strict })
    reader.on("error", reject)
    reader.on("meta", (read: FeedParser.Meta) => {
      meta = read
    })
    reader.on("data", (item: FeedParser.Item) => items.push(item))
    reader.on("end", () => resolve({ meta, items }))
    Readable.from([Buffer.from(bytes)]).pipe(reader)
  })

/**
 * RSS as a feed reader of others reads it. Reading it strictly refuses what is no XML, but finds no elements with
 * capitals, such as `pubDate`.
 */
export const readRss = async (bytes: Uint8Array): Promise<ReadFeed> => {
  await readFeed(bytes, true)
  return readFeed(bytes, false)
}

const uidOf = (id: string | undefined): number => Number(/^(\d+)@agenda-engine$/.exec(id ?? "")?.[1])

/** The entries of a calendar, in order. */
export const calendarEntries = (bytes: Uint8Array): ReadonlyArray<ICAL.Event> =>
  // Without `exceptions`, each entry looks for those of its own among all others.
  new ICAL.Component(ICAL.parse(textOf(bytes))).getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component, { exceptions: [] }))

/** The uids of the events of an export, in order, read by a parser of others. */
export const uidsIn: { readonly [F in ExportFormat]: (bytes: Uint8Array) => Promise<ReadonlyArray<number>> } = {
  "csv": async (bytes) => csvRows(bytes).map(({ uid }) => Number(uid)),
  "json": async (bytes) => {
    const { events }: { readonly events: ReadonlyArray<{ readonly uid: number }> } = JSON.parse(textOf(bytes))
    return events.map(({ uid }) => uid)
  },
  "json-feed": async (bytes) => (parseJsonFeed(textOf(bytes)).items ?? []).map(({ id }) => uidOf(id)),
  "ics": async (bytes) => [...new Set(calendarEntries(bytes).map(({ uid }) => Number(uid.split("-", 1).join(""))))],
  "rss": async (bytes) => (await readRss(bytes)).items.map(({ guid }) => uidOf(guid)),
  "xlsx": async (bytes) => (await sheetRows(bytes)).map(({ uid }) => Number(uid))
}
