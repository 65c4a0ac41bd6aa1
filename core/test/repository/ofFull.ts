import * as Config from "effect/Config"
import * as Effect from "effect/Effect"

const isNight = Effect.runSync(Config.withDefault(Config.boolean("AGENDA_TEST_NIGHT"), false))

/**
 * The number of random runs of a long test: `full` in the night ring, which sets `AGENDA_TEST_NIGHT`, else a tenth of
 * it.
 */
export const ofFull = (full: number): number => (isNight ? full : Math.ceil(full / 10))
