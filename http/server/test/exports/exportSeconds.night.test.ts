import { Transfer } from "@agenda-engine/core/services/Transfer"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eventLines } from "../requests/load/manyEvents.js"
import { agendas, make } from "../world/World.js"
import { uidsIn } from "./readExport.js"

const events_count = 10_000

/** Seconds that an export of so many events may take. */
const export_seconds_max = 4

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

it.scopedLive(
  `an export of ${events_count} events takes at most ${export_seconds_max} s in each format`,
  () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const { credentials, send, within } = yield* make(SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true }))
      const options = { ownerUid: null, dryRun: false, progress: () => Effect.void }
      yield* within(Effect.orDie(
        Effect.flatMap(Transfer, (transfer) => transfer.import(Stream.fromIterable(eventLines(events_count)), options))
      ))
      const measured = yield* Effect.forEach(exportFormatNames, (format) =>
        Effect.gen(function*() {
          const list = `/v2/agendas/${agendas.main}/events.${format}`
          const seconds: Array<number> = []
          // The shorter of two: a busy machine lengthens some. Each has a filter of its own, so that nothing is cached.
          for (const from of ["2020-01-01", "2020-01-02"]) {
            const began_ms = performance.now()
            const { bytes, status } = yield* send(`${list}?timings[gte]=${from}`, { headers: credentials.ownerless })
            seconds.push((performance.now() - began_ms) / 1_000)
            expect(status, format).toBe(200)
            expect(yield* Effect.promise(() => uidsIn[format](bytes)), format).toHaveLength(events_count)
          }
          return { format, seconds: Math.min(...seconds) }
        }))
      expect(measured.filter(({ seconds }) => seconds > export_seconds_max)).toEqual([])
    })
)
