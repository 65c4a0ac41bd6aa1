import { sampleAgenda } from "@agenda-engine/conformance/testing/SampleRecords"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { copyFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import * as SqliteStores from "../../src/SqliteStores.js"
import { useMigratedFiles } from "./useMigratedFiles.js"

const migratedFile = useMigratedFiles()

const putAgenda = (uid: number) => atomically(Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(uid))))

const readAgenda = (uid: number) => Effect.flatMap(AgendaStore, (agendas) => agendas.find({ _tag: "Uid", uid }))

/** Reads until a read fails, which the next check of the file makes it do. */
const readFailure = Effect.flip(readAgenda(1)).pipe(Effect.retry(Schedule.spaced("100 millis")), Effect.timeout("1 minute"))

describe("a database file that is moved while it is open", () => {
  it.scopedLive.each<[how: string, move: (filename: string) => void]>([
    ["deleted", (filename) => ["", "-wal", "-shm"].forEach((end) => rmSync(filename + end))],
    ["deleted without its log", (filename) => rmSync(filename)],
    ["replaced by a copy", (filename) => {
      copyFileSync(filename, `${filename}.copy`)
      renameSync(`${filename}.copy`, filename)
    }],
    ["left without its log", (filename) => rmSync(`${filename}-wal`)]
  ])("%s: writes and reads fail as Unavailable and name the path", ([, move]) =>
    Effect.gen(function*() {
      const filename = yield* migratedFile
      yield* Effect.gen(function*() {
        yield* putAgenda(1)
        yield* Effect.sync(() => move(filename))
        const refused = yield* Effect.flip(putAgenda(2))
        expect(refused.reason).toBe("Unavailable")
        expect(String(refused.cause)).toContain(`the file ${filename}`)
        expect((yield* Effect.flip(readAgenda(1))).reason).toBe("Unavailable")
      }).pipe(Effect.provide(SqliteStores.layer({ filename })))
    }))

  it.scopedLive("fails reads when the file is missing", () =>
    Effect.gen(function*() {
      const filename = yield* migratedFile
      yield* Effect.gen(function*() {
        yield* readAgenda(1)
        yield* Effect.sync(() => rmSync(filename))
        expect((yield* readFailure).reason).toBe("Unavailable")
      }).pipe(Effect.provide(SqliteStores.layer({ filename })))
    }))

  it.scopedLive("is used again when it is back, with what was committed before", () =>
    Effect.gen(function*() {
      const filename = yield* migratedFile
      yield* Effect.gen(function*() {
        yield* putAgenda(1)
        yield* Effect.sync(() => renameSync(filename, `${filename}.away`))
        yield* Effect.flip(putAgenda(2))
        yield* Effect.sync(() => renameSync(`${filename}.away`, filename))
        yield* putAgenda(3)
        expect((yield* readAgenda(1))?.uid).toBe(1)
        expect(yield* readAgenda(2)).toBeNull()
      }).pipe(Effect.provide(SqliteStores.layer({ filename })))
    }))

  it.scopedLive("is written through a symbolic link", () =>
    Effect.gen(function*() {
      const filename = yield* migratedFile
      const link = `${filename}.link`
      yield* Effect.sync(() => symlinkSync(filename, link))
      yield* Effect.gen(function*() {
        yield* putAgenda(1)
        yield* putAgenda(2)
        yield* Effect.sync(() => {
          copyFileSync(filename, `${filename}.copy`)
          rmSync(link)
          symlinkSync(`${filename}.copy`, link)
        })
        expect((yield* Effect.flip(putAgenda(3))).reason).toBe("Unavailable")
      }).pipe(Effect.provide(SqliteStores.layer({ filename: link })))
    }))
})
