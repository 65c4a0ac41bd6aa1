import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { databaseKinds, useDatabases } from "./commands/useDatabases.js"
import { program } from "./program.js"
import { startCli } from "./runCli.js"

const { freshDatabase } = useDatabases()

const bundle = dirname(program[0] ?? "")

/** The packages that files are of, by their paths. */
const packagesOf = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.flatMap((path) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(`/${path}`)?.[1] ?? [])

/** What a bundled file is made of, which it says above each part. */
const partsOf = (file: string): ReadonlyArray<string> =>
  [...readFileSync(file, "utf8").matchAll(/^\/\/ (\S+\.[cm]?[jt]s)$/gm)].flatMap(([, path]) => path ?? [])

/** The files that processes loaded, as Node noted them in a folder when they ended. */
const loadedIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((name): ReadonlyArray<{ readonly url: string }> =>
    JSON.parse(readFileSync(join(folder, name), "utf8")).result
  )
    .flatMap(({ url }) => url.startsWith("file:") ? fileURLToPath(url) : [])

/** The modules that a server loads which starts, answers and stops: their paths. */
const serveOnce = async (database: string): Promise<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(tmpdir(), "agenda-engine-loading-"))
  const server = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: database, NODE_V8_COVERAGE: folder } })
  const [, url] = await server.line(/^listening on (\S+)$/m)
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  server.signal("SIGTERM")
  expect(await server.finished).toMatchObject({ code: 0 })
  const files = loadedIn(folder)
  rmSync(folder, { recursive: true })
  return files.flatMap((file) => dirname(file) === bundle ? partsOf(file) : file)
}

const drivers = { SQLite: "better-sqlite3", Postgres: "pg" } as const

/** What few requests need, or no request of most servers. */
const later = ["undici", "ipaddr.js", "sharp", "nodemailer", "aws4fetch"]

describe.each(databaseKinds)("a server on %s", (kind) => {
  it("loads its driver, and no module that it does not need yet", async () => {
    const modules = await serveOnce(await freshDatabase(kind))
    const packages = packagesOf(modules)
    const watched = new Set([...Object.values(drivers), ...later])
    expect(packages).toContain("effect")
    expect(new Set(packages.filter((name) => watched.has(name)))).toEqual(new Set([drivers[kind]]))
    // The schemas of the contract are for its OpenAPI document.
    expect(modules.filter((path) => path.startsWith("http/src/api/"))).toEqual(["http/src/api/routes.ts"])
  })
})

describe("the program", () => {
  it("includes the licences of the bundled packages", () => {
    const parts = readdirSync(bundle).flatMap((name) => name.endsWith(".js") ? partsOf(join(bundle, name)) : [])
    const packages = new Set(packagesOf(parts))
    const licences = readFileSync(join(bundle, "LICENCES.txt"), "utf8")
    expect([...packages]).toEqual(expect.arrayContaining(["effect", ...later.filter((name) => name !== "sharp")]))
    expect([...packages].filter((name) => !licences.includes(`${name} `))).toEqual([])
  })
})
