import * as Either from "effect/Either"
import { parseArgs } from "node:util"
import type { DataOptions } from "./data/DataOptions.js"
import { Misuse } from "./Misuse.js"
import type { Scenario } from "./scenario/Scenario.js"
import type { Settings } from "./scenario/World.js"

/** A parsed command line. */
export interface Options {
  readonly action: "bench" | "compare" | "publish" | "help"
  /** Positional arguments: commits to compare, reports to publish. */
  readonly named: ReadonlyArray<string>
  readonly settings: Settings
  readonly data: Omit<DataOptions, "around">
  /** Whether to generate the data again. */
  readonly fresh: boolean
  readonly asked: ReadonlyArray<Scenario["asked"]>
  /** The scenarios to measure; null: by `asked`. */
  readonly only: ReadonlyArray<string> | null
  /** The folder for CPU profiles; null: none. */
  readonly profile: string | null
}

const flag = { type: "boolean", default: false } as const
const text = { type: "string" } as const

const options = {
  only: { ...text, takes: "NAMES", says: "scenarios to measure, separated by commas" },
  all: { ...flag, says: "measure all scenarios that fit the data, except peers" },
  large: { ...flag, says: "use a million events, and measure all scenarios that fit them" },
  asked: { ...flag, says: "generate only the agendas that scenarios read" },
  peers: { ...flag, says: "measure other record servers" },
  events: { ...text, takes: "N", says: "number of events; default 10000, with --large 1000000, with --compare 2000" },
  seed: { ...text, default: "1", takes: "N", says: "seed of the data; default 1" },
  rounds: { ...text, default: "5", takes: "N", says: "number of rounds; default 5" },
  connections: { ...text, default: "32", takes: "N", says: "number of connections; default 32" },
  warmup: { ...text, default: "0.3", takes: "SECONDS", says: "warm-up before each round, not counted; default 0.3" },
  seconds: { ...text, default: "1", takes: "SECONDS", says: "length of a round; default 1" },
  writes: { ...text, default: "3000", takes: "N", says: "warm-up writes before the first round of a writer; default 3000" },
  fresh: { ...flag, says: "generate the data again" },
  profile: { ...text, takes: "FOLDER", says: "write CPU profiles of the engine's server to this folder" },
  compare: { ...flag, says: "compare two commits" },
  publish: { ...flag, says: "replace the published reports with these" },
  help: { ...flag, says: "show this" }
} as const

type Name = keyof typeof options

const lineOf = ([name, option]: readonly [string, (typeof options)[Name]]): string =>
  `  ${`--${name}${"takes" in option ? ` ${option.takes}` : ""}`.padEnd(20)}${option.says}`

/** The usage text. */
export const usage = `Usage: npm run bench -- [options]
       npm run bench -- --compare COMMIT COMMIT [options]
       npm run bench -- --publish REPORT...

${Object.entries(options).map(lineOf).join("\n")}`

const parsed = (args: ReadonlyArray<string>) =>
  Either.try({
    try: () => parseArgs({ args: [...args], allowPositionals: true, options }),
    // The rest of the message is about arguments that begin with a dash.
    catch: (cause) => new Misuse({ message: (cause instanceof Error ? cause.message : String(cause)).replace(/\. .*/s, "") })
  })

/** Parses an option as a number of at least `least`. */
const numberOf = (name: Name, said: string, least: number): Either.Either<number, Misuse> => {
  const number = said.trim() === "" ? Number.NaN : Number(said)
  return number >= least && Number.isFinite(number)
    ? Either.right(number)
    : Either.left(new Misuse({ message: `--${name} takes a number from ${least} on, not ${said}` }))
}

const actionOf = (
  { compare, help, publish }: { readonly compare: boolean; readonly help: boolean; readonly publish: boolean }
): Options["action"] => {
  if (help) return "help"
  if (publish) return "publish"
  return compare ? "compare" : "bench"
}

/** The error in the positional arguments; null when they are valid. */
const misnamed = (action: Options["action"], named: ReadonlyArray<string>): string | null => {
  if (action === "bench" && named.length > 0) return `unexpected arguments: ${named.join(" ")}`
  if (action === "compare" && named.length !== 2) return "--compare takes two commits"
  return action === "publish" && named.length === 0 ? "--publish takes reports" : null
}

/** More than the longest page holds. */
const ticketed_events = 320

/** Compared commits are built and seeded each time, so their data is smaller. */
const events_default = { compare: 2_000, small: 10_000, large: 1_000_000 } as const

/**
 * Reads a command line, without the program.
 *
 * @example
 * readOptions(["--only", "single", "--rounds", "3"])
 */
export const readOptions = (args: ReadonlyArray<string>): Either.Either<Options, Misuse> =>
  Either.gen(function*() {
    const { positionals: named, values } = yield* parsed(args)
    const action = actionOf(values)
    const wrong = misnamed(action, named)
    if (wrong !== null) return yield* Either.left(new Misuse({ message: wrong }))
    const dataset = values.large ? "large" : "small"
    const core: Options["asked"] = values.all || values.large ? ["core", "all"] : ["core"]
    return {
      action,
      named,
      settings: {
        rounds: yield* numberOf("rounds", values.rounds, 1),
        connections: yield* numberOf("connections", values.connections, 1),
        warmUp_ms: 1_000 * (yield* numberOf("warmup", values.warmup, 0)),
        warmUp_writes: yield* numberOf("writes", values.writes, 0),
        measure_ms: 1_000 * (yield* numberOf("seconds", values.seconds, 0.001))
      },
      data: {
        dataset,
        events: yield* numberOf("events", values.events ?? String(events_default[action === "compare" ? "compare" : dataset]), 1),
        agendas: values.asked ? "asked" : "all",
        ticketed: ticketed_events,
        seed: yield* numberOf("seed", values.seed, 0)
      },
      fresh: values.fresh,
      asked: values.peers ? ["peers"] : core,
      only: values.only?.split(",") ?? null,
      profile: values.profile ?? null
    } satisfies Options
  })
