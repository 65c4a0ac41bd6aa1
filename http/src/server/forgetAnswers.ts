import { Retries } from "@agenda-engine/core/services/Retries"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Removes kept answers whose time is over, again and again, be there no write that would. What a run fails at is left to the next. */
export const forgetAnswers: Effect.Effect<never, never, Retries> = Effect.flatMap(Retries, ({ prune }) =>
  Effect.ignoreLogged(prune).pipe(
    Effect.delay("5 minutes"),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.zipRight(Effect.never)
  ))
