import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Completes when the server begins to stop: requests that wait for something to happen, such as for changes, then end.
 * It never does by default.
 */
export class Stopping extends Context.Reference<Stopping>()("@agenda-engine/core/schedule/Stopping", {
  defaultValue: (): Effect.Effect<void> => Effect.never
}) {}
