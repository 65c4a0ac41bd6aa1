import { cli } from "@agenda-engine/conformance/cli"
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter } from "node:path"
import { pathToFileURL } from "node:url"
import { vi } from "vitest"
import { useDatabases } from "../cli/commands/useDatabases.js"
import { program } from "../cli/program.js"
import { startCli } from "../cli/runCli.js"

const { fileOf, folder, freshDatabase } = useDatabases()

const guide = readFileSync(new URL("../../../../conformance/README.md", import.meta.url), "utf8")

/** `npx`, as where the packages are installed. */
const npx = `#!/bin/sh
shift
exec "${process.execPath}" ${program.map((part) => `"${part}"`).join(" ")} "$@"
`

describe("a server that the module of the guide prepares", () => {
  it("conforms: every case is run, and nothing is left of it", async () => {
    const [, module = ""] = /<!-- setup -->\n+```js\n([^]*?)```/.exec(guide) ?? []
    expect(module).toContain("export default")
    writeFileSync(fileOf("setup.mjs"), module)
    mkdirSync(fileOf("bin"))
    writeFileSync(fileOf("bin/npx"), npx)
    chmodSync(fileOf("bin/npx"), 0o755)
    const env = { AGENDA_DATABASE: await freshDatabase("SQLite") }
    vi.stubEnv("PATH", `${fileOf("bin")}${delimiter}${Effect.runSync(Config.string("PATH"))}`)
    vi.stubEnv("AGENDA_DATABASE", env.AGENDA_DATABASE)
    const server = startCli(["serve", "--port", "0"], { env })
    try {
      const [, url = ""] = await server.line(/^listening on (\S+)$/m)
      const { output, status } = await Effect.runPromise(
        cli(["--url", url, "--setup", "setup.mjs"], { folder: pathToFileURL(`${folder}/`).href, execArgv: [] })
      )
      expect([status, output]).toEqual([0, expect.stringMatching(/ conforms: (\d+) cases, \1 passed, 0 failed$/)])
    } finally {
      vi.unstubAllEnvs()
      server.signal("SIGTERM")
    }
    expect(await server.finished).toMatchObject({ code: 0 })
  }, 300_000)
})
