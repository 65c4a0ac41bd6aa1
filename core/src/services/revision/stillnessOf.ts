import * as Effect from "effect/Effect"
import { EventStore } from "../../ports/EventStore.js"
import { quarterAround, stillnessAround, type TurnsOf } from "../../query/Stillness.js"

/**
 * The stretch around an instant in which no answer about these events changes by time alone. What is read as of its beginning is what is
 * read at the instant, and comes in the same bytes from every process.
 */
export const stillnessOf = Effect.fnUntraced(function*({ audience, scope }: TurnsOf, at: number) {
  const events = yield* EventStore
  return stillnessAround(at, yield* events.turns({ scope, audience, at, ...quarterAround(at) }))
})
