import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { WrittenAvailability } from "../../../contract/EventResult.js"
import { Invalid } from "../../../domain/error/EngineError.js"
import { type Issue, issue } from "../../../domain/error/Issue.js"
import { CurrentLimits } from "../../../domain/Limits.js"
import type { Json } from "../../../domain/text/Json.js"
import { type MergedRows, mergeRows } from "../../../domain/ticketing/AvailabilityRow.js"
import { CurrentProviders } from "../../../domain/ticketing/Ticketing.js"
import type { EventRecord } from "../../../record/EventRecord.js"
import { makePacer, runInSlices } from "../../../schedule/timeSlices.js"
import { availabilitySteps } from "../../../validation/ticketing/readAvailability.js"
import type { Authorization } from "../../Access.js"
import { availabilityOf } from "../EventRecords.js"
import { nextInstant } from "./lockedWrite.js"
import { putRows } from "./putRows.js"
import { mayChange } from "./writeEvent.js"

/** Inputs of a write of one event's availability. */
export interface AvailabilityWrite {
  readonly authorization: Authorization
  /** Instant of the agenda's last change, read under its lock, in epoch milliseconds. */
  readonly changedAt: number
  readonly stored: EventRecord
  readonly body: Json
}

const staleIssue = ({ known, provider, row, slot }: MergedRows["stale"][number]): Issue =>
  issue("stale", `${slot}.${provider}.syncedAt`, { origin: row.syncedAt, info: { stored: known.syncedAt } })

/**
 * Writes availability rows of one event, inside a transaction and under the agenda's lock. Fails with all faults of the
 * body, before any change. Only `availabilityUpdatedAt` moves, and only if a row changes.
 */
export const writeAvailability = Effect.fnUntraced(function*({ body, changedAt, authorization, stored }: AvailabilityWrite) {
  yield* mayChange(authorization, stored)
  const pace = yield* makePacer
  const now = yield* Clock.currentTimeMillis
  const before = yield* availabilityOf(stored)
  yield* pace
  const context = {
    stored: before,
    slots: new Set(stored.slots.map(({ id }) => id)),
    providers: yield* CurrentProviders,
    limits: yield* CurrentLimits,
    now
  }
  const { issues, rows: written, warnings } = yield* runInSlices(() => availabilitySteps(body, context))
  if (issues.length > 0) return yield* new Invalid({ subject: "data", issues })
  yield* pace
  const { applied, rows, stale } = mergeRows(before, written)
  const answer: WrittenAvailability = {
    applied: applied.map(({ provider, slot }) => ({ slot, provider })),
    skipped: stale.map(staleIssue),
    warnings
  }
  yield* pace
  if (JSON.stringify(rows) !== stored.availability) {
    // As late as possible, so that a client that polls `availabilityUpdatedAt` misses little.
    yield* putRows({ stored, before, after: rows, at: nextInstant(yield* Clock.currentTimeMillis, changedAt) })
  }
  return answer
})
