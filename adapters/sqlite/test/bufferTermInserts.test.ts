import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { bufferTermInserts, insertTerms } from "../src/bufferTermInserts.js"
import * as FileConnection from "../src/FileConnection.js"
import { temporaryFile } from "./temporaryFile.js"

/** A connection to a file with the index of terms and a table beside it, and what another one finds there. */
const opened = Effect.gen(function*() {
  const filename = yield* temporaryFile
  const other = yield* Effect.acquireRelease(Effect.sync(() => new Sqlite(filename)), (database) => Effect.sync(() => database.close()))
  other.exec(
    "CREATE VIRTUAL TABLE agenda_event_fulltext USING fts5(terms, content='', contentless_delete=1, detail='none'); CREATE TABLE slot (uid)"
  )
  const connection = yield* FileConnection.open({ filename, readonly: false })
  const execute = (text: string, parameters: ReadonlyArray<unknown> = []) => connection.execute(text, parameters, undefined)
  const find = "SELECT rowid FROM agenda_event_fulltext WHERE agenda_event_fulltext MATCH 'jazz' ORDER BY rowid"
  return {
    execute,
    /** Writes an event as the stores do: its terms, and several rows of another table. */
    put: (uid: number) => Effect.zipRight(execute(insertTerms, [uid, "jazz"]), execute("INSERT INTO slot VALUES (?), (?)", [uid, uid])),
    found: Effect.map(execute(find), (rows) => rows.map(({ rowid }) => rowid)),
    foundElsewhere: Effect.sync(() => other.prepare(find).pluck().all()),
    /** What FTS5 wrote at once is one segment. */
    segments: Effect.sync(() => other.prepare("SELECT count(DISTINCT segid) FROM agenda_event_fulltext_idx").pluck().get())
  }
})

describe("terms of several events", () => {
  it.scopedLive("are written together in any order", () =>
    Effect.gen(function*() {
      const { execute, foundElsewhere, put, segments } = yield* opened
      yield* execute("BEGIN IMMEDIATE")
      yield* Effect.forEach([3, 1, 2], put)
      yield* execute("COMMIT")
      expect(yield* foundElsewhere).toEqual([1, 2, 3])
      expect(yield* segments).toBe(1)
    }))

  it.scopedLive("are found inside their transaction", () =>
    Effect.gen(function*() {
      const { execute, found, put } = yield* opened
      yield* execute("BEGIN IMMEDIATE")
      yield* Effect.forEach([2, 1], put)
      expect(yield* found).toEqual([1, 2])
      yield* execute("DELETE FROM agenda_event_fulltext WHERE rowid = 2")
      yield* put(3)
      yield* execute("COMMIT")
      expect(yield* found).toEqual([1, 3])
    }))

  it.scopedLive("are rolled back with their part of the transaction only", () =>
    Effect.gen(function*() {
      const { execute, found, put } = yield* opened
      yield* execute("BEGIN IMMEDIATE")
      yield* put(1)
      yield* execute("SAVEPOINT agenda_part")
      yield* put(2)
      yield* execute("ROLLBACK TO SAVEPOINT agenda_part")
      yield* execute("RELEASE SAVEPOINT agenda_part")
      yield* put(3)
      yield* execute("COMMIT")
      expect(yield* found).toEqual([1, 3])
      yield* execute("BEGIN IMMEDIATE")
      yield* put(4)
      yield* execute("ROLLBACK")
      expect(yield* found).toEqual([1, 3])
    }))

  it.scopedLive("are written at once outside of a transaction", () =>
    Effect.gen(function*() {
      const { foundElsewhere, put } = yield* opened
      yield* put(1)
      expect(yield* foundElsewhere).toEqual([1])
    }))

  it.scopedLive("fail the transaction when one of them cannot be written", () =>
    Effect.gen(function*() {
      const { execute, foundElsewhere, put } = yield* opened
      yield* execute("BEGIN IMMEDIATE")
      yield* put(1)
      yield* execute(insertTerms, ["no uid", "jazz"])
      yield* put(3)
      for (const asked of ["SAVEPOINT agenda_part", "COMMIT"]) {
        expect(yield* Effect.flip(execute(asked))).toMatchObject({ _tag: "SqlError" })
      }
      yield* execute("ROLLBACK")
      yield* execute("BEGIN IMMEDIATE")
      yield* put(4)
      yield* execute("COMMIT")
      expect(yield* foundElsewhere).toEqual([4])
    }))

  it("are buffered up to a thousand at a time", () => {
    const written: Array<unknown> = []
    const run = bufferTermInserts((_, [uid]) => {
      written.push(uid)
      return []
    }, () => true)
    const uids = Array.from({ length: 1_500 }, (_, index) => 2_000 - index)
    for (const uid of uids) run(insertTerms, [uid, "jazz"])
    expect(written).toEqual(uids.slice(0, 1_000).reverse())
    run("COMMIT", [])
    expect(written).toEqual([...uids.slice(0, 1_000).reverse(), ...uids.slice(1_000).reverse(), undefined])
  })
})
