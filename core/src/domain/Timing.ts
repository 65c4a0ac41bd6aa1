import * as Schema from "effect/Schema"

/** When something begins and ends, in epoch milliseconds; `end` is after `begin`. */
export interface Interval {
  readonly begin: number
  readonly end: number
}

/** A slot's identifier: 5 base62 characters, unique in its event, stable while the slot is kept (service.md, Time slot additions). */
export const SlotId = Schema.String.pipe(Schema.pattern(/^[0-9A-Za-z]{5}$/)).annotations({
  identifier: "SlotId",
  examples: ["a1B2c"]
})

/** One entry of `timings`: an interval with its stable id. Slots of one event are kept in order and do not overlap. */
export interface Slot extends Interval {
  readonly id: string
}

/** Milliseconds in the longest slot that is accepted: 24 hours between instants (wire.md §5). */
export const slotLength_ms_max = 86_400_000
