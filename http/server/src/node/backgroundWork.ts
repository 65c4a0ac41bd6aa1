import { Idempotency } from "@agenda-engine/core/services/Idempotency"
import { Images } from "@agenda-engine/core/services/Images"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Periodically removes unused images. A failed run is logged, and the next one continues. */
export const collectImages: Effect.Effect<never, never, Images> = Effect.flatMap(Images, ({ collect }) =>
  collect.pipe(
    Effect.tap((count) => count > 0 ? Effect.logInfo(`removed ${count} images that nothing used`) : Effect.void),
    Effect.catchAllCause((cause) => Effect.logWarning("images that nothing uses are left to the next run", cause)),
    Effect.delay("5 minutes"),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.zipRight(Effect.never)
  ))

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
