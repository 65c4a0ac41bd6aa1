import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { root } from "./Repository.js"

const run = promisify(execFile)

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
  fresh: Effect.map(folder, (made) => SqliteStores.layer({ filename: join(made, "agenda.db"), migrate: true }))
}
`

const published = ["core", "adapters/sql", "adapters/sqlite", "conformance"]

/** A release of the same line, as another dependency of a host may bring it. */
const otherSql = "npm:@effect/sql@0.52.0"

it("the packed SQLite adapter conforms with a second copy of @effect/sql installed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "agenda-engine-installed-"))
  const modules = join(folder, "node_modules")
  try {
    const workspaces = published.map((name) => `--workspace=${name}`)
    await run("npm", ["pack", "--ignore-scripts", "--offline", "--pack-destination", folder, ...workspaces], { cwd: root })
    const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz"))
    expect(tarballs).toHaveLength(published.length)
    const dependencies = Object.fromEntries([
      ...tarballs.map((name) => [name.replace(/^agenda-engine-(.*)-\d+\.\d+\.\d+\.tgz$/, "@agenda-engine/$1"), `file:${name}`] as const),
      ["other-sql", otherSql]
    ])
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "host", private: true, type: "module", dependencies }))
    await run("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder })

    const built = join("better-sqlite3", "build", "Release", "better_sqlite3.node")
    await cp(join(root, "node_modules", built), join(modules, built), { recursive: true })
    const own = join(modules, "@agenda-engine", "sqlite", "node_modules", "@effect")
    await mkdir(own, { recursive: true })
    await cp(join(modules, "other-sql"), join(own, "sql"), { recursive: true })

    await writeFile(join(folder, "store.mjs"), store)
    const suite = join(modules, "@agenda-engine", "conformance", "bin", "agenda-engine-conformance.js")
    const { stdout } = await run(process.execPath, [suite, "store.mjs", "--runs", "10"], { cwd: folder }).catch((failure) => failure)
    expect(stdout).toMatch(/^sqlite conforms: (\d+) cases, \1 executed, 0 failed\n$/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
