import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { usePostgres } from "../../../adapters/postgres/test/usePostgres.js"
import { copyDriver, inHost, run } from "../../../core/test/repository/packages/inHost.js"

const postgres = usePostgres()

const packages = ["core", "sql", "sqlite", "postgres", "richtext", "images", "mail", "geocoding", "outbound", "http", "pages", "engine"]

const here = (path: string): string => join(import.meta.dirname, path)

const { devDependencies }: { readonly devDependencies: { readonly [name: string]: string } } = JSON.parse(
  await readFile(here("../package.json"), "utf8")
)

/** Packages of the host in the versions that the engine is tested with. */
const tested = (...names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, devDependencies[name] ?? ""]))

const compiler = {
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  target: "ES2023",
  module: "nodenext",
  types: ["node"],
  outDir: "out",
  rootDir: "src"
}

/** Compiles the examples and a program with the declarations that are installed. */
const compile = async (folder: string, skipLibCheck: boolean, programs: ReadonlyArray<string>): Promise<void> => {
  await mkdir(join(folder, "src"), { recursive: true })
  await cp(here("../examples"), join(folder, "src"), { recursive: true })
  for (const name of programs) await cp(here(`installed/${name}.ts.txt`), join(folder, "src", `${name}.ts`))
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...compiler, skipLibCheck }, include: ["src"] }))
  const { stdout } = await run(join(folder, "node_modules", ".bin", "tsc"), [], { cwd: folder }).catch((failure) => failure)
  expect(stdout).toBe("")
}

const hosts = ["express", "fastify", "hono", "next", "node"]

it.scopedLive("the packed engine is typed and answers in each host, on memory, SQLite and Postgres, beside Kysely and Drizzle", () =>
  Effect.gen(function*() {
    const [url, other] = [Redacted.value(yield* postgres.freshSchema), Redacted.value(yield* postgres.freshSchema)]
    const host = {
      ...tested("express", "@types/express", "fastify", "hono", "better-sqlite3", "@types/better-sqlite3", "@effect/sql-pg"),
      ...tested("pg", "@types/pg", "standardwebhooks"),
      "@hono/node-server": "2.1.9",
      "@types/node": "20.19.43",
      "drizzle-orm": "0.45.4",
      kysely: "0.29.9",
      typescript: "5.9.3"
    }
    yield* Effect.promise(() =>
      inHost([...packages, "client"], host, async (folder) => {
        await copyDriver(folder)
        await compile(folder, true, ["mounted", "beside", "declared"])
        const answered = await run(process.execPath, [join("out", "mounted.js"), url], { cwd: folder })
        const scheme = url.split(":", 1).join("")
        expect(answered.stdout.trim().split("\n")).toEqual(
          ["memory", "sqlite", scheme].flatMap((database) => hosts.map((name) => `${database} ${name} 200 200 true true created`))
        )
        const beside = await run(process.execPath, [join("out", "beside.js"), other], { cwd: folder })
        expect(beside.stdout).toBe("postgres 0 2\nsqlite 0 2\n")
      })
    )
  }))

/** A host without any optional package, which asks for each of them. */
const lacking = `import { createAgendaEngine } from "@agenda-engine/engine"
const memory = { database: "memory", publicUrl: "https://host.example" }
for (
  const options of [
    { database: "sqlite:agenda.db" },
    { database: "postgres://nobody@127.0.0.1:1/none" },
    { ...memory, images: { folder: "images" } },
    { ...memory, mail: { folder: "mail", from: "agenda@host.example" } },
    { ...memory, mail: { smtp: "smtp://127.0.0.1:1", from: "agenda@host.example" } },
    memory
  ]
) {
  const engine = createAgendaEngine(options)
  console.log(await engine.ready().then(() => "ready", ({ _tag, message }) => _tag + ": " + message))
  await engine.close()
}
`

const missing = (option: string, name: string, range: string) =>
  `MissingPackage: ${option} needs the package ${name}, which is not installed: npm install ${name}@${range}`

/** A host that asks for SQLite alone. */
const opening = `import { createAgendaEngine } from "@agenda-engine/engine"
const { ready } = createAgendaEngine({ database: "sqlite:agenda.db" })
console.log(await ready().then(() => "ready", ({ _tag, reason, message }) => [_tag, reason, message].join(" ")))
`

/** A driver without its native module, or with a broken one, is no damaged database. */
const expectUnsupported = async (folder: string): Promise<void> => {
  await writeFile(join(folder, "opening.mjs"), opening)
  const opened = async () => (await run(process.execPath, ["opening.mjs"], { cwd: folder })).stdout.trim()
  const hint = `run "npm rebuild better-sqlite3" with this Node (${process.version}, NODE_MODULE_VERSION ${process.versions.modules})`
  const absent = await opened()
  expect(absent).toMatch(/^StoreError Unsupported .*Could not locate the bindings file/)
  expect(absent).toContain(hint)
  const built = join(folder, "node_modules", "better-sqlite3", "build", "Release")
  await mkdir(built, { recursive: true })
  await writeFile(join(built, "better_sqlite3.node"), "built for another machine")
  const broken = await opened()
  expect(broken).toMatch(/^StoreError Unsupported .*the driver better-sqlite3 cannot be loaded: .*better_sqlite3\.node/)
  expect(broken).toContain(hint)
}

it("the packed engine in memory needs no native module, names what is missing or broken, and refuses another effect", () =>
  inHost(packages, {}, async (folder) => {
    const installed = await readdir(join(folder, "node_modules"), { recursive: true })
    expect(installed.filter((path) => /(^|\/)node_modules\/effect\/package\.json$|^effect\/package\.json$/.test(path))).toHaveLength(1)
    for (const name of ["better-sqlite3", "sharp", "nodemailer", "@effect/sql-pg"]) expect(installed).not.toContain(name)

    await writeFile(join(folder, "lacking.mjs"), lacking)
    const { stdout } = await run(process.execPath, ["lacking.mjs"], { cwd: folder })
    expect(stdout.trim().split("\n")).toEqual([
      missing("database", "better-sqlite3", "^12.11.1"),
      missing("database", "@effect/sql-pg", "^0.53.0"),
      missing("images", "sharp", "^0.35.5"),
      missing("mail", "nodemailer", "^10.6.0"),
      missing("mail", "nodemailer", "^10.6.0"),
      "ready"
    ])

    const declared = (await readFile(join(folder, "package.json"), "utf8")).replaceAll("file:", "file:../")
    const fresh = join(folder, "fresh")
    await mkdir(fresh)
    for (const effect of ["4.1.0", "3.10.0"]) {
      const { dependencies, ...named } = JSON.parse(declared)
      await writeFile(join(fresh, "package.json"), JSON.stringify({ ...named, dependencies: { ...dependencies, effect } }))
      const refused = run("npm", ["install", "--dry-run", "--ignore-scripts", "--prefer-offline", "--no-audit"], { cwd: fresh })
      await expect(refused).rejects.toMatchObject({ stderr: expect.stringMatching(/ERESOLVE[^]*peer effect@"\^3\.22\.\d+"/) })
    }

    const { "better-sqlite3": driver } = tested("better-sqlite3")
    await run("npm", ["install", `better-sqlite3@${driver}`, "--ignore-scripts", "--prefer-offline", "--no-audit"], { cwd: folder })
    await expectUnsupported(folder)
  }))
