import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readlinkSync } from "node:fs"
import { rename } from "node:fs/promises"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import { temporaryFile } from "../temporaryFile.js"

/** How many open descriptors of this process are of a file. */
const descriptorsOf = (filename: string): number =>
  readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === filename
    } catch {
      return false
    }
  }).length

describe("the read connections of a file", () => {
  it.scopedLive(
    "are opened once, each at its first use, until the scope closes",
    () =>
      Effect.gen(function*() {
        const filename = yield* temporaryFile
        yield* Effect.scoped(Effect.gen(function*() {
          const database = yield* SqliteDatabase.open(filename)
          const count = database.sql`SELECT 1 AS one`
          const page = database.readTogether(database.sql`SELECT 2 AS two`)
          expect(descriptorsOf(filename)).toBe(1)
          yield* Effect.all([page, page, page], { concurrency: "unbounded" })
          expect(descriptorsOf(filename)).toBe(2)
          yield* Effect.all([count, page, count], { concurrency: "unbounded" })
          expect(descriptorsOf(filename)).toBe(3)
        }))
        expect(descriptorsOf(filename)).toBe(0)
      })
  )

  it.scopedLive("are opened by the next use after a failure", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.scoped(SqliteDatabase.open(filename))
      const database = yield* SqliteDatabase.openReadOnly(filename)
      const page = database.readTogether(database.sql`SELECT 2 AS two`)
      yield* Effect.promise(() => rename(filename, `${filename}.away`))
      expect(yield* Effect.exit(page)).toMatchObject({ _tag: "Failure" })
      yield* Effect.promise(() => rename(`${filename}.away`, filename))
      expect(yield* page).toEqual([{ two: 2 }])
    }))
})
