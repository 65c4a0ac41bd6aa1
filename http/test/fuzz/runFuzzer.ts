import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { randomInt } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { seedOfRun } from "../../../core/test/repository/ofFull.js"
import { Draw } from "./Draw.js"

/** A parser of request bytes, the inputs that it is given, and what has to hold of every one of them. */
export interface Fuzzer<Input> {
  readonly name: string
  readonly draw: (draw: Draw) => Input
  /** Parses the input; throws when a law does not hold. What the parser itself throws is a failure too. */
  readonly check: (input: Input) => void | Promise<void>
  /** Units of an input that its time may grow with: characters or bytes. */
  readonly sizeOf: (input: Input) => number
  /** How many times the median time an input of the same size may take; 300 without it. */
  readonly slowness_max?: number
}

/** The seed: `AGENDA_FUZZ_SEED`, else that of the property tests, which is by chance in the night ring. */
const seed = Effect.runSync(Config.withDefault(Config.integer("AGENDA_FUZZ_SEED"), seedOfRun ?? randomInt(2 ** 31)))

/** The one input to run: `AGENDA_FUZZ_INPUT`; negative: all. */
const only = Effect.runSync(Config.withDefault(Config.integer("AGENDA_FUZZ_INPUT"), -1))

const slowness_default = 300

/** How many of the slowest inputs are timed again: a pause of the process is not the parser's. */
const slowest_max = 8

const retries = 5

/** Inputs between two pauses, in which the test runner hears of the worker. */
const batch = 500

const print = (input: unknown): string =>
  input instanceof Uint8Array ? `base64 ${Buffer.from(input).toString("base64")}` : JSON.stringify(input)

const timed = async <Input>({ check }: Fuzzer<Input>, input: Input): Promise<number> => {
  const begun = performance.now()
  const checked = check(input)
  if (checked !== undefined) await checked
  return performance.now() - begun
}

/**
 * Runs a fuzzer on so many inputs. Fails with the seed and the index of the first input that throws, or that takes far
 * longer than others.
 */
export const runFuzzer = async <Input>(fuzzer: Fuzzer<Input>, runs: number): Promise<void> => {
  const { draw, name, sizeOf, slowness_max = slowness_default } = fuzzer
  const again = (index: number, input: Input) => `AGENDA_FUZZ_SEED=${seed} AGENDA_FUZZ_INPUT=${index}: ${print(input)}`
  Effect.runSync(Console.log(`fuzzing ${name}: ${runs} inputs, AGENDA_FUZZ_SEED=${seed}`))
  const inputOf = (index: number): Input => draw(new Draw(seed, index))
  const costs: Array<{ readonly index: number; readonly cost: number }> = []
  const [first, last] = only < 0 ? [0, runs] : [only, only + 1]
  for (let index = first; index < last; index++) {
    const input = inputOf(index)
    try {
      costs.push({ index, cost: (await timed(fuzzer, input)) / (sizeOf(input) + 200) })
    } catch (cause) {
      throw new Error(`${name} fails on ${again(index, input)}`, { cause })
    }
    if (index % batch === 0) await setImmediate()
  }
  const sorted = costs.toSorted((left, right) => right.cost - left.cost)
  const median = sorted[sorted.length >> 1]?.cost ?? 0
  for (const { index } of sorted.slice(0, slowest_max)) {
    const input = inputOf(index)
    let best = Number.POSITIVE_INFINITY
    for (let retry = 0; retry < retries; retry++) best = Math.min(best, (await timed(fuzzer, input)) / (sizeOf(input) + 200))
    if (best > slowness_max * median) {
      throw new Error(`${name} takes ${Math.round(best / median)} times the median on ${again(index, input)}`)
    }
  }
}
