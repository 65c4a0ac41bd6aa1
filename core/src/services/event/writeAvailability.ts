import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { CurrentProviders } from "../../domain/CurrentProviders.js"
import { Invalid } from "../../domain/EngineError.js"
import { type Issue, issue } from "../../domain/Issue.js"
import type { Json } from "../../domain/Json.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { type MergedRows, mergeRows } from "../../domain/mergeRows.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { readAvailability } from "../../validation/readAvailability.js"
import type { Standing } from "../Access.js"
import type { WrittenAvailability } from "../Events.js"
import { availabilityOf } from "./EventRecords.js"
import { nextInstant } from "./nextInstant.js"
import { putRows } from "./putRows.js"
import { mayChange } from "./writeEvent.js"

/** A write of the availability of one event, everything but the stores. */
export interface AvailabilityWrite {
  readonly standing: Standing
  /** Where the agenda's clock stands, read under its lock. */
  readonly changedAt: number
  readonly stored: EventRecord
  readonly body: Json
}

const staleIssue = ({ known, provider, row, slot }: MergedRows["stale"][number]): Issue =>
  issue("stale", `${slot}.${provider}.syncedAt`, { origin: row.syncedAt, info: { stored: known.syncedAt } })

/**
 * Writes rows of one event's availability, in the transaction it is run in and under the agenda's lock. Fails with every fault of the body at
 * once, having changed nothing. Of the event `availabilityUpdatedAt` alone moves, and where no row is another than before not even that.
 */
export const writeAvailability = Effect.fnUntraced(function*({ body, changedAt, standing, stored }: AvailabilityWrite) {
  yield* mayChange(standing, stored)
  const now = yield* Clock.currentTimeMillis
  const before = yield* availabilityOf(stored)
  const { issues, rows: written, warnings } = readAvailability(body, {
    stored: before,
    slots: new Set(stored.slots.map(({ id }) => id)),
    providers: yield* CurrentProviders,
    limits: yield* CurrentLimits,
    now
  })
  if (issues.length > 0) return yield* new Invalid({ subject: "data", issues })
  const { applied, rows, stale } = mergeRows(before, written)
  const answer: WrittenAvailability = {
    applied: applied.map(({ provider, slot }) => ({ slot, provider })),
    skipped: stale.map(staleIssue),
    warnings
  }
  if (JSON.stringify(rows) !== stored.availability) yield* putRows({ stored, before, after: rows, at: nextInstant(now, changedAt) })
  return answer
})
