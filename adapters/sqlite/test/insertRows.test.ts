import { insertPlain, insertRows } from "@agenda-engine/sql/database/Change"
import type { Cells } from "@agenda-engine/sql/database/upsert"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as SqliteDatabase from "../src/SqliteDatabase.js"

const columns = { uid: "integer", name: "text", place: "text" } as const

const opened = Effect.gen(function*() {
  const { dialect, runBatch: runAll, sql } = yield* SqliteDatabase.open(":memory:")
  yield* sql`CREATE TABLE sample (uid INTEGER PRIMARY KEY, name TEXT, place TEXT)`
  return {
    put: (...rows: ReadonlyArray<Cells>) => insertPlain(sql, "sample", rows),
    putColumns: (...rows: ReadonlyArray<Cells>) => insertRows(sql, dialect, { table: "sample", columns, rows }),
    runAll,
    insertion: (...rows: ReadonlyArray<Cells>) => ({ table: "sample", columns, rows }),
    all: sql`SELECT uid, name, place FROM sample ORDER BY uid`
  }
})

const stored = [
  { uid: 1, name: "a", place: "b" },
  { uid: 2, name: "c", place: "d" },
  { uid: 3, name: "e", place: null },
  { uid: 4, name: null, place: "f" }
]

it.scopedLive("rows inserted one by one have their cells under the right names, in any order and number", () =>
  Effect.gen(function*() {
    const { all, put } = yield* opened
    yield* put({ uid: 1, name: "a", place: "b" })
    yield* put({ place: "d", name: "c", uid: 2 })
    yield* put({ uid: 3, name: "e" })
    yield* put({ uid: 4, place: "f" })
    expect(yield* all).toEqual(stored)
  }))

it.scopedLive("rows inserted together have their cells under the right names, in any order and number", () =>
  Effect.gen(function*() {
    const { all, put, putColumns } = yield* opened
    yield* put({ uid: 1, name: "a", place: "b" }, { place: "d", name: "c", uid: 2 })
    yield* putColumns({ name: "e", uid: 3 }, { place: "f", uid: 4 })
    expect(yield* all).toEqual(stored)
  }))

it.scopedLive("rows inserted by a batch have their cells under the right names, with and without a tracer", () =>
  Effect.gen(function*() {
    const { all, insertion, runAll } = yield* opened
    yield* runAll([insertion({ uid: 1, name: "a", place: "b" }, { place: "d", name: "c", uid: 2 })])
    const native = yield* Effect.tracer
    const seeing = Layer.setTracer(Tracer.make({ context: (run, fiber) => native.context(run, fiber), span: native.span.bind(native) }))
    yield* Effect.provide(runAll([insertion({ name: "e", uid: 3 }, { place: "f", uid: 4 }), insertion()]), seeing)
    expect(yield* all).toEqual(stored)
  }))

it.scopedLive("a batch inserts no row after a refused one", () =>
  Effect.gen(function*() {
    const { all, insertion, runAll } = yield* opened
    const rows = [{ uid: 1, name: "a", place: "b" }, { uid: 1, name: "g" }, { uid: 2, name: "c", place: "d" }]
    const refused = yield* Effect.flip(runAll([insertion(...rows), insertion({ uid: 3, name: "e" })]))
    expect(refused.cause).toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" })
    expect(yield* all).toEqual(stored.slice(0, 1))
  }))
