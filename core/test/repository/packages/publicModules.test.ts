import * as Schema from "effect/Schema"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { listPaths, readRepositoryFile, root } from "../Repository.js"

const paths = listPaths()

const readManifest = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ name: Schema.String, exports: Schema.Record({ key: Schema.String, value: Schema.Unknown }) }))
)

const packages = paths.filter((path) => /^(?!benchmarks\/).+\/package\.json$/.test(path)).map((path) => ({
  folder: path.slice(0, -"/package.json".length),
  ...readManifest(readRepositoryFile(path).text)
}))

/** The folder of the package that has a file. */
const folderOf = (path: string): string | undefined =>
  packages.map(({ folder }) => folder).filter((folder) => path.startsWith(`${folder}/`)).toSorted((a, b) => b.length - a.length)[0]

const documents = paths.filter((path) =>
  /(?<!CHANGELOG)\.md$|\/examples\//.test(path) && !/^(\.changeset|ARCHITECTURE|CONTRIBUTING)/.test(path)
)

const programs = paths.filter((path) => /\/(src|bin)\/.*\.[jt]s$/.test(path))

/** The modules of a package that a text names. */
const namedIn = (name: string, path: string): ReadonlyArray<string> =>
  [...readRepositoryFile(path).text.matchAll(new RegExp(`${name}/([\\w/.-]*\\w)`, "g"))].map(([, module = ""]) => module)

/** Every module of the packages. */
const modulesOf = (folder: string): ReadonlyArray<string> =>
  programs.filter((path) => path.startsWith(`${folder}/src/`) && folderOf(path) === folder && path.endsWith(".ts"))
    .map((path) => path.slice(`${folder}/src/`.length, -".ts".length))

/** Prints which of the specifiers in its input Node finds, as a host has it: without the condition of the tests. */
const resolver = `import { readFileSync } from "node:fs"
const found = (specifier) => { try { return import.meta.resolve(specifier) !== "" } catch { return false } }
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).filter(found)))`

const importable = Schema.decodeSync(Schema.parseJson(Schema.Array(Schema.String)))(
  execFileSync(process.execPath, ["--input-type=module", "--eval", resolver], {
    cwd: root,
    encoding: "utf8",
    input: JSON.stringify(
      packages.flatMap(({ name, folder }) => ["package.json", ...modulesOf(folder)].map((module) => `${name}/${module}`))
    )
  })
)

describe.each(packages)("the exports of $name", ({ name, folder, exports }) => {
  const isModule = (module: string): boolean => existsSync(join(root, folder, "src", `${module}.ts`))
  const modules = Object.keys(exports).filter((key) => !["./package.json", "./*", "."].includes(key)).map((key) => key.slice(2))

  it("are the modules that other packages and documents import, and the ports", () => {
    const used = [...documents, ...programs.filter((path) => folderOf(path) !== folder)].flatMap((path) => namedIn(name, path))
    const ports = paths.filter((path) => path.startsWith(`${folder}/src/ports/`)).map((path) => path.slice(`${folder}/src/`.length, -3))
    expect(modules.toSorted()).toEqual([...new Set([...used.filter(isModule), ...ports])].toSorted())
  })

  it("are all that Node imports", () => {
    const found = importable.filter((specifier) => specifier.startsWith(`${name}/`)).map((specifier) => specifier.slice(name.length + 1))
    expect(found.toSorted()).toEqual([...modules, "package.json"].toSorted())
  })
})
