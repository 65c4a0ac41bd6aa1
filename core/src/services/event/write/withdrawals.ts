import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { StoreError } from "../../../domain/error/EngineError.js"
import { EventSlot } from "../../../domain/event/Event.js"
import type { WithdrawnEvent } from "../../../domain/publication/PublishedEvent.js"
import type { EventRecord, Withdrawal, Withdrawn } from "../../../record/EventRecord.js"

const Slots = Schema.parseJson(Schema.Array(EventSlot))
const decodeSlots = Schema.decodeUnknown(Slots)
const encodeSlots = Schema.encodeSync(Slots)

/** The withdrawal of a published event at an instant, for calendars; null when all its slots have ended. */
export const withdrawalOf = ({ slots, slug, version }: EventRecord, at: number): Withdrawal | null => {
  const left = slots.filter(({ end }) => end > at)
  const last = left.at(-1)
  return last === undefined ? null : { slug, version: version + 1, slots: encodeSlots(left), lastEnd: last.end }
}

/**
 * A stored withdrawal, with only the slots that are not over at an instant. Slots that cannot be decoded fail with
 * `Corrupt`.
 */
export const withdrawnEventOf = (
  { removedAt, slots, uid, version }: Withdrawn,
  now: number
): Effect.Effect<WithdrawnEvent, StoreError> =>
  Effect.mapBoth(decodeSlots(slots), {
    onSuccess: (all) => ({ uid, version, withdrawnAt: removedAt, slots: all.filter(({ end }) => end > now) }),
    onFailure: (cause) => new StoreError({ reason: "Corrupt", operation: "TombstoneStore.withdrawals", cause })
  })
