import { languagesOf } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { isJsonObject, type Json } from "@agenda-engine/core/domain/text/Json"
import { type EventColumn, eventColumns } from "@agenda-engine/core/present/export/eventTable"
import { csvPieces } from "@agenda-engine/core/present/export/presentCsv"
import { type SheetCell, sheetPieces } from "@agenda-engine/core/present/export/presentSheet"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { PublishedEventPage } from "@agenda-engine/core/services/PublishedEvents"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { agendaUrlOf } from "../context/feedAddress.js"
import { respondEvents, startEvents } from "../response/eventStream.js"
import { type Exporter, type ExportFailure, type ExportRequest, readPublished } from "./Exporter.js"

/** Maximum number of languages that have columns, the most frequent first. */
const languages_max = 100

const languagesIn = (counts: Json | undefined): ReadonlyArray<string> =>
  Array.isArray(counts) ? counts.flatMap((count: Json) => isJsonObject(count) && typeof count.key === "string" ? [count.key] : []) : []

/**
 * The languages of all events of an export, the most frequent first. It is a list without events, so it also refuses
 * what a list refuses.
 */
const languagesFound = ({ authorize, events, query }: ExportRequest): Effect.Effect<ReadonlyArray<string>, ExportFailure> =>
  Effect.flatMap(authorize, (authorization) =>
    Effect.map(
      events.list(authorization, {
        ...query,
        removed: "without",
        start: { _tag: "First" },
        size: 0,
        facets: [{ type: "languages", key: "languages", size: languages_max }]
      }),
      ({ facets }) => languagesIn(facets?.languages)
    ))

/**
 * The columns of a table of an export. They follow from its first part: those of all parts are the same. The agenda's
 * default language comes first.
 */
export const exportColumns = (
  request: ExportRequest
): Effect.Effect<(first: PublishedEventPage) => ReadonlyArray<EventColumn>, ExportFailure> =>
  Effect.map(languagesFound(request), (found) => ({ agenda, fields }) => {
    const { base, imageBase, now, query: { fields: selection = null, monolingual } } = request
    const defaults = languagesOf(agenda, [])
    return eventColumns({
      languages: [...defaults.filter((language) => found.includes(language)), ...found.filter((language) => !defaults.includes(language))],
      monolingual: monolingual === undefined ? null : languagesOf(agenda, [monolingual]),
      labels: languagesOf(agenda, monolingual === undefined ? [] : [monolingual]),
      fields,
      selection,
      agendaUrl: agendaUrlOf(base)(agenda.slug),
      imageBase,
      now
    })
  })

/** Exports events as CSV, one record for each (RFC 4180). */
export const csvExport: Exporter = Effect.fnUntraced(function*(request, headers) {
  const columnsOf = yield* exportColumns(request)
  return yield* respondEvents<PublishedEventPage, ExportFailure>(
    {
      start: request.query.start,
      events_max: request.query.size,
      read: readPublished(request),
      begin: (first) => csvPieces.first(columnsOf(first)),
      write: ({ events }, first) => {
        const columns = columnsOf(first)
        return Effect.map(mapInSlices(events, (published) => csvPieces.event(columns, published)), (records) => records.join(""))
      },
      end: () => Effect.succeed("")
    },
    headers,
    request.sharing
  )
})

/** Loaded by the first workbook, so that handlers which make none do not load it. */
const loadWriter = Effect.promise(() => import("hucre/xlsx"))

/** The failure of a workbook, with the cause in its rows. */
const failed = (cause: unknown): Error => new Error("a workbook was cut off", { cause })

const joined = (chunks: Chunk.Chunk<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(Chunk.reduce(chunks, 0, (length, chunk) => length + chunk.length))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Exports events as a workbook of one sheet, one row for each. */
export const xlsxExport: Exporter = Effect.fnUntraced(function*(request, { contentType, headers }) {
  const columnsOf = yield* exportColumns(request)
  const { writeXlsxStream } = yield* loadWriter
  const { first, following, opening } = yield* startEvents<PublishedEventPage, ExportFailure, ReadonlyArray<ReadonlyArray<SheetCell>>>({
    start: request.query.start,
    events_max: request.query.size,
    read: readPublished(request),
    begin: () => [],
    write: ({ events }, begun) => {
      const columns = columnsOf(begun)
      return mapInSlices(events, (published) => sheetPieces.event(columns, published))
    },
    end: () => Effect.succeed([])
  }, (_, make) => make)
  const parts = following === null ? Stream.fromIterable(opening) : Stream.concat(Stream.fromIterable(opening), following)
  const rows = yield* Stream.toAsyncIterableEffect(Stream.map(Stream.flattenIterables(parts), (cells) => [...cells]))
  const workbook = Stream.fromReadableStream({
    evaluate: () =>
      writeXlsxStream(rows, {
        name: "events",
        columns: [...sheetPieces.columns(columnsOf(first))],
        freezePane: { rows: 1 }
      }),
    onError: failed
  })
  return following === null
    ? HttpServerResponse.uint8Array(joined(yield* Effect.orDie(Stream.runCollect(workbook))), { contentType, headers })
    : HttpServerResponse.stream(workbook, { contentType, headers })
})
