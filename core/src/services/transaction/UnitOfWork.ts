import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { RollbackWhole } from "../../ports/Transaction.js"
import type { AgendaClock, AgendaRecord } from "../../record/AgendaRecord.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { HoldsLocks } from "../../schedule/timeSlices.js"
import type { SubjectChange } from "./SubjectChange.js"

/** What the engine knows of the current transaction. Its maps are by uid. */
export interface UnitOfWork {
  /** Set when the outermost `Transaction.run` has begun. */
  isBegun: boolean
  /** Topics to bump before the commit. */
  readonly topics: Set<string>
  /** The events that it has read or written last, as they are now; null for one that does not exist. */
  readonly events: Map<number, EventRecord | null>
  /** What it changed, in order; a failed nested part takes its changes back. */
  readonly changes: Array<SubjectChange>
  /** The user who makes its changes; null for none. */
  author: number | null
  /** Clocks of locked agendas. */
  readonly clocks: Map<number, AgendaClock>
  /** Agendas loaded after they were locked: each has an entry in `clocks`. */
  readonly agendas: Map<number, AgendaRecord>
  /** Locked locations. */
  readonly locations: Map<number, LocationRecord>
}

/** The current transaction. Null outside of a transaction. */
export class CurrentUnit extends Context.Reference<CurrentUnit>()("@agenda-engine/core/services/transaction/CurrentUnit", {
  defaultValue: (): UnitOfWork | null => null
}) {}

/** Names the user who makes the changes that follow in the current transaction. */
export const changesBy = (author: number | null): Effect.Effect<void> =>
  Effect.map(CurrentUnit, (unit) => {
    if (unit !== null) unit.author = author
  })

/**
 * Runs the effect of an outermost transaction with a unit of work, and with `HoldsLocks` until the transaction has
 * ended. All that a transaction adds to the context is provided at once: each provision takes about 25 fiber steps.
 */
export const inUnit = <A, E, R>(effect: Effect.Effect<A, E, R>, rollbackWhole: boolean): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const unit: UnitOfWork = {
      isBegun: false,
      topics: new Set(),
      events: new Map(),
      changes: [],
      author: null,
      clocks: new Map(),
      agendas: new Map(),
      locations: new Map()
    }
    const references = Context.make(CurrentUnit, unit).pipe(Context.add(HoldsLocks, true))
    return Effect.provide(effect, rollbackWhole ? Context.add(references, RollbackWhole, true) : references)
  })
