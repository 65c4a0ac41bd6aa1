import Sqlite from "better-sqlite3"
import { mkdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { runCli } from "./runCli.js"
import { useDatabases } from "./useDatabases.js"

const { fileOf, freshDatabase } = useDatabases()

/** Changes what a file says of the steps that it has taken. */
const changeSteps = (database: string, statement: string): void => {
  const file = new Sqlite(database.slice("sqlite:".length))
  file.exec(statement)
  file.close()
}

const migrated = async (): Promise<string> => {
  const database = await freshDatabase("SQLite")
  expect((await runCli(["migrate", "up", "--database", database])).code).toBe(0)
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

describe("a database that a newer version migrated", () => {
  it("is refused by every command, which names the steps that it does not know", async () => {
    const database = await migrated()
    changeSteps(database, "INSERT INTO agenda_migration (migration_id, name) VALUES (9001, 'from_the_future')")
    for (const command of commands) {
      const { code, stderr, stdout } = await runCli([...command, "--database", database])
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toContain("was migrated by a newer version")
      expect(stderr).toContain("9001 from_the_future")
    }
  }, 120_000)
})

describe("a database with an older schema", () => {
  it.each(["an empty", "an older"])("is refused by serve --no-migrate: %s one", async (which) => {
    const database = which === "an empty" ? await freshDatabase("SQLite") : await migrated()
    changeSteps(database, which === "an empty" ? "SELECT 1" : "DELETE FROM agenda_migration WHERE migration_id > 20")
    const { code, stderr, stdout } = await runCli(["serve", "--port", "0", "--no-migrate", "--database", database])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain("of an older version; bring it up to date with: agenda-engine migrate up")
  }, 60_000)
})

describe("a file that cannot be opened", () => {
  it("fails migrate status", async () => {
    mkdirSync(fileOf("folder.db"))
    const { code, stderr, stdout } = await runCli(["migrate", "status", "--database", `sqlite:${fileOf("folder.db")}`])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(`the database ${fileOf("folder.db")} cannot be opened`)
  })
})
