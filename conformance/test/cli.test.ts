import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cli } from "../src/cli.js"

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
  "nothing.js": `export default "a text"`
}

const folder = mkdtempSync(fileURLToPath(new URL("modules-", import.meta.url)))
const run = (...args: ReadonlyArray<string>) => Effect.runPromise(cli(args, pathToFileURL(`${folder}/`).href))

beforeAll(() => {
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("the command line of the suite", () => {
  it("accepts a bare layer and reports the capabilities it lacks", async () => {
    const { output, status } = await run("bareLayer.js", "--runs", "1")
    expect(output).toContain("LACKING database.reopen.keeps")
    expect(output).toMatch(/bareLayer\.js conforms: \d+ cases, \d+ executed, 0 failed$/)
    expect(status).toBe(0)
  })

  it("reports failed cases with ids, clauses and reasons", async () => {
    const { output, status } = await run("forgetfulStore.js", "--runs", "1")
    expect(output).toMatch(/FAILED {2}user\.put\.whole \(UserStore\.put\)\n.+\n.+\n +expected: .+\n +actual: +null$/m)
    expect(output).toContain("forgetful does not conform")
    expect(status).toBe(1)
  })

  it("reports once that a store cannot be opened", async () => {
    const { output, status } = await run("closedStore.js", "--runs", "1")
    expect(output).toMatch(/^FAILED {2}store\.open \(StoreUnderTest\.fresh\)\n.+\n +the store cannot be opened: Error: closed\n/)
    expect(output).toMatch(/closed does not conform: \d+ cases, 0 executed, 1 failed$/)
    expect(output.split("\n")).toHaveLength(4)
    expect(status).toBe(1)
  })

  it.each(["0", "-1", "-2147483648", "2147483647", "1234567890"])("takes the seed %s that a report prints", async (seed) => {
    expect((await run("closedStore.js", "--seed", seed)).status).toBe(1)
  })

  it("prints a report as JSON", async () => {
    const { output } = await run("closedStore.js", "--json", "--runs", "1", "--seed", "3")
    expect(JSON.parse(output)).toMatchObject({ store: "closed", conforms: false })
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
    [["--frobnicate"]],
    [["missing.js"]],
    [["nothing.js"]]
  ])("is misused with %j", async (args) => {
    expect((await run(...args)).status).toBe(2)
  })

  it("runs only the cases with a prefix", async () => {
    const { output, status } = await run("bareLayer.js", "--only", "network.", "--json")
    const { declared, executed, results } = JSON.parse(output)
    expect(results.map((result: { readonly case: { readonly id: string } }) => result.case.id.split(".", 1)[0])).toEqual(
      Array.from({ length: declared }, () => "network")
    )
    expect(executed).toBe(declared)
    expect(declared).toBeGreaterThan(0)
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
