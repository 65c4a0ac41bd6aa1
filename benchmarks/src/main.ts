import { judgeSearch } from "@agenda-engine/core/text/judged/judgeSearch"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { measuredOn } from "./measuredOn.js"
import { type Report, showReport } from "./Report.js"
import { defaultList, type Settings } from "./scenario/defaultList.js"

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "32" },
    seconds: { type: "string", default: "3" }
  }
})

const settings: Settings = {
  events: Number(values.events),
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  warmUp_ms: 1_000,
  measure_ms: Number(values.seconds) * 1_000
}

const results = fileURLToPath(new URL("../results", import.meta.url))

const directory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

const bench = Effect.gen(function*() {
  const measured = yield* Effect.flatMap(directory, (path) => defaultList(path, settings))
  const measuredAt = DateTime.formatIso(yield* DateTime.now)
  const { mean, searches } = judgeSearch("heldOut")
  const ranking = { searches: searches.length, nDCG10: mean }
  const report: Report = { ...measured, ...measuredOn(), measuredAt, settings: { ...settings }, ranking }
  const file = join(results, `default-list-${measuredAt.replaceAll(":", "-")}.json`)
  yield* Effect.promise(() => mkdir(results, { recursive: true }))
  yield* Effect.promise(() => writeFile(file, `${JSON.stringify(report, null, 2)}\n`))
  yield* Effect.promise(() => writeFile(file.replace(/json$/, "txt"), `${showReport(report)}\n`))
  yield* Console.log(`${showReport(report)}\n\n${file}`)
})

await Effect.runPromise(Effect.scoped(bench))
