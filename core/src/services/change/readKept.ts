import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { ChangeStore } from "../../ports/change/ChangeStore.js"
import { type ChangePlace, type ChangeRecord, isBefore } from "../../record/ChangeRecord.js"

/** Changes of an agenda, read on from a place. */
export interface KeptChanges {
  /** Where they begin: the place, or the floor of the log if what follows the place was deleted. */
  readonly start: ChangePlace
  readonly isCut: boolean
  readonly records: ReadonlyArray<ChangeRecord>
}

/**
 * Reads changes on from a place, at most `limit`. The floor is read after them, so that what is deleted meanwhile makes
 * no gap that nobody is told of.
 */
export const readKept = (
  agendaUid: number,
  place: ChangePlace,
  limit: number
): Effect.Effect<KeptChanges, StoreError, ChangeStore> =>
  Effect.gen(function*() {
    const log = yield* ChangeStore
    let start = place
    for (;;) {
      const records = yield* log.read(agendaUid, start, limit)
      const { privileged: floor } = yield* log.floors(agendaUid)
      if (!isBefore(start, floor)) return { start, isCut: start !== place, records }
      start = floor
    }
  })
