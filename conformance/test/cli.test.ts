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
    const { output, status } = await run("closedStore.js", "--runs", "1")
    expect(output).toMatch(/FAILED {2}database\.reopen\.keeps \(Transaction\.run\)\n.+\n +Error: closed$/m)
    expect(output).toContain("closed does not conform")
    expect(status).toBe(1)
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
    [["bareLayer.js", "--seed", "-1"]],
    [["--frobnicate"]],
    [["missing.js"]],
    [["nothing.js"]]
  ])("is misused with %j", async (args) => {
    expect((await run(...args)).status).toBe(2)
  })

  it("prints its usage", async () => {
    expect(await run("--help")).toMatchObject({ status: 0, output: expect.stringContaining("agenda-engine-conformance <module>") })
  })
})
