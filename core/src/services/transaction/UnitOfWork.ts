import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { withReference } from "../../domain/withService.js"
import { type CommitSharing, CurrentSharing, RollbackWhole } from "../../ports/Transaction.js"
import type { AgendaClock, AgendaRecord } from "../../record/AgendaRecord.js"
import type { ChangePlace } from "../../record/ChangeRecord.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { HoldsLocks } from "../../schedule/timeSlices.js"
import type { CommittedChange } from "../change/Listeners.js"
import { CurrentTurn, newTurn } from "./inTurn.js"
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
  /** What it has written to the logs so far, for the listeners of this process. */
  readonly committed: Array<CommittedChange>
  /** The last place that it has written in the log of each agenda. */
  readonly places: Map<number, ChangePlace>
  /** Number of nested parts that run, each within the one before. */
  parts: number
  /** Writes to the logs what it has changed so far; null before it has begun. */
  finish: Effect.Effect<void, StoreError> | null
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

/** Makes an effect from the current unit of work. */
export const withUnit = <A, E, R>(use: (unit: UnitOfWork | null) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  withReference(CurrentUnit, use)

/** Runs a function on the current unit of work; outside of a transaction it does nothing. */
export const onUnit = (change: (unit: UnitOfWork) => void): Effect.Effect<void> =>
  withUnit((unit) => {
    if (unit !== null) change(unit)
    return Effect.void
  })

/** Names the user who makes the changes that follow in the current transaction. */
export const changesBy = (author: number | null): Effect.Effect<void> =>
  onUnit((unit) => {
    unit.author = author
  })

/**
 * Runs the effect of an outermost transaction with a unit of work, and with `HoldsLocks` until the transaction has
 * ended. All that a transaction adds to the context is provided at once: each provision takes about 25 fiber steps.
 */
export const inUnit = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  rollbackWhole: boolean,
  sharing: CommitSharing | null = null
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const unit: UnitOfWork = {
      isBegun: false,
      topics: new Set(),
      events: new Map(),
      changes: [],
      committed: [],
      places: new Map(),
      parts: 0,
      finish: null,
      author: null,
      clocks: new Map(),
      agendas: new Map(),
      locations: new Map()
    }
    const references = Context.make(CurrentUnit, unit).pipe(
      Context.add(HoldsLocks, true),
      Context.add(CurrentTurn, newTurn())
    )
    const whole = rollbackWhole ? Context.add(references, RollbackWhole, true) : references
    return Effect.provide(effect, sharing === null ? whole : Context.add(whole, CurrentSharing, sharing))
  })
