import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isNight } from "./ofFull.js"

/** Of no meaning: any number does. */
const fixed = 20_310_621

/**
 * The seed of the property tests of a run: `AGENDA_TEST_SEED`, else always the same one. Null in the night ring, where
 * each property draws a seed of its own.
 */
export const seedOfRun: number | null = Option.getOrElse(
  Effect.runSync(Config.option(Config.integer("AGENDA_TEST_SEED"))),
  () => isNight ? null : fixed
)
