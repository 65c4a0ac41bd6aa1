import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Completes when the engine has to stop at once, whatever is under way. It never does by default: then each kind of
 * work has only its own bound, such as `mailStop_seconds_max`.
 */
export class StopDeadline extends Context.Reference<StopDeadline>()("@agenda-engine/core/schedule/StopDeadline", {
  defaultValue: (): Effect.Effect<void> => Effect.never
}) {}
