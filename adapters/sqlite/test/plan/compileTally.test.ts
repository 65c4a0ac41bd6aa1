import { fill } from "@agenda-engine/conformance/storeCalls"
import { samplePlans } from "@agenda-engine/conformance/testing/samplePlans"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { tallyDifferences } from "../../../sql/test/tallyDifferences.js"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteStores from "../../src/SqliteStores.js"
import { temporaryFile } from "../temporaryFile.js"

describe("compileTally", () => {
  it.scopedLive("counts like the interpreter when the events are not known by uid", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const { data, plans } = samplePlans({ plans: 400, seed: 1 })
      yield* Effect.provide(fill(data), SqliteStores.layer({ filename }))
      expect(yield* tallyDifferences(yield* SqliteDatabase.open(filename), data, plans)).toEqual([])
    }))
})
