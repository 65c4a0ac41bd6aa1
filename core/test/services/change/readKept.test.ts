import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { type ChangeRecord, logStart } from "../../../src/record/ChangeRecord.js"
import { readKept } from "../../../src/services/change/readKept.js"

/** The change at a position of the log of agenda 1, a millisecond after the one before. */
const changeAt = (position: number): ChangeRecord => ({
  agendaUid: 1,
  position,
  ordinal: 0,
  kind: "event.updated",
  type: "event",
  uid: 100 + position,
  version: 3,
  publicBefore: true,
  publicAfter: true,
  relists: true,
  contributorUid: null,
  at: position,
  by: null
})

const positions = [1, 2, 3, 4, 5, 6]

describe("readKept", () => {
  // Changes are deleted before the first, second, … call of the store.
  it.effect.each(Array.from({ length: 5 }, (_, call) => call))(
    "leaves out nothing unnoticed, deletion before call %i",
    (deletedBefore) =>
      Effect.gen(function*() {
        const log = yield* ChangeStore
        const transaction = yield* Transaction
        yield* transaction.run(log.append(positions.map(changeAt)))
        let calls = 0
        const deleting = <A, E>(call: Effect.Effect<A, E>) =>
          Effect.suspend(() => calls++ === deletedBefore ? Effect.zipRight(transaction.run(log.prune(1, 4, 10)), call) : call)
        const racing = {
          ...log,
          read: (...asked: Parameters<typeof log.read>) => deleting(log.read(...asked)),
          floors: (agendaUid: number) => deleting(log.floors(agendaUid))
        }
        const { isCut, records, start } = yield* Effect.provideService(readKept(1, logStart, 10), ChangeStore, racing)
        expect(records.map(({ position }) => position)).toEqual(positions.filter((position) => position > start.position))
        expect([isCut, start.position]).toEqual(deletedBefore < 2 ? [true, 3] : [false, 0])
      }).pipe(Effect.provide(MemoryStores.layer))
  )
})
