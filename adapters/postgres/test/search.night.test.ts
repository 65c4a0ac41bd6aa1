import { judgedSearches } from "@agenda-engine/conformance/judgedSearches"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

const { freshSchema } = usePostgres()

it.scopedLive(
  "hundreds of searches find the judged events with the scores and the order of the engine",
  () =>
    Effect.gen(function*() {
      const { asked, different, found } = yield* Effect.provide(judgedSearches, PostgresStores.layer({ url: yield* freshSchema }))
      expect(different).toEqual([])
      expect(asked).toBeGreaterThan(150)
      expect(found).toBeGreaterThan(asked / 2)
    }),
  120_000
)
