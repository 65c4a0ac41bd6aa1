import Sqlite from "better-sqlite3"
import { mkdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { useDatabases } from "./commands/useDatabases.js"
import { runCli } from "./runCli.js"
import { runInside } from "./runInside.js"

const { fileOf, freshDatabase } = useDatabases()

/** Changes what a file says of the steps that it has taken. */
const changeSteps = (database: string, statement: string): void => {
  const file = new Sqlite(database.slice("sqlite:".length))
  file.exec(statement)
  file.close()
}

const migrated = async (): Promise<string> => {
  const database = await freshDatabase("SQLite")
  expect((await runInside(["migrate", "up", "--database", database])).code).toBe(0)
  return database
}

const commands = [
  ["serve", "--port", "0"],
  ["serve", "--port", "0", "--no-migrate"],
  ["migrate", "up"],
  ["migrate", "status"],
  ["user", "list"],
  ["user", "create", "--email", "ada@example.org", "--name", "Ada"],
  ["export", "-"]
]

describe("a number of partitions", () => {
  it("is refused on SQLite, beyond its bounds, and where it is another one", async () => {
    const postgres = await freshDatabase("Postgres")
    const up = (database: string, partitions: string) => runInside(["migrate", "up", "--partitions", partitions, "--database", database])
    expect(await up(await freshDatabase("SQLite"), "4")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("SQLite has no partitions")
    })
    expect(await up(postgres, "65")).toMatchObject({ code: 1, stderr: expect.stringContaining("there can be 2 to 64 partitions, not 65") })
    expect(await up(postgres, "64")).toMatchObject({ code: 0, stdout: "applied 1 schema\n" })
    expect(await up(postgres, "64")).toMatchObject({ code: 0, stdout: "already up to date\n" })
    expect(await up(postgres, "4")).toMatchObject({ code: 1, stderr: expect.stringContaining("made with 64 partitions") })
    const status = await runInside(["migrate", "status", "--database", postgres])
    expect(status).toMatchObject({ code: 0, stdout: "applied 1 schema\n" })
    const { stdout } = await runInside(["doctor", "--database", postgres, "--json"])
    expect(JSON.parse(stdout).findings).toContainEqual(expect.objectContaining({ check: "schema", result: "ok" }))
  })
})

describe("a database of another version", () => {
  it.each([
    {
      of: "a newer version",
      change: "INSERT INTO agenda_migration (migration_id, name) VALUES (9001, 'from_the_future')",
      messages: ["was migrated by a newer version", "9001 from_the_future"]
    },
    {
      of: "an unreleased version",
      change: "UPDATE agenda_migration SET name = 'agendas'",
      messages: ["was made by an unreleased version", "export its agendas with that version and import them"]
    }
  ])("is refused by every command: $of", async ({ change, messages }) => {
    const database = await migrated()
    changeSteps(database, change)
    for (const command of commands) {
      const { code, stderr, stdout } = await runInside([...command, "--database", database])
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      for (const message of messages) expect(stderr).toContain(message)
    }
  }, 120_000)
})

describe("a database with an older schema", () => {
  it.each(["an empty", "an older"])("is refused by serve --no-migrate: %s one", async (which) => {
    const database = which === "an empty" ? await freshDatabase("SQLite") : await migrated()
    changeSteps(database, which === "an empty" ? "SELECT 1" : "DELETE FROM agenda_migration")
    const { code, stderr, stdout } = await runCli(["serve", "--port", "0", "--no-migrate", "--database", database])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain("the database schema is outdated; bring it up to date with: agenda-engine migrate up")
  }, 60_000)
})

describe("a file that cannot be opened", () => {
  it("fails migrate status", async () => {
    mkdirSync(fileOf("folder.db"))
    const { code, stderr, stdout } = await runInside(["migrate", "status", "--database", `sqlite:${fileOf("folder.db")}`])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(`the database ${fileOf("folder.db")} cannot be opened`)
  })
})
