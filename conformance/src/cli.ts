import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { suite } from "./allCases.js"
import { capabilities } from "./Capability.js"
import { cliHttp, httpUsage } from "./cliHttp.js"
import { type Outcome, type Report, runConformance, type Verdict } from "./runConformance.js"
import type { StoreUnderTest } from "./StoreUnderTest.js"

const usage = `agenda-engine-conformance <module> [--only <prefix>] [--runs <n>] [--seed <n>] [--json]
agenda-engine-conformance --list [--only <prefix>]

Runs the conformance suite against the adapter that a module exports by default: a StoreUnderTest, or a
Layer of ports that begins empty each time it is built.

  --only <prefix>  runs the cases whose id begins so, such as agenda.
  --runs <n>       random histories to compare (default 200)
  --seed <n>       repeats the random histories of a failed run
  --json           prints the report as JSON
  --list           prints the cases with their clauses, and runs none

Exit: 0 conforms, 1 does not, 2 misused, 3 incomplete: cases need members of ports that are not written yet.

  agenda-engine-conformance ./dist/conformanceStore.js --runs 2000
`

const isStore = (value: unknown): value is StoreUnderTest =>
  typeof value === "object" && value !== null && "name" in value && "lacks" in value && "fresh" in value && Effect.isEffect(value.fresh)

const isLayer = (value: unknown): value is Layer.Layer<never, unknown> => Layer.isLayer(value)

const storeOf = (name: string, exported: unknown): StoreUnderTest | null => {
  if (isStore(exported)) return exported
  const lack = "the module exports a bare layer, which does not declare where it keeps its data"
  return isLayer(exported) ? { name, fresh: Effect.succeed(exported), lacks: { reopen: lack, share: lack } } : null
}

/** The parsed arguments. */
interface Request {
  readonly path: string
  readonly runs: number
  readonly seed: number | null
  readonly json: boolean
  /** Beginning of the ids of the cases to run. */
  readonly only: string
}

const valued = ["--runs", "--seed", "--only"]

const wholeNumber = (text: string | undefined): number | null => text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

/** A seed as reports print it: a signed integer of 32 bits. */
const seedOf = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d{1,10}$/.test(text) && (Number(text) | 0) === Number(text) ? Number(text) : null

const requestOf = (args: ReadonlyArray<string>): Request | null => {
  const valueOf = (option: string) => args.includes(option) ? args[args.indexOf(option) + 1] : undefined
  const runs = args.includes("--runs") ? wholeNumber(valueOf("--runs")) : 200
  const seed = seedOf(valueOf("--seed"))
  const only = args.includes("--only") ? valueOf("--only") : ""
  const rest = args.filter((arg, index) => arg !== "--json" && ![arg, args[index - 1] ?? ""].some((one) => valued.includes(one)))
  const [path, ...others] = rest
  if (path === undefined || path.startsWith("-") || others.length > 0 || runs === null || only === undefined) return null
  return args.includes("--seed") && seed === null ? null : { path, runs, seed, json: args.includes("--json"), only }
}

const printed = (report: Report): string => {
  const lines = report.results.flatMap(({ case: one, outcome }) => {
    switch (outcome._tag) {
      case "Passed":
        return []
      case "Failed":
        return [`FAILED  ${one.id} (${one.clause})`, `  ${one.title}`, ...outcome.reason.split("\n").map((line) => `  ${line}`)]
      case "NotWritten":
        return [`NOT WRITTEN YET ${one.id}: calls ${outcome.members.join(", ")}`]
      case "Lacking":
        return [`LACKING ${one.id}: ${capabilities[outcome.capability]} ${report.store}: ${outcome.reason}`]
    }
  })
  const count = (tag: Outcome["_tag"]) => report.results.filter(({ outcome }) => outcome._tag === tag).length
  const verdict = report.verdict === "incomplete" ? "is incomplete" : report.verdict
  const unwritten = count("NotWritten")
  const counts = `${report.declared} cases, ${report.executed} executed, ${count("Failed")} failed`
  return [...lines, `${report.store} ${verdict}: ${counts}${unwritten === 0 ? "" : `, ${unwritten} not written yet`}`].join("\n")
}

/** The output and exit status of the command line: 0 conforms, 1 does not, 2 misused, 3 incomplete. */
export interface CliResult {
  readonly status: 0 | 1 | 2 | 3
  readonly output: string
}

const statuses = { "conforms": 0, "does not conform": 1, "incomplete": 3 } as const satisfies Record<Verdict, number>

/** The cases as lines of id, clause and demand, one per case; null when the arguments have more than a prefix. */
const listed = (args: ReadonlyArray<string>): string | null => {
  const [, option, only = "", ...others] = args
  if ((option !== undefined && option !== "--only") || others.length > 0) return null
  return suite({ runs: 1 }).filter(({ id }) => id.startsWith(only)).map(({ clause, id, title }) => `${id} (${clause}): ${title}`).join("\n")
}

const misused = (output: string): CliResult => ({ status: 2, output })

/**
 * The command line of the suite. `folder` is the base of relative module paths: a `file:` URL with a trailing slash.
 */
export const cli = (args: ReadonlyArray<string>, folder: string): Effect.Effect<CliResult> =>
  Effect.gen(function*() {
    if (args.some((arg) => /^--url(=|$)/.test(arg))) return yield* cliHttp(args)
    if (args.includes("--help")) {
      return {
        status: 0,
        output: `${usage}
${httpUsage}`
      } satisfies CliResult
    }
    if (args[0] === "--list") {
      const output = listed(args)
      return output === null ? misused(usage) : { status: 0, output } satisfies CliResult
    }
    const request = requestOf(args)
    if (request === null) return misused(usage)
    const { json, only, path, runs, seed } = request
    const module: unknown = yield* Effect.tryPromise(() => import(new URL(path, folder).href))
    const store = storeOf(path, typeof module === "object" && module !== null && "default" in module ? module.default : undefined)
    if (store === null) return misused(`the default export of ${path} is neither a StoreUnderTest nor a Layer`)
    const cases = suite({ runs, ...(seed === null ? {} : { seed }) }).filter(({ id }) => id.startsWith(only))
    if (cases.length === 0) return misused(`no case begins with ${only}`)
    const report = yield* runConformance(store, cases)
    return { status: statuses[report.verdict], output: json ? JSON.stringify(report, null, 2) : printed(report) } satisfies CliResult
  }).pipe(Effect.catchAll(({ error }) => Effect.succeed(misused(`${String(error)}\n\n${usage}`))))
