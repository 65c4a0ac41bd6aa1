import { judgeSearch } from "@agenda-engine/core/text/judged/judgeSearch"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { compareCommits } from "./compare/compareCommits.js"
import { type Comparison, showComparison } from "./compare/Comparison.js"
import { seedDatabase } from "./data/seedDatabase.js"
import { thisEngine } from "./engine.js"
import { measuredOn } from "./measuredOn.js"
import { measureScenario } from "./measureScenario.js"
import { publishReports } from "./publish/publishReports.js"
import type { Report } from "./Report.js"
import { UnfitAnswer } from "./scenario/ask.js"
import { chooseScenarios } from "./scenario/chooseScenarios.js"
import type { Scenario } from "./scenario/Scenario.js"
import { openWorld, type Settings } from "./scenario/World.js"
import { showReport } from "./showReport.js"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: "string" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "32" },
    seconds: { type: "string", default: "1" },
    warmup: { type: "string", default: "0.3" },
    writes: { type: "string", default: "3000" },
    only: { type: "string" },
    all: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    asked: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    compare: { type: "boolean", default: false },
    publish: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    profile: { type: "string" }
  }
})

const settings: Settings = {
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  warmUp_ms: Number(values.warmup) * 1_000,
  warmUp_writes: Number(values.writes),
  measure_ms: Number(values.seconds) * 1_000
}

/** As many as fill the longest page, and a few. */
const ticketed_events = 320

const folder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

const directory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-bench-"))),
  // What was just ended may still be writing.
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
)

const dataset = values.large ? "large" : "small"

/** Two commits are built and seeded anew each time: their data is smaller. */
const default_events = values.compare ? 2_000 : { small: 10_000, large: 1_000_000 }[dataset]

const data = {
  dataset,
  events: Number(values.events ?? default_events),
  agendas: values.asked ? "asked" : "all",
  ticketed: ticketed_events,
  seed: Number(values.seed)
} as const

const asked = (): ReadonlyArray<Scenario["asked"]> => {
  if (values.peers) return ["peers"]
  return values.all || values.large ? ["core", "all"] : ["core"]
}

const scenarios = chooseScenarios({ dataset, asked: asked(), only: values.only?.split(",") ?? null })

const keep = Effect.fnUntraced(function*(name: string, result: object, shown: string) {
  const results = folder("results")
  const file = join(results, `${name.replaceAll(":", "-")}.json`)
  yield* Effect.promise(() => mkdir(results, { recursive: true }))
  yield* Effect.promise(() => writeFile(file, `${JSON.stringify(result, null, 2)}\n`))
  yield* Effect.promise(() => writeFile(file.replace(/json$/, "txt"), `${shown}\n`))
  yield* Console.log(`${shown}\n\n${file}`)
})

const bench = Effect.gen(function*() {
  const chosen = yield* scenarios
  // Before anything takes long: who commits meanwhile does not change what is measured.
  const on = measuredOn()
  const seeded = yield* seedDatabase(thisEngine, folder("cache"), { ...data, fresh: values.fresh })
  const world = yield* openWorld({ engine: thisEngine, directory: yield* directory, seeded, settings, profile: values.profile ?? null })
  const measured = yield* Effect.forEach(chosen, (scenario) => measureScenario(scenario, world, settings.rounds))
  const measuredAt = DateTime.formatIso(yield* DateTime.now)
  const { mean, searches } = judgeSearch("heldOut")
  const ranking = { searches: searches.length, nDCG10: mean }
  const report: Report = { ...on, measuredAt, settings: { ...data, ...settings }, ranking, scenarios: measured }
  yield* keep(measuredAt, report, showReport(report))
})

const compare = Effect.gen(function*() {
  const [before, after] = positionals
  if (before === undefined || after === undefined) return yield* new UnfitAnswer({ message: "compare two commits: --compare A B" })
  const options = { commits: [before, after], directory: yield* directory, data, settings, scenarios: yield* scenarios } as const
  const compared = yield* compareCommits(options)
  const measuredAt = DateTime.formatIso(yield* DateTime.now)
  const { machine, versions } = measuredOn()
  const comparison: Comparison = { machine, versions, measuredAt, settings: { ...data, ...settings }, ...compared }
  yield* keep(`compared-${measuredAt}`, comparison, showComparison(comparison))
})

const publish = publishReports(positionals, folder("published"), folder("README.md"))

// An interrupted run, too, stops its servers and removes its files.
NodeRuntime.runMain(Effect.scoped(values.publish ? publish : values.compare ? compare : bench))
