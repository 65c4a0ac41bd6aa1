import * as Schema from "effect/Schema"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { root } from "../Repository.js"
import { installedWith } from "./lockfile.js"

const Names = Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), { default: () => ({}) })

const readPackage = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({
  name: Schema.String,
  description: Schema.NonEmptyString,
  keywords: Schema.NonEmptyArray(Schema.NonEmptyString),
  license: Schema.Literal("MIT"),
  author: Schema.NonEmptyString,
  homepage: Schema.String,
  repository: Schema.Struct({ type: Schema.Literal("git"), url: Schema.String, directory: Schema.String }),
  dependencies: Names,
  devDependencies: Names,
  peerDependencies: Names
})))

const readLists = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Array(Schema.Struct({ name: Schema.String, files: Schema.Array(Schema.Struct({ path: Schema.String })) })))
)

const folders = [
  "core",
  "conformance",
  "http",
  "http/client",
  "http/engine",
  "http/pages",
  "http/server",
  ...["geocoding", "images", "kv", "lmdb", "mail", "pglite", "postgres", "richtext", "sql", "sqlite"].map((adapter) =>
    `adapters/${adapter}`
  )
]

const read = (...path: ReadonlyArray<string>) => readFileSync(join(root, ...path), "utf8")

const packed = await promisify(execFile)(
  "npm",
  ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline", ...folders.map((folder) => `--workspace=${folder}`)],
  { cwd: root, maxBuffer: 64 * 2 ** 20 }
)

const lists = readLists(packed.stdout)

/** Packages that the user of a package must have once, because their values and types cross packages. */
const shared = ["effect", "@effect/platform", "@effect/sql", "@effect/experimental"]

/** The range of effect that hosts may have: the narrowest that a package of Effect which they share asks for. */
const oldestEffect = "^3.22.2"

const readPeers = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ peerDependencies: Schema.Record({ key: Schema.String, value: Schema.String }) }))
)

const packageOf = (specifier: string): string => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** The package whose types stand for one that has none of its own. */
const typesOf = (name: string): string => `@types/${name.replace(/^@/, "").replace("/", "__")}`

const hasTypes = (name: string): boolean => !existsSync(join(root, "node_modules", typesOf(name), "package.json"))

describe.each(folders)("the package of %s", (folder) => {
  const declared = readPackage(read(folder, "package.json"))
  const files = lists.filter(({ name }) => name === declared.name).flatMap(({ files }) => files.map(({ path }) => path))

  it("includes its license, README and program, and no tests", () => {
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]))
    expect(files.some((path) => path.startsWith("dist/"))).toBe(true)
    expect(files.filter((path) => /^test\/|\.test\.|\.tsbuildinfo$/.test(path))).toEqual([])
    expect(read(folder, "LICENSE")).toBe(read("LICENSE"))
  })

  it("names its repository", () => {
    const { homepage, repository } = declared
    expect(repository).toMatchObject({ url: expect.stringMatching(/^git\+https:.*\.git$/), directory: folder })
    expect(homepage).toContain(`/${folder}`)
  })

  it("has peer dependencies for packages that it shares with its host, in the tested range", () => {
    const { dependencies, devDependencies, peerDependencies } = declared
    for (const name of shared) {
      // The server is run and not embedded, so it shares them with nobody.
      if (folder === "http/server") expect(dependencies, name).toHaveProperty([name])
      else expect(dependencies, name).not.toHaveProperty([name])
      if (name in peerDependencies) {
        expect(peerDependencies[name], name).toBe(name === "effect" ? oldestEffect : `^${devDependencies[name]}`)
      }
    }
  })

  const given = { ...declared.dependencies, ...declared.peerDependencies }

  it("has no modules that import packages the installer lacks", () => {
    const modules = files.filter((path) => /^dist\/(?!program\/).*\.js$/.test(path))
    expect(modules.length).toBeGreaterThan(0)
    const imported = modules.flatMap((path) =>
      [...read(folder, path).matchAll(/^(?:import|export) .*from "([^"]+)"|\bimport\((?:\/\*.*?\*\/ ?)*"([^"]+)"\)/gm)].map((
        [, static_, dynamic]
      ) => static_ ?? dynamic ?? "")
    )
    expect(imported.length).toBeGreaterThan(0)
    const needed = imported.filter((specifier) => !specifier.startsWith(".")).map(packageOf)
    expect(needed.filter((name) => !name.startsWith("node:") && name !== declared.name && !(name in given))).toEqual([])
  })

  it("has no declarations that use types of packages the installer lacks", () => {
    const declarations = files.filter((path) => path.endsWith(".d.ts"))
    expect(declarations.length).toBeGreaterThan(0)
    const needed = new Set(
      declarations.flatMap((path) =>
        [...read(folder, path).matchAll(/(?:from |import\()"([^."][^"]*)"/g)].flatMap(([, specifier = ""]) => {
          const name = packageOf(specifier)
          if (specifier.startsWith("node:")) return []
          return name in given && hasTypes(name) ? [] : [typesOf(name) in given ? [] : [name]].flat()
        })
      )
    )
    expect([...needed].filter((name) => name !== declared.name)).toEqual([])
  })
})

describe("the range of effect", () => {
  it("is that of the packages of Effect, so that npm installs every release in it", () => {
    const ranges = [...shared.slice(1), "@effect/sql-pg"].map((name) =>
      readPeers(read("node_modules", name, "package.json")).peerDependencies["effect"] ?? ""
    )
    const floor = (range: string) => range.replace("^", "").split(".").map(Number)
    const [narrowest] = ranges.toSorted((left, right) => {
      const [a, b] = [floor(left), floor(right)]
      const index = a.findIndex((part, at) => part !== b[at])
      return index < 0 ? 0 : (b[index] ?? 0) - (a[index] ?? 0)
    })
    expect(oldestEffect).toBe(narrowest)
  })
})

describe("the HTTP handler", () => {
  const installed = (workspace: string) => {
    const packages = installedWith(read("package-lock.json"), workspace)
    return {
      own: packages.map(({ name }) => name).filter((name) => name.startsWith("@agenda-engine/")),
      native: packages.filter(({ isNative }) => isNative).map(({ name }) => name)
    }
  }

  it("is installed without adapters and native modules", () => {
    expect(installed("http")).toEqual({ own: ["@agenda-engine/core"], native: [] })
  })

  it("is installed without native modules by the engine in one call", () => {
    const { native, own } = installed("http/engine")
    expect(own).toEqual(expect.arrayContaining(["@agenda-engine/http", "@agenda-engine/sqlite", "@agenda-engine/postgres"]))
    expect(native).toEqual([])
  })

  it("is called by a client that installs no other package", () => {
    expect(installedWith(read("package-lock.json"), "http/client")).toEqual([])
  })

  it("is installed with both by the server", () => {
    const { native, own } = installed("http/server")
    expect(own).toEqual(expect.arrayContaining(["@agenda-engine/http", "@agenda-engine/sqlite"]))
    expect(native).toEqual(expect.arrayContaining(["better-sqlite3", "sharp"]))
  })
})
