import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { cli } from "../src/cli.js"
import { bundleProcesses } from "./process/bundleProcesses.js"

const modules = {
  "bareLayer.js": `export { layer as default } from "@agenda-engine/core/memory/MemoryStores"`,
  "closedStore.js": `
    import * as Effect from "effect/Effect"
    import * as Layer from "effect/Layer"
    export default { name: "closed", fresh: Effect.succeed(Layer.fail("closed")), lacks: {} }
  `,
  "forgetfulStore.js": `
    import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
    import { UserStore } from "@agenda-engine/core/ports/UserStore"
    import * as Context from "effect/Context"
    import * as Effect from "effect/Effect"
    import * as Layer from "effect/Layer"
    const forgetful = Layer.map(MemoryStores.layer, (stores) =>
      Context.add(stores, UserStore, { ...Context.unsafeGet(stores, UserStore), find: () => Effect.succeed(null) }))
    const lacks = { reopen: "memory", share: "memory" }
    export default { name: "forgetful", fresh: Effect.succeed(forgetful), lacks }
  `,
  "exiting.js": `
    import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
    import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
    import * as Context from "effect/Context"
    import * as Effect from "effect/Effect"
    import * as Layer from "effect/Layer"
    const remove = { exit: () => Effect.sync(() => process.exit(0)), loop: () => Effect.sync(() => { for (;;); }),
      timer: () => Effect.sync(() => { setTimeout(() => { throw new Error("thrown by a timer") }) }).pipe(Effect.zipRight(Effect.sleep(500))) }
    export const of = (how) => Layer.map(MemoryStores.layer, (stores) =>
      Context.add(stores, NetworkStore, { ...Context.unsafeGet(stores, NetworkStore), remove: remove[how] }))
  `,
  "exit.js": `import { of } from "./exiting.js"\nexport const store = of("exit")`,
  "loop.js": `import { of } from "./exiting.js"\nexport const store = of("loop")`,
  "timer.js": `import { of } from "./exiting.js"\nexport const store = of("timer")`,
  "late.js": `
    import { layer } from "@agenda-engine/core/memory/MemoryStores"
    process.on("disconnect", () => { throw new Error("late") })
    export const store = layer
  `,
  "dead.js": "process.exit(3)",
  "partial.js": `
    import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
    import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
    import { Transaction } from "@agenda-engine/core/ports/Transaction"
    import * as Context from "effect/Context"
    import * as Layer from "effect/Layer"
    export default Layer.map(MemoryStores.layer, (stores) => Context.pick(Transaction, AgendaStore)(stores))
  `,
  "nothing.js": `export default "a text"`
}

const folder = mkdtempSync(fileURLToPath(new URL("modules-", import.meta.url)))
for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text)
const execArgv = bundleProcesses(Object.keys(modules).map((name) => join(folder, name)))
const run = (...args: ReadonlyArray<string>) => Effect.runPromise(cli(args, { folder: pathToFileURL(`${folder}/`).href, execArgv }))

const Results = Schema.parseJson(Schema.Struct({
  verdict: Schema.String,
  results: Schema.Array(Schema.Struct({ id: Schema.String, status: Schema.String, reason: Schema.NullOr(Schema.String) }))
}))

/** The cases that did not pass, each with its status and the first line of its reason. */
const notPassed = (output: string) =>
  Schema.decodeUnknownSync(Results)(output).results.flatMap(({ id, reason, status }) =>
    status === "passed" ? [] : [[id, status, reason?.split("\n", 1)[0] ?? ""]]
  )

afterAll(() => rmSync(folder, { recursive: true }))

const Measured = Schema.parseJson(Schema.Struct({
  sizes: Schema.Array(Schema.Number),
  calls: Schema.Array(Schema.Struct({
    name: Schema.String,
    times_ms: Schema.NullOr(Schema.Array(Schema.Number)),
    isFlat: Schema.Boolean,
    failure: Schema.NullOr(Schema.String)
  }))
}))

describe("--measure", () => {
  it("says which calls take longer in a large agenda, and that missing members are not written", async () => {
    const { output, status } = await run("bareLayer.js", "--measure", "--events", "320", "--json")
    const { calls, sizes } = Schema.decodeUnknownSync(Measured)(output)
    expect(status).toBe(0)
    expect(sizes).toEqual([40, 320])
    expect(calls.filter(({ failure }) => failure !== null)).toEqual([])
    // The memory stores scan every event of a list, and look one up by its uid.
    expect(calls).toContainEqual(expect.objectContaining({ name: "list by time", isFlat: false }))
    expect(calls).toContainEqual(expect.objectContaining({ name: "find by uid", isFlat: true }))
    expect((await run("partial.js", "--measure")).output).toContain("the store cannot be measured: ")
  }, 60_000)

  it("refuses options that it does not use", async () => {
    for (const options of [["--measure", "--only", "agenda."], ["--measure", "--events", "10"], ["--events", "400"]]) {
      expect((await run("bareLayer.js", ...options)).status, options.join(" ")).toBe(2)
    }
  })
})

describe("the command line of the suite", () => {
  it("accepts a bare layer and reports the capabilities it lacks", async () => {
    const { output, status } = await run("bareLayer.js", "--only", "geocoding.")
    expect(output).toContain("LACKING geocoding.reopen.keeps")
    expect(output).toMatch(/bareLayer\.js conforms: \d+ cases, \d+ passed, 0 failed, \d+ lacking, seed -?\d+$/)
    expect(status).toBe(0)
  })

  it("reports failed cases with ids, clauses, usual causes and reasons", async () => {
    const { output, status } = await run("forgetfulStore.js", "--only", "user.put.")
    expect(output).toMatch(/FAILED user\.put\.whole \(UserStore\.put\)\n.+\n {2}usual cause: .+\n.+\n +expected: .+\n +actual: +null$/m)
    expect(output).toContain("forgetful does not conform")
    expect(status).toBe(1)
  })

  it("ends after the first failure with --bail", async () => {
    const { output, status } = await run("forgetfulStore.js", "--only", "user.", "--bail")
    expect(output).toMatch(/1 failed, \d+ not run/)
    expect(status).toBe(1)
  })

  it("reports once that a store cannot be opened", async () => {
    const { output, status } = await run("closedStore.js", "--runs", "1", "--seed", "7")
    expect(output).toMatch(/^FAILED store\.open \(StoreUnderTest\.fresh\)\n.+\n +the store cannot be opened: Error: closed\n/)
    expect(output).toMatch(/closed does not conform: \d+ cases, 0 passed, 1 failed, \d+ not run, seed 7$/)
    expect(status).toBe(1)
  })

  it.each([
    ["exit.js", "the process ended with exit status 0"],
    ["loop.js", "the case did not end within 7000 ms, and kept its process busy; the process was killed"],
    ["timer.js", "the process ended with exit status 1"]
  ])("keeps the report of %s, and names the case", async (module, reason) => {
    const { output, status } = await run(module, "--only", "network.", "--timeout", "2000", "--json")
    expect(notPassed(output)).toEqual([["network.remove", "failed", reason]])
    if (module === "timer.js") expect(output).toContain("thrown by a timer")
    expect(status).toBe(1)
  })

  it("reports a process that ends with an error after the last case", async () => {
    const { output, status } = await run("late.js", "--only", "network.", "--json")
    expect(notPassed(output)).toEqual([["store.end", "failed", expect.stringContaining("the process ended with exit status")]])
    expect(status).toBe(1)
  })

  it("reports a module that ends the process", async () => {
    const { output, status } = await run("dead.js", "--json")
    expect(notPassed(output)).toEqual([
      ["store.open", "failed", "the store cannot be loaded: the process ended with exit status 3"]
    ])
    expect(status).toBe(1)
  })

  it("is incomplete for a layer of some ports", async () => {
    const { output, status } = await run("partial.js", "--only", "member.", "--json")
    expect(new Set(notPassed(output).map(([, status]) => status))).toEqual(new Set(["not written yet"]))
    expect(status).toBe(3)
  })

  it("runs cases in several processes, and reports them in the order of the suite", async () => {
    const [one, two] = await Promise.all([
      run("bareLayer.js", "--only", "n", "--json"),
      run("bareLayer.js", "--only", "n", "--json", "--jobs", "2")
    ])
    const ids = (output: string) => Schema.decodeUnknownSync(Results)(output).results.map(({ id }) => id)
    expect(ids(two.output)).toEqual(ids(one.output))
  })

  it("writes a report to a file, and prints another", async () => {
    const file = join(folder, "report.xml")
    const { output } = await run("bareLayer.js", "--only", "network.", "--report", `junit=${file}`, "--report", "badge")
    expect(JSON.parse(output)).toMatchObject({ schemaVersion: 1, message: "7/7", color: "brightgreen" })
    expect(readFileSync(file, "utf8")).toMatch(/^<\?xml[^]+<\/testsuites>\n$/)
  })

  it.each(["0", "-1", "-2147483648", "2147483647", "1234567890"])("takes the seed %s that a report prints", async (seed) => {
    expect((await run("closedStore.js", "--seed", seed)).status).toBe(1)
  })

  it("prints a report as JSON", async () => {
    const { output } = await run("closedStore.js", "--json", "--runs", "1", "--seed", "3")
    expect(JSON.parse(output)).toMatchObject({
      subject: "closed",
      verdict: "does not conform",
      seed: 3,
      versions: { node: expect.any(String) }
    })
  })

  it.each([
    [[]],
    [["one.js", "two.js"]],
    [["bareLayer.js", "--runs"]],
    [["bareLayer.js", "--runs", "many"]],
    [["bareLayer.js", "--seed", "2147483648"]],
    [["bareLayer.js", "--seed", "1.5"]],
    [["bareLayer.js", "--only"]],
    [["bareLayer.js", "--only", "nonsense."]],
    [["--list", "bareLayer.js"]],
    [["bareLayer.js", "--jobs", "0"]],
    [["bareLayer.js", "--report", "pdf"]],
    [["bareLayer.js", "--report", "json", "--report", "html"]],
    [["bareLayer.js", "--only", "network.put.whole", "--report", "json=/nowhere/at/all.json"]],
    [["--frobnicate"]],
    [["missing.js"]],
    [["nothing.js"]]
  ])("is misused with %j", async (args) => {
    expect((await run(...args)).status).toBe(2)
  })

  it("runs only the cases with a prefix", async () => {
    const { output, status } = await run("bareLayer.js", "--only", "network.", "--json")
    const { results } = Schema.decodeUnknownSync(Results)(output)
    expect(new Set(results.map(({ id }) => id.split(".", 1)[0]))).toEqual(new Set(["network"]))
    expect(results).toHaveLength(7)
    expect(status).toBe(0)
  })

  it("lists the cases, all or those with a prefix", async () => {
    const all = await run("--list")
    const some = await run("--list", "--only", "network.")
    expect(all.status).toBe(0)
    expect(some.output.split("\n")).toEqual(all.output.split("\n").filter((line) => line.startsWith("network.")))
    expect(some.output).toMatch(/^network\.\S+ \(\w+\.\w+\): .+/)
  })

  it("prints its usage", async () => {
    expect(await run("--help")).toMatchObject({ status: 0, output: expect.stringContaining("agenda-engine-conformance <module>") })
  })
})
