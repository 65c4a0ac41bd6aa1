/** A stored change of an event's moderation state (wire.md §7). */
export interface StateChange {
  readonly eventUid: number
  /** Epoch milliseconds. */
  readonly at: number
  /** The previous `EventState`; null when the event was created. */
  readonly from: number | null
  /** The new `EventState`. */
  readonly to: number
  /** The user that made the change; null when there was none or the account was deleted. */
  readonly userUid: number | null
  /** The API key that was used; null when the program itself made the change. */
  readonly keyId: string | null
  /** The motive; null when none was stated. */
  readonly motive: string | null
}

/** A user's contributions to an agenda. */
export interface UserContribution {
  readonly agendaUid: number
  /** Number of existing events that the user contributed. */
  readonly events: number
  /** Number of the user's state changes of existing events. */
  readonly stateChanges: number
}
