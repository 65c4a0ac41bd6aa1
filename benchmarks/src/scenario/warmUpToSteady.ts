import * as Effect from "effect/Effect"
import type { Contestant } from "./World.js"

/** Rounds after which a rate that is not steady is measured anyway. */
export const warmUpRounds_max = 6

/** Largest difference of two rounds in a row, as a part of the later one. */
const difference_max = 0.1

/**
 * Warms a contestant up: its own warm-up, then rounds that are not counted, until two in a row differ by less than a
 * tenth. V8 compiles for thousands of calls, so that a fixed time is short for slow requests.
 */
export const warmUpToSteady = ({ round, warmUp = Effect.void }: Contestant): Effect.Effect<void, unknown> =>
  Effect.gen(function*() {
    yield* warmUp
    let before = 0
    for (let rounds = 0; rounds < warmUpRounds_max; rounds++) {
      const { perSecond } = yield* round
      if (Math.abs(perSecond - before) < difference_max * perSecond) return
      before = perSecond
    }
  })
