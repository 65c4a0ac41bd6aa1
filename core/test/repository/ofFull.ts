import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Whether this is a run of the night ring, which sets `AGENDA_TEST_NIGHT`. */
export const isNight = Effect.runSync(Config.withDefault(Config.boolean("AGENDA_TEST_NIGHT"), false))

/** The number of random runs of a long test: `full` in the night ring, else a tenth of it. */
export const ofFull = (full: number): number => (isNight ? full : Math.ceil(full / 10))

/** Of no meaning: any number does. */
const fixed = 20_310_621

/**
 * The seed of the random inputs of a run: `AGENDA_TEST_SEED`, else always the same one. Null in the night ring, where
 * each test draws a seed of its own.
 */
export const seedOfRun: number | null = Option.getOrElse(
  Effect.runSync(Config.option(Config.integer("AGENDA_TEST_SEED"))),
  () => isNight ? null : fixed
)
