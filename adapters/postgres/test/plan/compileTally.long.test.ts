import { fill } from "@agenda-engine/conformance/storeCalls"
import { samplePlans } from "@agenda-engine/conformance/testing/samplePlans"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { tallyDifferences } from "../../../sql/test/tallyDifferences.js"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresStores from "../../src/PostgresStores.js"
import { usePostgres } from "../usePostgres.js"

const { freshSchema } = usePostgres()

describe("compileTally", () => {
  it.scopedLive("counts like the interpreter when the events are not known by uid", () =>
    Effect.gen(function*() {
      const url = yield* freshSchema
      const { data, plans } = samplePlans({ plans: 300, seed: 1 })
      yield* Effect.provide(fill(data), PostgresStores.layer({ url }))
      expect(yield* tallyDifferences(yield* PostgresDatabase.open({ url }), data, plans)).toEqual([])
    }))
})
