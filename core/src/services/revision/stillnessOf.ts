import * as Effect from "effect/Effect"
import { EventStore } from "../../ports/EventStore.js"
import { quarterAround, stillnessAround } from "../../query/Stillness.js"

/**
 * The stretch around an instant in which no answer about an agenda changes by time alone; null: about what all publish. What is read as of its beginning is what is read
 * at the instant, and comes in the same bytes from every process.
 */
export const stillnessOf = Effect.fnUntraced(function*(agendaUid: number | null, at: number) {
  const events = yield* EventStore
  return stillnessAround(at, yield* events.turns({ agendaUid, at, ...quarterAround(at) }))
})
