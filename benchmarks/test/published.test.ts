import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import type { LoadResult } from "../src/load/LoadOptions.js"
import { publishedOrder, publishedTable } from "../src/publish/publishedTable.js"
import { publishReports, readPublished, tableMarks, withTable } from "../src/publish/publishReports.js"
import { rowsOf, showTarget } from "../src/publish/TargetRow.js"
import type { Report } from "../src/Report.js"
import { allScenarios } from "../src/scenario/chooseScenarios.js"
import type { Scenario } from "../src/scenario/Scenario.js"

const round = (perSecond: number, cpu_us: number): LoadResult => ({
  requests: 1,
  perSecond,
  p50_ms: 3,
  p99_ms: 12.34,
  max_ms: 20,
  kinds: {},
  cpu_us,
  resident_bytes: null,
  anonymous_bytes: 250_000_000
})

const scenario: Scenario = {
  name: "list-20",
  title: "a list",
  on: ["small", "large"],
  asked: "core",
  prepare: () => Effect.succeed([]),
  targets: [
    { what: "a list", of: "engine", to: "floor", answers: "cached", measure: "perSecond", atLeast: 1.2 },
    { what: "its memory", of: "engine", measure: "anonymous_bytes", atMost: 250_000_000 }
  ]
}

const report = (dataset: string, events: number, rate: number): Report => ({
  measuredAt: "2030-01-01T00:00:00.000Z",
  commit: "0123456",
  machine: { processor: "one", cores: 2, platform: "linux", pinned: true },
  versions: { node: "20" },
  settings: { dataset, events, seed: 1, rounds: 2, measure_ms: 1_500, warmUp_ms: 500 },
  ranking: { searches: 30, nDCG10: 0.9 },
  scenarios: [{
    name: "list-20",
    title: "a list",
    contestants: [
      { name: "floor", rounds: [round(100, 10), round(100, 10)] },
      { name: "engine", rounds: [round(rate, 20), round(rate * 2, 20)] }
    ],
    targets: []
  }]
})

describe("the rows of a scenario", () => {
  it("show the results", () => {
    expect(rowsOf(scenario, [report("small", 10_000, 100)])).toEqual([
      {
        what: "a list",
        target: "≥ 1.2 × floor",
        answers: "cached",
        measured: "1.50 (1.00 to 2.00)",
        processor: "0.50",
        latencies: "3.00 / 12.3",
        reached: "yes",
        data: "small, 10,000"
      },
      {
        what: "its memory",
        target: "≤ 250 MB",
        answers: "",
        measured: "250 (250 to 250) MB",
        processor: "",
        latencies: "3.00 / 12.3",
        reached: "yes",
        data: "small, 10,000"
      }
    ])
  })

  it("use the last report on the data set of the target", () => {
    const [row] = rowsOf(scenario, [report("small", 10_000, 100), report("small", 300, 50), report("large", 1_000_000, 200)])
    expect(row).toMatchObject({ measured: "0.75 (0.50 to 1.00)", reached: "no", data: "small, 300" })
  })

  it("show targets that were not measured", () => {
    expect(rowsOf(scenario, [report("large", 1_000_000, 200)])[0]).toMatchObject({ measured: "not measured", reached: "" })
  })
})

it.each(
  [
    [{ measure: "p50_ms", atMost: 8 }, "p50 ≤ 8 ms"],
    [{ measure: "p99_ms", atMost: 2, to: "floor" }, "p99 ≤ 2 × floor"],
    [{ measure: "p99_ms", kind: "write", atMost: 100 }, "write p99 ≤ 100 ms"]
  ] as const
)("shows the target %j", (target, shown) => {
  expect(showTarget({ what: "", of: "engine", ...target })).toBe(shown)
})

describe("README.md", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

  it("has the table generated from the published reports", async () => {
    const reports = await Effect.runPromise(readPublished(fileURLToPath(new URL("../published", import.meta.url))))
    expect(withTable(readme, publishedTable(allScenarios, reports))).toBe(readme)
  })

  it("has a row of every target", () => {
    const begin = readme.indexOf(tableMarks.begin)
    const table = readme.slice(begin, readme.indexOf(tableMarks.end, begin))
    for (const { targets } of allScenarios) for (const { what } of targets) expect(table).toContain(`| ${what} `)
  })

  it("describes every scenario", () => {
    for (const { name } of allScenarios) expect(readme).toMatch(new RegExp(`\\| (\\*\\*)?\`${name}\`(\\*\\*)? +\\|`))
  })

  it("orders every scenario with targets", () => {
    const judged = allScenarios.flatMap(({ name, targets }) => (targets.length > 0 ? [name] : []))
    expect(publishedOrder.toSorted()).toEqual(judged.toSorted())
  })
})

it.each([
  { commits: ["0123456+"], why: "one with uncommitted changes" },
  { commits: ["0123456", "6543210"], why: "of two commits" }
])("does not publish reports $why", async ({ commits }) => {
  const folder = await mkdtemp(join(tmpdir(), "agenda-bench-"))
  try {
    const files = commits.map((_, index) => join(folder, `${index}.json`))
    for (const [index, commit] of commits.entries()) {
      await writeFile(files[index] ?? "", JSON.stringify({ ...report("small", 10_000, 100), commit }))
    }
    const published = join(folder, "published")
    const refused = await Effect.runPromise(Effect.flip(publishReports(files, published, join(folder, "README.md"))))
    expect(refused).toMatchObject({ _tag: "UnfitReports" })
    expect(existsSync(published)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it("returns null for a text without table marks", () => {
  expect(withTable("# Benchmarks", "| |")).toBeNull()
})
