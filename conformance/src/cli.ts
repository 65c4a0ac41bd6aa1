import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { parseArgs } from "node:util"
import { suite } from "./allCases.js"
import { cliHttp, httpUsage } from "./cli/cliHttp.js"
import { readReports, reportUsage, versions, writeReports } from "./cli/reporting.js"
import { measureStore, printMeasurement } from "./measureStore.js"
import { loadStore } from "./process/loadStore.js"
import { supervise } from "./process/supervise.js"
import { reportOfStore } from "./report/RunReport.js"
import type { Verdict } from "./runConformance.js"

const usage = `agenda-engine-conformance <module> [--only <prefix>] [--runs <n>] [--seed <n>] [--report <format[=file]>]
agenda-engine-conformance <module> --measure [--events <n>] [--json]
agenda-engine-conformance --list [--only <prefix>]

Runs the conformance suite against the adapter that a module exports as \`store\` or by default: a StoreUnderTest, or
a Layer of ports that begins empty each time it is built. The cases run in processes of their own: a store that ends
its process, throws from a timer or never answers fails the case that was running.

  --only <prefix>              runs the cases whose id begins so, such as agenda.
  --runs <n>                   random histories to compare (default 200)
  --seed <n>                   repeats the random histories of a failed run
  --jobs <n>                   processes that run cases at once (default 1)
  --timeout <ms>               time limit of each case (default: its own, 30000 or more)
${reportUsage}
  --measure                    runs no case; measures calls in a small and a large agenda, and says which grow
  --events <n>                 events of the large agenda (default 4000); the small one has an eighth
  --list                       prints the cases with their clauses, and runs none

Exit: 0 conforms, 1 does not, 2 misused, 3 incomplete: nothing failed, but members of ports are not written yet.

  agenda-engine-conformance ./dist/conformanceStore.js --runs 2000 --report junit=conformance.xml
`

const text = { type: "string" } as const
const flag = { type: "boolean" } as const

/** The arguments with negative seeds joined to their option, since a minus sign begins an option. */
const joinSeed = (args: ReadonlyArray<string>): Array<string> =>
  args.flatMap((arg, index) => {
    const next = args[index + 1] ?? ""
    if (arg === "--seed" && /^-\d/.test(next)) return [`--seed=${next}`]
    return args[index - 1] === "--seed" && /^-\d/.test(arg) ? [] : [arg]
  })

const parse = (args: ReadonlyArray<string>) =>
  parseArgs({
    args: joinSeed(args),
    allowPositionals: true,
    options: {
      only: text,
      runs: text,
      seed: text,
      jobs: text,
      timeout: text,
      report: { type: "string", multiple: true },
      json: flag,
      bail: flag,
      measure: flag,
      events: text,
      list: flag,
      help: flag
    }
  })

/** A whole number of an option; the default without it; undefined when it is none. */
const wholeNumber = <A>(given: string | undefined, absent: A, min: number): number | A | undefined => {
  if (given === undefined) return absent
  return /^\d{1,9}$/.test(given) && Number(given) >= min ? Number(given) : undefined
}

/** A seed as reports print it: a signed integer of 32 bits. */
const readSeed = (given: string): number | undefined =>
  /^-?\d{1,10}$/.test(given) && (Number(given) | 0) === Number(given) ? Number(given) : undefined

/** Events of the large agenda of `--measure`. */
const events_default = 4_000

/** The smallest agenda that is worth measuring, events. */
const events_min = 320

/** The output and exit status of the command line: 0 conforms, 1 does not, 2 misused, 3 incomplete. */
export interface CliResult {
  readonly status: 0 | 1 | 2 | 3
  readonly output: string
}

/** How the command line runs. */
export interface CliSettings {
  /** Base of relative module paths: a `file:` URL with a trailing slash. */
  readonly folder: string
  /** Options of Node for the processes that load the module. */
  readonly execArgv: ReadonlyArray<string>
  /** Gets the id of each case that has run, and how many have, of how many. */
  readonly onProgress?: (id: string, done: number, declared: number) => void
  /** Gets what the module prints. */
  readonly onOutput?: (text: string) => void
}

const statuses = { "conforms": 0, "does not conform": 1, "incomplete": 3 } as const satisfies Record<Verdict, number>

const misused = (output: string): CliResult => ({ status: 2, output })

/** The parsed command line. */
type Parsed = ReturnType<typeof parse>

/** The cases as lines of id, clause and demand. */
const listed = (only: string): string =>
  suite({ runs: 1 }).filter(({ id }) => id.startsWith(only)).map(({ clause, id, title }) => `${id} (${clause}): ${title}`).join("\n")

const check = ({ positionals, values }: Parsed, settings: CliSettings): Effect.Effect<CliResult, string> =>
  Effect.gen(function*() {
    const { bail = false, json = false, only = "" } = values
    if (values.events !== undefined) return misused("--events needs --measure")
    const [path, ...others] = positionals
    const seed = values.seed === undefined
      ? yield* Random.nextIntBetween(-(2 ** 31), 2 ** 31)
      : readSeed(values.seed)
    const runs = wholeNumber(values.runs, 200, 0)
    const jobs = wholeNumber(values.jobs, 1, 1)
    const time_ms_max = wholeNumber(values.timeout, null, 1)
    const reports = readReports(values.report ?? [], json)
    if (typeof reports === "string") return misused(reports)
    if (
      path === undefined || others.length > 0 || seed === undefined || runs === undefined || jobs === undefined || time_ms_max === undefined
    ) {
      return misused(usage)
    }
    const cases = suite({ runs, seed }).filter(({ id }) => id.startsWith(only))
    if (cases.length === 0) return misused(`no case begins with ${only}`)
    const startedAt = DateTime.formatIso(DateTime.unsafeMake(yield* Clock.currentTimeMillis))
    const { execArgv, folder, onOutput, onProgress } = settings
    const { lacks, report } = yield* supervise({
      module: new URL(path, folder).href,
      execArgv,
      runs,
      seed,
      cases,
      jobs,
      bail,
      time_ms_max,
      onResult: ({ case: { id } }, done) => onProgress?.(id, done, cases.length),
      ...(onOutput === undefined ? {} : { onOutput })
    })
    const output = yield* writeReports(
      reportOfStore(report, { startedAt, chosen: null, seed, versions: versions(), lacks }),
      reports
    )
    return { status: statuses[report.verdict], output } satisfies CliResult
  })

/** Measures a store instead of running cases. */
const measure = ({ positionals, values }: Parsed, { folder }: CliSettings): Effect.Effect<CliResult, string> =>
  Effect.gen(function*() {
    const { events: given, json = false, measure: _, ...others } = values
    const [path, ...paths] = positionals
    const events = wholeNumber(given, events_default, events_min)
    if (path === undefined || paths.length > 0 || events === undefined || Object.keys(others).length > 0) return misused(usage)
    const store = yield* loadStore(new URL(path, folder).href)
    const measured = yield* Effect.sandbox(measureStore(store, events)).pipe(
      Effect.mapError((cause) => `the store cannot be measured: ${Cause.pretty(cause)}`)
    )
    return { status: 0, output: json ? JSON.stringify(measured, null, 2) : printMeasurement(measured) } satisfies CliResult
  })

/** The command line of the suite. */
export const cli = (args: ReadonlyArray<string>, settings: CliSettings): Effect.Effect<CliResult> =>
  Effect.gen(function*() {
    if (args.some((arg) => /^--url(=|$)/.test(arg))) return yield* cliHttp(args, settings)
    const parsed = Option.getOrUndefined(yield* Effect.option(Effect.try(() => parse(args))))
    if (parsed === undefined) return misused(usage)
    const { positionals, values } = parsed
    if (values.help === true) return { status: 0, output: `${usage}\n${httpUsage}` } satisfies CliResult
    if (values.list === true) {
      const { only = "" } = values
      const output = listed(only)
      if (output === "") return misused(`no case begins with ${only}`)
      return positionals.length > 0 ? misused(usage) : { status: 0, output } satisfies CliResult
    }
    const run = values.measure === true ? measure : check
    return yield* Effect.catchAll(run(parsed, settings), (reason) => Effect.succeed(misused(`${reason}\n\n${usage}`)))
  })
