import * as Config from "effect/Config"
import * as Effect from "effect/Effect"

/** Whether this is a run of the night ring, which sets `AGENDA_TEST_NIGHT`. */
export const isNight = Effect.runSync(Config.withDefault(Config.boolean("AGENDA_TEST_NIGHT"), false))

/** The number of random runs of a long test: `full` in the night ring, else a tenth of it. */
export const ofFull = (full: number): number => (isNight ? full : Math.ceil(full / 10))
