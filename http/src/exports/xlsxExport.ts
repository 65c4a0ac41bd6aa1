import { type SheetCell, sheetPieces } from "@agenda-engine/core/present/export/presentSheet"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { PublishedEventPage } from "@agenda-engine/core/services/PublishedEvents"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { startEvents } from "../response/eventStream.js"
import { exportColumns } from "./csvExport.js"
import { type Exporter, type ExportFailure, readPublished } from "./Exporter.js"

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
