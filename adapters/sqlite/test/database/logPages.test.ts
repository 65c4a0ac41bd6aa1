import { interval, sampleAgenda, sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { searchDocument } from "@agenda-engine/core/search/SearchDocument"
import { expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import * as SqliteStores from "../../src/SqliteStores.js"
import { temporaryFile } from "../temporaryFile.js"

/** Bytes of the header of a write-ahead log, and of a page of 4 KiB with the header of its frame. */
const header_bytes = 32
const frame_bytes = 4_096 + 24

const events = 400
const counted = 60

/** Half a page of text. */
const longDescription = "Un concert au bord de la rivière, avec un orchestre et une chorale. ".repeat(40)

/** An event with five slots, an external id, and a document and search text of about a page each. */
const typicalEvent = (uid: number) => {
  const title = `Concert ${uid % 17} au bord de la rivière`
  return sampleEvent(uid, {
    at: [1, 2, 3, 4, 5].map((week) => interval(week * 168 + uid % 97)),
    detail: JSON.stringify({ longDescription: { fr: longDescription } }),
    extIds: [{ key: "source", value: `${uid}` }],
    keywords: [`k${uid % 7}`, `l${uid % 11}`],
    locationUid: 1 + uid % 60,
    search: searchDocument({ title: { fr: title }, keywords: {}, description: {}, longDescription: { fr: longDescription } }),
    words: ["jazz", `w${uid % 13}`]
  })
}

/** Uids in no order, as those of the engine are. */
const uidAt = (index: number): number => 1 + (index * 7_919) % 100_003

it.scopedLive("a put of a new event writes few pages, one of the same event again none", () =>
  Effect.gen(function*() {
    const filename = yield* temporaryFile
    yield* Effect.gen(function*() {
      const agendas = yield* AgendaStore
      const { put } = yield* EventStore
      const { run } = yield* Transaction
      const putEvent = (uid: number) => {
        const { index, record } = typicalEvent(uid)
        return run(put(record, index))
      }
      const database = yield* Effect.acquireRelease(
        Effect.sync(() => new Sqlite(filename)),
        (opened) => Effect.sync(() => opened.close())
      )
      /** Pages of the log that a write adds to an empty one. */
      const pagesOf = (uid: number) =>
        Effect.gen(function*() {
          database.pragma("wal_checkpoint(TRUNCATE)")
          yield* putEvent(uid)
          return Math.max(0, (statSync(`${filename}-wal`).size - header_bytes) / frame_bytes)
        })
      yield* run(agendas.put(sampleAgenda(1)))
      yield* run(Effect.forEach(Array.from({ length: events }, (_, index) => uidAt(index)), putEvent))
      const uids = Array.from({ length: counted }, (_, index) => uidAt(events + index))
      const median = (pages: ReadonlyArray<number>) => pages.toSorted((a, b) => a - b)[counted / 2]
      const added = median(yield* Effect.forEach(uids, pagesOf))
      const same = median(yield* Effect.forEach(uids, pagesOf))
      expect(added).toBeLessThanOrEqual(50)
      expect(same).toBe(0)
    }).pipe(Effect.provide(SqliteStores.layer({ filename, migrate: true })))
  }))
