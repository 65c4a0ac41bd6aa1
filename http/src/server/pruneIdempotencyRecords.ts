import { Idempotency } from "@agenda-engine/core/services/Idempotency"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Periodically removes expired idempotency records. Errors are logged and retried by the next run. */
export const pruneIdempotencyRecords: Effect.Effect<never, never, Idempotency> = Effect.flatMap(
  Idempotency,
  ({ prune }) =>
    Effect.ignoreLogged(prune).pipe(
      Effect.delay("5 minutes"),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.zipRight(Effect.never)
    )
)
