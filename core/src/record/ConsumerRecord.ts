import type { ChangePlace, ChangeRecord } from "./ChangeRecord.js"

/** A consumer of changes by its name, and the process that gives it changes. Instants in epoch milliseconds. */
export interface ConsumerRecord {
  /** The name that the host gave it. */
  readonly name: string
  /** A random text of the process that has the lease; empty: none. */
  readonly owner: string
  /** The end of the lease. Until then no other process gives it changes. */
  readonly leaseUntil: number
}

/** How far a consumer has got in the log of an agenda. */
export interface ConsumerPlace extends ChangePlace {
  readonly consumer: string
  readonly agendaUid: number
  /** The id of the log that the place is of; null: the consumer was given nothing of this agenda yet. */
  readonly generation: string | null
  /** Number of failed attempts with the next change. */
  readonly attempts: number
  /** The next attempt. */
  readonly dueAt: number
  /** Why the last attempt failed; null when it did not. */
  readonly error: string | null
  /** When it was last found that changes were deleted before the consumer had them; null: never. */
  readonly missedAt: number | null
}

/** A change that a consumer could not handle. Later ones were given without it. */
export interface ParkedChange {
  readonly consumer: string
  readonly change: ChangeRecord
  /** Number of failed attempts. */
  readonly attempts: number
  readonly parkedAt: number
  /** When it is given again; null: only when an operator retries it. */
  readonly dueAt: number | null
  /** Why the last attempt failed. */
  readonly error: string
}
