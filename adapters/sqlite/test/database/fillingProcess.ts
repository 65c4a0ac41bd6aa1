import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import { writeSync } from "node:fs"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"

const [, , filename = "", first = "0", count = "0"] = process.argv

const writers = 8

/**
 * Writes some 10 pages in each transaction: an id into two tables, and content in place of older content. Writes the id
 * to stdout behind the commit.
 */
const filling = Effect.gen(function*() {
  const { isInTransaction, readTogether, run, sql, writeUnchecked } = yield* SqliteDatabase.open(filename)
  yield* writeUnchecked("filling", sql`CREATE TABLE IF NOT EXISTS head (id INTEGER PRIMARY KEY) STRICT`)
  yield* writeUnchecked("filling", sql`CREATE TABLE IF NOT EXISTS filler (id INTEGER PRIMARY KEY, content BLOB) STRICT`)
  yield* writeUnchecked("filling", sql`CREATE TABLE IF NOT EXISTS tail (id INTEGER PRIMARY KEY) STRICT`)
  const write = (id: number) =>
    atomically(
      Effect.all([
        writeUnchecked("filling", sql`INSERT INTO head VALUES (${id})`),
        writeUnchecked("filling", sql`INSERT OR REPLACE INTO filler VALUES (${id % 40}, randomblob(40000))`),
        writeUnchecked("filling", sql`INSERT INTO tail VALUES (${id})`)
      ]),
      { rollbackWhole: true, sharesCommit: true }
    ).pipe(
      Effect.provideService(Transaction, { run, snapshot: readTogether, isActive: isInTransaction }),
      Effect.zipRight(Effect.sync(() => void writeSync(1, `${id}\n`)))
    )
  const ids = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
  yield* Effect.forEach(ids, write, { concurrency: writers, discard: true })
})

await Effect.runPromise(Effect.scoped(filling))
