import { tallyDifferences } from "@agenda-engine/sql/testing/tallyDifferences"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./startPostgres.js"

const { freshSchema } = usePostgres()

describe("compileTally", () => {
  it.scopedLive("counts what the interpreter counts, where the events are not named", () =>
    Effect.gen(function*() {
      const url = yield* freshSchema
      yield* Effect.gen(function*() {
        const database = yield* PostgresDatabase.open({ url })
        expect(yield* tallyDifferences(database, { plans: 300, seed: 1 })).toEqual([])
      }).pipe(Effect.provide(PostgresStores.layer({ url })))
    }))
})
