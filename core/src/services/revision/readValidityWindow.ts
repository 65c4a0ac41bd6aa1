import * as Effect from "effect/Effect"
import { EventStore } from "../../ports/EventStore.js"
import { quarterHourAround, type TransitionScope, validityWindowAround } from "../../query/event/Transitions.js"

/**
 * The time window around an instant in which no response about these events changes by time alone, in epoch
 * milliseconds. A page computed as of the window's start equals a page computed as of `at`, and every process produces
 * the same bytes.
 */
export const readValidityWindow = Effect.fnUntraced(function*({ audience, scope }: TransitionScope, at: number) {
  const events = yield* EventStore
  return validityWindowAround(at, yield* events.transitions({ scope, audience, at, ...quarterHourAround(at) }))
})
