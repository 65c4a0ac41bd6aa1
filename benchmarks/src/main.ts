import { judgeSearch } from "@agenda-engine/conformance/judged/judgeSearch"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { compareCommits } from "./compare/compareCommits.js"
import { type Comparison, showComparison } from "./compare/Comparison.js"
import { seedDatabase } from "./data/seedDatabase.js"
import { thisEngine } from "./engine.js"
import { measuredOn } from "./measuredOn.js"
import { measureScenario } from "./measureScenario.js"
import { Misuse } from "./Misuse.js"
import { publishReports } from "./publish/publishReports.js"
import { type Options, readOptions, usage } from "./readOptions.js"
import type { Report } from "./Report.js"
import { chooseScenarios } from "./scenario/chooseScenarios.js"
import { openWorld } from "./scenario/World.js"
import { showReport } from "./showReport.js"

const folder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

const directory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-bench-"))),
  // What was just ended may still be writing.
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
)

const keep = Effect.fnUntraced(function*(name: string, result: object, shown: string) {
  const results = folder("results")
  const file = join(results, `${name.replaceAll(":", "-")}.json`)
  yield* Effect.promise(() => mkdir(results, { recursive: true }))
  yield* Effect.promise(() => writeFile(file, `${JSON.stringify(result, null, 2)}\n`))
  yield* Effect.promise(() => writeFile(file.replace(/json$/, "txt"), `${shown}\n`))
  yield* Console.log(`${shown}\n\n${file}`)
})

const bench = Effect.fnUntraced(function*(options: Options) {
  const { data, fresh, profile, settings } = options
  const chosen = yield* chooseScenarios(options)
  // Before anything takes long: who commits meanwhile does not change what is measured.
  const on = measuredOn()
  const seeded = yield* seedDatabase(thisEngine, folder("cache"), { ...data, fresh, whole: false })
  // Servers of its own: what one scenario asked changes no other.
  const measured = yield* Effect.forEach(chosen, (scenario) =>
    Effect.scoped(Effect.gen(function*() {
      const world = yield* openWorld({ engine: thisEngine, directory: yield* directory, seeded, settings, profile })
      return yield* measureScenario(scenario, world, settings.rounds)
    })))
  const measuredAt = DateTime.formatIso(yield* DateTime.now)
  const { mean, searches } = judgeSearch("heldOut")
  const ranking = { searches: searches.length, nDCG10: mean }
  const report: Report = { ...on, measuredAt, settings: { ...data, ...settings }, ranking, scenarios: measured }
  yield* keep(measuredAt, report, showReport(report))
})

const compare = Effect.fnUntraced(function*(options: Options) {
  const { data, named: [before = "", after = ""], settings } = options
  const scenarios = yield* chooseScenarios(options)
  const compared = yield* compareCommits({ commits: [before, after], directory: yield* directory, data, settings, scenarios })
  const measuredAt = DateTime.formatIso(yield* DateTime.now)
  const { machine, versions } = measuredOn()
  const comparison: Comparison = { machine, versions, measuredAt, settings: { ...data, ...settings }, ...compared }
  yield* keep(`compared-${measuredAt}`, comparison, showComparison(comparison))
})

const main = Effect.gen(function*() {
  const options = yield* readOptions(process.argv.slice(2))
  switch (options.action) {
    case "help":
      return yield* Console.log(usage)
    case "publish":
      return yield* publishReports(options.named, folder("published"), folder("README.md"))
    case "compare":
      return yield* compare(options)
    case "bench":
      return yield* bench(options)
  }
}).pipe(
  Effect.scoped,
  Effect.catchIf((failure) => failure instanceof Misuse, ({ message }) =>
    Effect.zipRight(
      Console.error(`${message}\n\n${usage}`),
      Effect.sync(() => {
        process.exitCode = 2
      })
    ))
)

// An interrupted run, too, stops its servers and removes its files.
NodeRuntime.runMain(main)
