/** A stored change of an event's moderation state (wire.md §7). */
export interface StateChange {
  readonly eventUid: number
  /** Epoch milliseconds. */
  readonly at: number
  /** The `EventState` before; null: the event was made. */
  readonly from: number | null
  /** The `EventState` from then on. */
  readonly to: number
  /** Who did it; null: nobody in particular, or somebody whose account is deleted. */
  readonly userUid: number | null
  /** The key that it was done by; null: it was the program itself. */
  readonly keyId: string | null
  /** Why, as was written; null: it was not said. */
  readonly motive: string | null
}

/** What a user did in an agenda. */
export interface UserTrace {
  readonly agendaUid: number
  /** Events that they contributed and that are there. */
  readonly events: number
  /** Changes of state of events that are there. */
  readonly stateChanges: number
}
