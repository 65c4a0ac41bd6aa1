import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { agendaUids, putAgenda } from "../../sql/test/layers.js"
import * as PgliteClient from "../src/PgliteClient.js"
import * as PgliteStores from "../src/PgliteStores.js"

/** PGlite starts slowly beside other tests. */
const timeout_ms = 180_000

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-pglite-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

describe("a folder", () => {
  it.scopedLive("has what was committed when it is opened again", () =>
    Effect.gen(function*() {
      const dataDir = join(yield* temporaryFolder, "data")
      const configured = PgliteStores.layerConfig({ dataDir: Config.string("FOLDER"), migrate: Config.boolean("MIGRATE") })
      const open = (migrate: string) =>
        Effect.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["FOLDER", dataDir], ["MIGRATE", migrate]]))))(
          Layer.build(configured)
        )
      yield* Effect.scoped(Effect.flatMap(open("true"), (stores) => Effect.provide(putAgenda(1), stores)))
      expect(yield* Effect.scoped(Effect.flatMap(open("false"), (stores) => Effect.provide(agendaUids, stores)))).toEqual([1])
    }), timeout_ms)

  it.scopedLive("that is a file cannot be opened", () =>
    Effect.gen(function*() {
      const dataDir = join(yield* temporaryFolder, "file")
      yield* Effect.promise(() => writeFile(dataDir, ""))
      const error = yield* Effect.flip(Effect.scoped(Layer.build(PgliteStores.layer({ dataDir }))))
      expect(error).toMatchObject({ reason: "Unavailable", operation: "PgliteClient.open" })
    }), timeout_ms)
})

describe("layerClient", () => {
  it.scopedLive("joins the transactions of the host's client", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const unmigrated = Effect.provide(agendaUids, PgliteStores.layerClient({ migrate: false }))
      expect(yield* Effect.flip(unmigrated)).toMatchObject({ reason: "Unsupported" })
      yield* Effect.gen(function*() {
        yield* sql`CREATE TABLE own (uid integer)`
        const both = Effect.zipRight(sql`INSERT INTO own VALUES (1)`, putAgenda(1))
        yield* Effect.flip(sql.withTransaction(Effect.zipRight(both, Effect.fail("undone"))))
        expect(yield* agendaUids).toEqual([])
        yield* sql.withTransaction(both)
        expect(yield* agendaUids).toEqual([1])
        expect(yield* sql`SELECT uid FROM own`).toEqual([{ uid: 1 }])
        expect(yield* sql`SELECT uid FROM own`.values).toEqual([[1]])
      }).pipe(Effect.provide(PgliteStores.layerClient()))
    }).pipe(Effect.provide(PgliteClient.layer({}))), timeout_ms)
})
