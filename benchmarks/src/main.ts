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
import { seedDatabase } from "./data/seedDatabase.js"
import { measuredOn } from "./measuredOn.js"
import { measureScenario } from "./measureScenario.js"
import type { Report } from "./Report.js"
import { chooseScenarios } from "./scenario/chooseScenarios.js"
import { openWorld, type Settings } from "./scenario/World.js"
import { showReport } from "./showReport.js"

const { values } = parseArgs({
  options: {
    events: { type: "string" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "32" },
    seconds: { type: "string", default: "1.5" },
    warmup: { type: "string", default: "0.5" },
    only: { type: "string" },
    all: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    profile: { type: "string" }
  }
})

const settings: Settings = {
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  warmUp_ms: Number(values.warmup) * 1_000,
  measure_ms: Number(values.seconds) * 1_000
}

/** As many as fill the longest page, and a few. */
const ticketed_events = 320

const folder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

const directory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

const default_events = { small: 10_000, large: 1_000_000 } as const

const bench = Effect.gen(function*() {
  const dataset = values.large ? "large" as const : "small" as const
  const scenarios = yield* chooseScenarios({ dataset, only: values.only?.split(",") ?? null, all: values.all || values.large })
  const data = { dataset, events: Number(values.events ?? default_events[dataset]), ticketed: ticketed_events, seed: Number(values.seed) }
  const seeded = yield* seedDatabase(folder("cache"), { ...data, fresh: values.fresh })
  const world = yield* openWorld(yield* directory, seeded, settings, values.profile ?? null)
  const measured = yield* Effect.forEach(scenarios, (scenario) => measureScenario(scenario, world, settings.rounds))
  const measuredAt = DateTime.formatIso(yield* DateTime.now)
  const { mean, searches } = judgeSearch("heldOut")
  const ranking = { searches: searches.length, nDCG10: mean }
  const report: Report = { ...measuredOn(), measuredAt, settings: { ...data, ...settings }, ranking, scenarios: measured }
  const results = folder("results")
  const file = join(results, `${measuredAt.replaceAll(":", "-")}.json`)
  yield* Effect.promise(() => mkdir(results, { recursive: true }))
  yield* Effect.promise(() => writeFile(file, `${JSON.stringify(report, null, 2)}\n`))
  yield* Effect.promise(() => writeFile(file.replace(/json$/, "txt"), `${showReport(report)}\n`))
  yield* Console.log(`${showReport(report)}\n\n${file}`)
})

// An interrupted run, too, stops its servers and removes its files.
NodeRuntime.runMain(Effect.scoped(bench))
