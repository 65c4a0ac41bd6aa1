import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import type { Case } from "../../src/Case.js"
import { processCases } from "../../src/process/processCases.js"
import { storeProcesses } from "../../src/process/StoreProcess.js"
import { runConformance } from "../../src/runConformance.js"
import { bundleProcesses } from "./bundleProcesses.js"
import type { FileFault } from "./FileDatabase.js"
import { fileStore } from "./fileStores.js"

const folder = mkdtempSync(fileURLToPath(new URL("modules-", import.meta.url)))
afterAll(() => rmSync(folder, { recursive: true }))

const faults: ReadonlyArray<readonly [fault: FileFault, caughtBy: ReadonlyArray<string>]> = [
  ["never leaves memory", ["process.visible", "process.closed"]],
  ["caches without end", ["process.caches"]],
  ["caches for a while", ["process.caches"]],
  ["forgets what it wrote when it closes", ["process.closed"]],
  ["writes behind", ["process.killed.acknowledged"]],
  ["saves when it closes", ["process.killed.acknowledged"]],
  ["tears commits", ["process.killed.committing"]],
  ["writes through", ["process.uncommitted", "process.killed.uncommitted"]],
  ["leases its lock for 500 ms", ["process.outlasts"]],
  ["locks within its process", ["process.writers"]],
  ["reads before it locks", ["process.upsert-races"]],
  ["keeps its lock when its process dies", ["process.killed.uncommitted"]],
  ["keeps revisions in its process", ["process.visible"]],
  ["writes from its cache", ["process.unique"]]
]

const moduleOf = (fault: FileFault | null): string => join(folder, `${(fault ?? "files").replaceAll(" ", "-")}.ts`)

const program = join(folder, "program.ts")
const modules = [null, ...faults.map(([fault]) => fault)]
for (const fault of modules) {
  writeFileSync(moduleOf(fault), `import { fileStore } from "../fileStores.js"\nexport const store = fileStore(${JSON.stringify(fault)})\n`)
}
writeFileSync(
  program,
  `
  import * as Effect from "effect/Effect"
  import { processCases } from "../../../src/process/processCases.js"
  import { runConformance } from "../../../src/runConformance.js"
  import { store } from "./files.js"
  const module = ${JSON.stringify(pathToFileURL(moduleOf(null)).href)}
  const report = await Effect.runPromise(runConformance(store, processCases({ module }).slice(0, 1)))
  process.stdout.write(report.verdict)
`
)
const execArgv = bundleProcesses([program, ...modules.map(moduleOf)])

/** The cases of a store that a module of its own exports. */
const casesOf = (fault: FileFault | null): ReadonlyArray<Case> => processCases({ module: pathToFileURL(moduleOf(fault)).href, execArgv })

const failuresOf = async (fault: FileFault | null, caughtBy: ReadonlyArray<string> | null) => {
  const cases = casesOf(fault)
    .filter(({ id }) => caughtBy === null || caughtBy.includes(id))
    .map((one) => ({ ...one, time_ms_max: fault === null ? one.time_ms_max : 12_000 }))
  const report = await Effect.runPromise(runConformance(fileStore(fault), cases))
  return report.results.flatMap(({ case: { id }, outcome }) => outcome._tag === "Failed" ? [id] : [])
}

describe("the cases of several processes", () => {
  it("pass for a store in files", async () => {
    expect(await failuresOf(null, null)).toEqual([])
  }, 240_000)

  it.each(faults)("detect a store that %s", async (fault, caughtBy) => {
    expect(await failuresOf(fault, caughtBy)).toEqual(caughtBy)
  }, 120_000)

  it("give no process to the next case that has not ended its program", async () => {
    const store = fileStore(null)
    const { open } = storeProcesses({ module: pathToFileURL(moduleOf(null)).href, execArgv })
    const clock = await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const address = yield* store.database.create
      yield* Effect.scoped(Effect.flatMap(open(address), (process) => process.run("write", 1)))
      yield* Effect.scoped(Effect.flatMap(open(address), (process) => process.begin("tick", 2)))
      return yield* Effect.scoped(Effect.flatMap(open(address), (process) => process.run("clock")))
    })))
    expect(typeof clock).toBe("number")
  }, 60_000)

  it("keep no program waiting that has run them", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...execArgv, program], { timeout: 60_000 })
    expect(stdout).toBe("conforms")
  }, 90_000)

  it("fail for a store whose module is not known, unless it lacks them", async () => {
    const cases = processCases(null).slice(0, 1)
    const lacking = { ...fileStore(null), lacks: { processes: "one process opens it" } }
    const unknown = await Effect.runPromise(runConformance(fileStore(null), cases))
    const declared = await Effect.runPromise(runConformance(lacking, cases))
    expect([unknown.results[0]?.outcome._tag, declared.results[0]?.outcome._tag]).toEqual(["Failed", "Lacking"])
  })
})
