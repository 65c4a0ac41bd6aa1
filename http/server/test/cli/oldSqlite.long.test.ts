import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { useDatabases } from "./commands/useDatabases.js"
import { program } from "./program.js"
import { runCli } from "./runCli.js"

const { fileOf } = useDatabases()

/** Has Node load the program's own copy of the library first, and make it say that it is of an older version. */
const olderLibrary = (version: string): string => {
  const library = createRequire(pathToFileURL(program[0])).resolve("better-sqlite3")
  const source = `import Sqlite from ${JSON.stringify(pathToFileURL(library).href)}
    const { prepare } = Sqlite.prototype
    Sqlite.prototype.prepare = function(text) {
      return prepare.call(this, text.replace("sqlite_version()", "'${version}'"))
    }`
  return `--import=data:text/javascript,${encodeURIComponent(source)}`
}

const serve = ["serve", "--port", "0"]

describe("SQLite before 3.51.3 is refused before it touches the database", () => {
  it.each([
    { of: "a file", commands: [serve, ["migrate", "up"], ["migrate", "status"], ["user", "list"]] },
    { of: "a new file", commands: [serve] },
    { of: "memory", commands: [serve] }
  ])("$of", async ({ commands, of }) => {
    const file = fileOf(`${of}.db`)
    const database = of === "memory" ? "sqlite::memory:" : `sqlite:${file}`
    if (of === "a file") expect((await runCli(["migrate", "up", "--database", database])).code).toBe(0)
    const before = existsSync(file) ? readFileSync(file) : null
    for (const command of commands) {
      const { code, stderr, stdout } = await runCli([...command, "--database", database], { node: [olderLibrary("3.51.2")] })
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: "" })
      expect(stderr).toContain("SQLite 3.51.2 can corrupt databases in WAL mode; version 3.51.3 or later is needed")
    }
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(before)
  }, 120_000)
})
