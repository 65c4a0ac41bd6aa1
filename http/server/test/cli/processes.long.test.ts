import { describe, expect, it } from "vitest"
import { useDatabases } from "./commands/useDatabases.js"
import { runCli } from "./runCli.js"

const { freshDatabase } = useDatabases()

const lines = `${JSON.stringify({ kind: "agenda", uid: 7, slug: "sept", title: "Sept" })}\n`

describe("processes", () => {
  it("read stdin, print results on stdout and the rest on stderr, and exit 0 or 1", async () => {
    const env = { AGENDA_DATABASE: await freshDatabase("SQLite") }
    const imported = await runCli(["import", "-"], { input: lines, env })
    expect(imported).toEqual({ code: 0, stdout: "created 1, updated 0, unchanged 0, rejected 0\n", stderr: "read 1 lines\n" })
    const exported = await runCli(["export", "-"], { env: { AGENDA_DATABASE: "mysql://nowhere" } })
    expect(exported).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("sqlite:FILE") })
    const again = await runCli(["export", "-"], { env })
    expect({ ...again, stdout: JSON.parse(again.stdout) }).toMatchObject({
      code: 0,
      stdout: JSON.parse(lines),
      stderr: "exported 1 lines\n"
    })
    const absent = await runCli(["export", "-", "--agenda", "404"], { env })
    expect(absent).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("agenda not found") })
  }, 240_000)
})

it("without a command, the program prints its commands and exits 2; with --version it exits 0", async () => {
  expect(await runCli([])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("needs one of: demo, serve") })
  expect(await runCli(["--version"])).toMatchObject({ code: 0, stderr: "" })
})
