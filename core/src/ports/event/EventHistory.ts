import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { StateChange } from "../../record/StateChange.js"

/** The state changes of events, which no other port changes until their event is removed or their author forgotten. */
export class EventHistory extends Context.Tag("@agenda-engine/core/ports/event/EventHistory")<EventHistory, {
  /** Appends a state change to the history of an existing event, inside `Transaction.run`. */
  readonly add: (change: StateChange) => Effect.Effect<void, StoreError>
  /**
   * The state changes of these events: per event in the order of insertion, events in any order. Largest call: 300
   * events.
   */
  readonly find: (eventUids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<StateChange>, StoreError>
}>() {}
