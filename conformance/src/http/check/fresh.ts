import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** A text of eight letters and digits that no other run has: keys, slugs and external ids of runs must differ. */
export const freshText: Effect.Effect<string> = Effect.map(
  Random.nextIntBetween(36 ** 7, 36 ** 8),
  (number) => number.toString(36)
)
