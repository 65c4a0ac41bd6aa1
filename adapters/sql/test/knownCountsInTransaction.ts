import { sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { putAgenda } from "./layers.js"
import { listShapes } from "./listShapes.js"

/** A transaction that puts an event lists it, though it knows the counts before, none or some. */
export const expectOwnWritesCounted: Effect.Effect<void, StoreError, Stores> = Effect.gen(function*() {
  const { put } = yield* EventStore
  const revisions = yield* RevisionStore
  const { run } = yield* Transaction
  const { search } = yield* EventSearch
  yield* putAgenda(1)
  const read = { topics: ["agenda:1"], revisions: yield* revisions.read(["agenda:1"]) }
  for (const uid of [1, 2]) {
    const counts = yield* search(listShapes.timings, { read })
    const { index, record } = sampleEvent(uid)
    const found = yield* run(Effect.zipRight(put(record, index), search(listShapes.timings, { counts, read })))
    expect(found.total).toBe(uid)
    expect(found.hits).toHaveLength(uid)
  }
})
