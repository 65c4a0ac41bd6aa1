import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { testMigrations } from "../../../sql/test/migrating.js"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"
import { sqliteAdapter } from "../sqliteAdapter.js"
import { temporaryFile } from "../temporaryFile.js"

testMigrations(sqliteAdapter, { "0001_schema": "a7a135a04c0d34d2dcb2df4ce39d56a7fb6ba8149824a26da1a0c8d56d163794" })

describe("SqliteMigrations", () => {
  it.scopedLive("status creates no file", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* SqliteMigrations.status({ filename })
      expect(existsSync(filename)).toBe(false)
    }))

  it.scopedLive("status fails on a file that cannot be opened", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(SqliteMigrations.status({ filename: dirname(yield* temporaryFile) }))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    }))

  it.scopedLive("up does not wait for a writer when no step is pending", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile, busyTimeout: "50 millis" } as const
      yield* SqliteMigrations.up(file)
      const database = yield* SqliteDatabase.open(file.filename)
      expect(yield* database.run(SqliteMigrations.up(file))).toEqual([])
    }))
})
