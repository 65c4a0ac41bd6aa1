import { tallyDifferences } from "@agenda-engine/sql/testing/tallyDifferences"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

describe("compileTally", () => {
  it.scopedLive("counts what the interpreter counts, where the events are not named", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.gen(function*() {
        const database = yield* SqliteDatabase.open(filename)
        expect(yield* tallyDifferences(database, { plans: 1_000, seed: 1 })).toEqual([])
      }).pipe(Effect.provide(SqliteStores.layer({ filename })))
    }))
})
