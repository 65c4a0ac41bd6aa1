import { formatUtc } from "../derive/dates/formatInstant.js"
import type { ChangeKind } from "../record/ChangeRecord.js"
import type { ConsumerPlace, ConsumerRecord, ParkedChange } from "../record/ConsumerRecord.js"

/** An agenda whose changes a consumer did not get without trouble. Instants as ISO 8601 in UTC. */
export interface PresentedPlace {
  readonly agendaUid: number
  /** Number of failed attempts with the next change. */
  readonly attempts: number
  /** The next attempt; null when the last one succeeded. */
  readonly dueAt: string | null
  /** Why the last attempt failed; null when it did not. */
  readonly error: string | null
  /** When it was last found that changes were deleted before the consumer had them; null: never. */
  readonly missedAt: string | null
}

/** What operators are shown of a consumer. */
export interface PresentedConsumer {
  readonly name: string
  /** Whether a process gives it changes now. */
  readonly active: boolean
  /** Number of changes that it could not handle. */
  readonly parked: number
  /** Agendas with a failed attempt or missed changes, in order of uid. */
  readonly troubles: ReadonlyArray<PresentedPlace>
}

/** A consumer as of an instant in epoch milliseconds. */
export const presentConsumer = (
  { leaseUntil, name }: ConsumerRecord,
  places: ReadonlyArray<ConsumerPlace>,
  parked: number,
  now: number
): PresentedConsumer => ({
  name,
  active: leaseUntil > now,
  parked,
  troubles: places.filter(({ error, missedAt }) => error !== null || missedAt !== null).map((
    { agendaUid, attempts, dueAt, error, missedAt }
  ) => ({
    agendaUid,
    attempts,
    dueAt: attempts > 0 ? formatUtc(dueAt) : null,
    error,
    missedAt: missedAt === null ? null : formatUtc(missedAt)
  }))
})

/** What operators are shown of a change that a consumer could not handle. Instants as ISO 8601 in UTC. */
export interface PresentedParked {
  /** The name of the change: `agenda:position:ordinal`. */
  readonly id: string
  readonly kind: ChangeKind
  readonly uid: number
  readonly agendaUid: number
  /** When it happened. */
  readonly at: string
  readonly attempts: number
  readonly parkedAt: string
  /** Whether it is given again next. */
  readonly due: boolean
  readonly error: string
}

/** A parked change with its name. */
export const presentParked = (id: string, { attempts, change, dueAt, error, parkedAt }: ParkedChange): PresentedParked => ({
  id,
  kind: change.kind,
  uid: change.uid,
  agendaUid: change.agendaUid,
  at: formatUtc(change.at),
  attempts,
  parkedAt: formatUtc(parkedAt),
  due: dueAt !== null,
  error
})
