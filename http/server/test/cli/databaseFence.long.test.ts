import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { databaseKinds, useDatabases } from "./commands/useDatabases.js"
import { startCli } from "./runCli.js"
import { runInside } from "./runInside.js"

const { fileOf, freshDatabase } = useDatabases()

const other = "0123456789abcdef0123456789abcdef"

/** Runs a command against a database that must have an id. */
const fencedCommand = (command: ReadonlyArray<string>, database: string, id: string) =>
  runInside([...command, "--database", database], { env: { AGENDA_DATABASE_ID: id } })

const commands = [
  ["serve", "--port", "0"],
  ["migrate", "up"],
  ["migrate", "status"],
  ["user", "create", "--email", "ada@example.org", "--name", "Ada"]
]

describe.each(databaseKinds)("the id of a database on %s", (kind) => {
  it("is printed by serve, shown by health checks, and demanded by AGENDA_DATABASE_ID", async () => {
    const database = await freshDatabase(kind)
    for (const command of commands) {
      const { code, stderr } = await fencedCommand(command, database, other)
      expect(code).toBe(1)
      expect(stderr).toMatch(/^agenda-engine: AGENDA_DATABASE_ID is [\da-f]{32}, but the database .* does not exist or is empty\n$/)
    }
    if (kind === "SQLite") expect(existsSync(database.slice("sqlite:".length))).toBe(false)

    await runInside(["agenda", "create", "--title", "Summer", "--database", database])
    const server = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: database } })
    const [, url] = await server.line(/^listening on (http:\/\/127\.0\.0\.1:\d+)$/m)
    const health: unknown = await (await fetch(`${url}/health/ready`)).json()
    server.signal("SIGTERM")
    const { stderr } = await server.finished
    const [, place, id = ""] = /opened the database (.*): id ([\da-f]{32}), 1 agendas, 0 events, last change \d{4}-.*Z$/m.exec(stderr) ?? []
    expect(health).toEqual({ status: "ready", database: id })
    expect(place).toMatch(kind === "SQLite" ? /\.db \(inode \d+\)$/ : /^postgres:\/\/[^@]+\/\w+$/)

    const right = await fencedCommand(["agenda", "list"], database, id.toUpperCase())
    expect(right).toMatchObject({ code: 0, stdout: expect.stringContaining("Summer") })
    for (const command of commands) {
      const { code, stderr } = await fencedCommand(command, database, other)
      expect(code).toBe(1)
      expect(stderr).toContain(`AGENDA_DATABASE_ID is ${other}, but the database ${place} has the id ${id}`)
    }
  })
})

describe("AGENDA_DATABASE_ID", () => {
  it("does not apply to the temporary database of the demonstration", async () => {
    const server = startCli(["demo", "--port", "0"], { env: { AGENDA_DATABASE_ID: other } })
    await server.line(/^listening on /m)
    server.signal("SIGTERM")
    expect(await server.finished).toMatchObject({ code: 0 })
  })

  it("must be an id", async () => {
    const { code, stderr } = await fencedCommand(["migrate", "up"], `sqlite:${fileOf("no.db")}`, "my database")
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("AGENDA_DATABASE_ID: the 32 hexadecimal digits that serve prints are expected")
    })
    expect(existsSync(fileOf("no.db"))).toBe(false)
  })

  it("refuses a database in memory, and a file of an unreleased version that has no id", async () => {
    expect((await fencedCommand(["serve", "--port", "0"], "sqlite::memory:", other)).code).toBe(1)
    const { default: Sqlite } = await import("better-sqlite3")
    const file = fileOf("older.db")
    await runInside(["migrate", "up", "--database", `sqlite:${file}`])
    const older = new Sqlite(file)
    older.exec("DROP TABLE agenda_database")
    older.pragma("wal_checkpoint(TRUNCATE)")
    older.close()
    const before = readFileSync(file)
    const { code, stderr } = await fencedCommand(["migrate", "up"], `sqlite:${file}`, other)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("has no id: an unreleased version made it") })
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})
