import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import { temporaryFile } from "../temporaryFile.js"

it.scopedLive("the write-ahead log shrinks after a large transaction", () =>
  Effect.gen(function*() {
    const filename = yield* temporaryFile
    const { sql, writeUnchecked: change } = yield* SqliteDatabase.open(filename)
    const bytes = () => statSync(`${filename}-wal`).size
    yield* change("test", sql`CREATE TABLE filler (content TEXT) STRICT`)
    yield* change("test", sql`INSERT INTO filler SELECT hex(zeroblob(1000000)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14]')`)
    expect(bytes()).toBeGreaterThan(25_000_000)
    yield* change("test", sql`INSERT INTO filler VALUES ('little')`)
    expect(bytes()).toBeLessThanOrEqual(16_777_216)
  }))
