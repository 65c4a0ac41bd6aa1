import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as FileConnection from "../../src/FileConnection.js"
import { temporaryFile } from "../temporaryFile.js"

/** A file with a table, a connection of its owner's, and one that reads. */
const opened = Effect.gen(function*() {
  const filename = yield* temporaryFile
  const owner = yield* Effect.acquireRelease(Effect.sync(() => new Sqlite(filename)), (database) => Effect.sync(() => database.close()))
  owner.exec("CREATE TABLE hall (uid INTEGER, name TEXT); INSERT INTO hall VALUES (1, 'Forum'), (2, NULL)")
  return { owner, reading: yield* FileConnection.open({ filename, readonly: true }) }
})

describe("a connection for reading", () => {
  it.scopedLive("returns rows with named cells", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      const text = "SELECT name, uid AS number FROM hall WHERE uid >= ? ORDER BY uid"
      const rows = [{ name: "Forum", number: 1 }, { name: null, number: 2 }]
      expect(yield* reading.execute(text, [1], undefined)).toEqual(rows)
      expect(yield* reading.execute(text, [2], undefined)).toEqual(rows.slice(1))
      expect(yield* reading.executeValues(text, [1])).toEqual([["Forum", 1], [null, 2]])
      expect([...(yield* Stream.runCollect(reading.executeStream(text, [1], undefined)))]).toEqual(rows)
    }))

  it.scopedLive("uses the current column names of `SELECT *`", () =>
    Effect.gen(function*() {
      const { owner, reading } = yield* opened
      const all = reading.execute("SELECT * FROM hall WHERE uid = 1", [], undefined)
      expect(yield* all).toEqual([{ uid: 1, name: "Forum" }])
      owner.exec("ALTER TABLE hall RENAME TO old; CREATE TABLE hall (name TEXT, uid INTEGER); INSERT INTO hall SELECT name, uid FROM old")
      expect(yield* all).toEqual([{ uid: 1, name: "Forum" }])
    }))

  it.scopedLive("refuses writes with a reason", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      const refused = yield* Effect.flip(reading.executeRaw("DELETE FROM hall", []))
      expect(refused.cause).toMatchObject({ code: "SQLITE_READONLY" })
      expect((yield* Effect.flip(reading.execute("SELECT nothing FROM hall", [], undefined))).cause).toMatchObject({ code: "SQLITE_ERROR" })
    }))

  it.scopedLive("does not create a missing file", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      expect((yield* Effect.flip(FileConnection.open({ filename, readonly: true }))).cause).toMatchObject({ code: "SQLITE_CANTOPEN" })
    }))
})
