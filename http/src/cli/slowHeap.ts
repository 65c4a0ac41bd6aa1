import * as Effect from "effect/Effect"
import { setFlagsFromString } from "node:v8"

/** By how much of what is alive the heap may grow before what is old is collected again. */
const growing_percent = 40

// V8 takes `_` for `-`. Node refuses this option in `NODE_OPTIONS`.
const option = /^--heap[-_]growing[-_]percent/

/**
 * Lets this process's heap grow slowly. Where there is much memory V8 waits until it is four times what is alive, which a server that makes
 * and forgets large answers all the time soon is; with two fifths more it is collected some three times as often. Whoever starts Node with
 * `--heap-growing-percent` has chosen otherwise: nothing is set then.
 */
export const slowHeap: Effect.Effect<void> = Effect.sync(() => {
  if (!process.execArgv.some((text) => option.test(text))) setFlagsFromString(`--heap-growing-percent=${growing_percent}`)
})
