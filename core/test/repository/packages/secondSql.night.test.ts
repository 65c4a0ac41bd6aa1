import { cp, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { copyDriver, inHost, run } from "./inHost.js"

/** What an adapter author hands to the suite. */
const store = `import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "agenda-engine-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

export default {
  name: "sqlite",
  lacks: {},
  fresh: Effect.map(folder, (made) => SqliteStores.layer({ filename: join(made, "agenda.db"), migrate: true })),
  database: {
    create: Effect.map(folder, (made) => join(made, "agenda.db")),
    open: (filename) => SqliteStores.layer({ filename, migrate: true })
  }
}
`

/** The driver that the SQLite adapter has as an optional peer. */
const driver = { "better-sqlite3": "^12.11.1" }

/** A release of the same line, as another dependency of a host may bring it. */
const otherSql = "npm:@effect/sql@0.52.0"

it("the packed SQLite adapter conforms with a second copy of @effect/sql installed", () =>
  inHost(["core", "sql", "sqlite", "conformance"], { ...driver, "other-sql": otherSql }, async (folder) => {
    const modules = join(folder, "node_modules")
    await copyDriver(folder)
    const own = join(modules, "@agenda-engine", "sqlite", "node_modules", "@effect")
    await mkdir(own, { recursive: true })
    await cp(join(modules, "other-sql"), join(own, "sql"), { recursive: true })

    await writeFile(join(folder, "store.mjs"), store)
    const suite = join(modules, "@agenda-engine", "conformance", "bin", "agenda-engine-conformance.js")
    const { stdout } = await run(process.execPath, [suite, "store.mjs", "--runs", "10"], { cwd: folder }).catch((failure) => failure)
    expect(stdout).toMatch(/^sqlite conforms: (\d+) cases, \1 passed\b/)
  }))
