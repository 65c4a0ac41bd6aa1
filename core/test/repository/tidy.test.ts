import { describe, expect, it } from "vitest"
import { issueCodes } from "../../src/domain/error/Issue.js"
import { documentedExports, documentedMembers } from "./docstrings.js"
import { citedSections, sectionsOf } from "./documents/citedSections.js"
import { documentedRows, errorCodeRows } from "./documents/errorCodes.js"
import { installed, withRanges } from "./documents/installed.js"
import { anchorsOf, links, mentions } from "./documents/links.js"
import { files_max, finished, lines_max, shortEnough, smallFolders, wellNamed } from "./fileShape.js"
import { importArrows } from "./importArrows.js"
import { importedClasses } from "./importedClasses.js"
import { noBarrels } from "./noBarrels.js"
import { missingPlatforms } from "./packages/lockfile.js"
import { plainProse } from "./plainProse.js"
import { type FileRule, listPaths, readRepositoryFile, showFindings } from "./Repository.js"
import { runningTests } from "./runningTests.js"
import { sharedKeys } from "./sharedKeys.js"
import { suppressions } from "./suppressions.js"
import { unplannedLimits } from "./unplannedLimits.js"

const paths = listPaths()
const filesAt = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).map(readRepositoryFile)

const sources = filesAt(/(^|\/)(src|bundling|generation)\/.+\.ts$/)
const tests = filesAt(/(^|\/)test\/.+\.ts$/)
const examples = filesAt(/(^|\/)examples\/.+\.ts$/)
const services = filesAt(/^core\/src\/(ports|services)\/\w+\.ts$/)
const typescript = [...sources, ...tests, ...examples]
const texts = filesAt(/\.(ts|js|md|json|sql)$|^\.ci\//).filter(({ path }) => path !== "package-lock.json")

const findingsIn = (rule: FileRule, files: typeof typescript) => showFindings(files.flatMap((file) => rule(file)))
const findingsOf = (rule: FileRule, text: string, path = "core/src/domain/Sample.ts") => rule({ path, text }).map(({ message }) => message)

describe("the repository", () => {
  it("is scanned", () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(tests.length).toBeGreaterThan(20)
    expect(services.length).toBeGreaterThan(10)
  })

  it("respects the dependency directions", () => {
    expect(findingsIn(importArrows, typescript)).toEqual([])
  })

  it("gives each service and reference a key of its own", () => {
    expect(showFindings(sharedKeys(sources))).toEqual([])
  })

  it("installs every package that the examples of documents import", () => {
    expect(findingsIn(installed, texts.filter(({ path }) => path.endsWith(".md") && path !== "CHANGELOG.md"))).toEqual([])
    expect(findingsIn(withRanges, texts.filter(({ path }) => path.endsWith(".md") && path !== "CHANGELOG.md"))).toEqual([])
    expect(findingsOf(withRanges, "npm install effect better-sqlite3@^12.11.1\n", "README.md")).toHaveLength(1)
    const example = '```sh\nnpm install a@^1.0.0 \\\n  @b/c # in memory\n```\n\n```ts\nimport "a/x"\nimport { d } from "@b/d"\n```\n'
    expect(findingsOf(installed, example, "README.md")).toEqual(["@b/d is imported, and no npm install names it"])
  })

  it("has no barrels", () => {
    expect(findingsIn(noBarrels, typescript)).toEqual([])
  })

  it("uses no instanceof with classes of imports", () => {
    expect(findingsIn(importedClasses, sources.filter(({ path }) => !path.startsWith("benchmarks/")))).toEqual([])
  })

  it("turns no tool off in a comment", () => {
    expect(findingsIn(suppressions, typescript)).toEqual([])
  })

  it("documents every export", () => {
    expect(findingsIn(documentedExports, sources)).toEqual([])
  })

  it("documents every member of a port or service", () => {
    expect(findingsIn(documentedMembers, services)).toEqual([])
  })

  it("keeps source files short", () => {
    expect(findingsIn(shortEnough, [...sources, ...tests, ...examples])).toEqual([])
  })

  it("keeps folders small", () => {
    expect(showFindings(smallFolders(paths))).toEqual([])
  })

  it("names and places files by its rules", () => {
    expect(showFindings(paths.flatMap(wellNamed))).toEqual([])
  })

  it("has comments with short lines and plain words", () => {
    expect(findingsIn(plainProse, typescript.filter(({ path }) => !path.startsWith("core/test/repository/")))).toEqual([])
  })

  it("has no unfinished notes", () => {
    expect(findingsIn(finished, texts)).toEqual([])
  })

  it("has no statement recompiled because of its limit", () => {
    expect(findingsIn(unplannedLimits, sources)).toEqual([])
  })

  it("skips no test", () => {
    expect(findingsIn(runningTests, tests)).toEqual([])
  })

  it("documents every error code and no other", () => {
    expect(documentedRows(readRepositoryFile("core/README.md").text)).toEqual(errorCodeRows(issueCodes))
  })

  it("cites sections of the specification that its page lists", () => {
    expect(findingsIn(citedSections(sectionsOf(readRepositoryFile("docs/specification.md").text)), [...sources, ...examples])).toEqual([])
  })

  it("has no broken links", () => {
    const documents = filesAt(/\.md$/)
    const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]))
    expect(findingsIn(links(new Map(paths.map((path) => [path, anchors.get(path) ?? null]))), documents)).toEqual([])
  })

  it("names only existing paths", () => {
    expect(findingsIn(mentions(new Set(paths)), filesAt(/\.md$/))).toEqual([])
  })

  it("locks the packages of every platform", () => {
    expect(missingPlatforms(readRepositoryFile("package-lock.json").text)).toEqual([])
  })
})

describe("a broken rule is found:", () => {
  it.each([
    ["// @ts", "expect-error\nexport const text: string = 1"],
    ["/* oxlint", "disable */"]
  ])("finds a suppression in %s-%s", (...parts) => {
    expect(findingsOf(suppressions, parts.join("-"))).toHaveLength(1)
    expect(findingsOf(suppressions, `export const text = ${JSON.stringify(parts.join("-"))}`)).toEqual([])
  })

  it.each([
    ["core/src/domain/Sample.ts", 'import { EventStore } from "../ports/event/EventStore.js"'],
    ["core/src/domain/Sample.ts", 'import type { EventStore } from "../ports/event/EventStore.js"'],
    ["core/src/domain/Sample.ts", 'export { EventStore } from "../ports/event/EventStore.js"'],
    ["core/src/domain/Sample.ts", 'type Store = import("../ports/event/EventStore.js").EventStore'],
    ["core/src/derive/sample.ts", 'import * as Clock from "effect/Clock"'],
    ["core/src/services/event/sample.ts", 'import { layer } from "../../memory/MemoryStores.js"'],
    ["core/src/services/Sample.ts", 'import { readFileSync } from "node:fs"'],
    ["core/src/services/Sample.ts", 'import { Effect } from "effect"'],
    ["core/src/services/Sample.ts", 'import * as SqlClient from "@effect/sql/SqlClient"'],
    ["core/src/fresh/Sample.ts", 'import { EventStore } from "../memory/MemoryStores.js"'],
    ["adapters/sqlite/src/Sample.ts", 'import { Events } from "@agenda-engine/core/services/Events"'],
    ["adapters/sqlite/src/Sample.ts", 'import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"'],
    ["adapters/sql/src/Sample.ts", 'import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"'],
    ["conformance/src/Sample.ts", 'import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"'],
    ["http/src/routes/Sample.ts", 'import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"'],
    ["http/src/routes/Sample.ts", 'import * as NodeContext from "@effect/platform-node/NodeContext"'],
    ["http/src/api/Sample.ts", 'import { eventHandlers } from "../routes/eventHandlers.js"'],
    ["http/src/routes/Sample.ts", 'import { serve } from "@agenda-engine/server/node/Server"'],
    ["http/server/src/node/Sample.ts", 'import { main } from "../cli/main.js"'],
    ["http/server/src/node/Sample.ts", 'export const load = () => import("../cli/main.js")'],
    ["http/server/src/node/Sample.ts", 'import { App } from "../../../src/App.js"'],
    ["http/server/src/node/Sample.ts", 'import { Event } from "../../../../core/src/domain/event/Event.js"']
  ])("finds the import against the dependency directions of %s: %s", (path, text) => {
    expect(findingsOf(importArrows, text, path)).toHaveLength(1)
  })

  it.each([
    ["core/src/services/Sample.ts", 'import { EventStore } from "../ports/event/EventStore.js"'],
    ["core/src/services/event/sample.ts", 'import { Access } from "../Access.js"'],
    ["adapters/sqlite/src/Sample.ts", 'import { EventStore } from "@agenda-engine/core/ports/event/EventStore"'],
    ["http/server/src/cli/Sample.ts", 'import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"']
  ])("allows %s: %s", (path, text) => {
    expect(findingsOf(importArrows, text, path)).toEqual([])
  })

  it.each([
    ['import { SqlError } from "@effect/sql/SqlError"\nexport const is = (e: unknown) => e instanceof SqlError', 1],
    ['import * as Migrator from "@effect/sql/Migrator"\nexport const is = (e: unknown) => e instanceof Migrator.MigrationError', 1],
    ["class Own {}\nexport const is = (e: unknown) => e instanceof Own || e instanceof Uint8Array", 0]
  ])("counts instanceof checks with imported classes in %j", (text, count) => {
    expect(findingsOf(importedClasses, text)).toHaveLength(count)
  })

  it("finds keys that two services share", () => {
    const tag = (name: string) => `export class ${name} extends Context.Tag("@agenda-engine/core/ports/Bell")<${name}, {}>() {}`
    expect(sharedKeys([{ path: "core/src/ports/Bell.ts", text: [tag("Bell"), tag("Gong")].join("\n") }])).toHaveLength(1)
    expect(sharedKeys([{ path: "core/src/ports/Bell.ts", text: tag("Bell") }])).toEqual([])
  })

  it("finds long comments and private words", () => {
    expect(findingsOf(plainProse, `/** ${"word ".repeat(24)}*/`)).toEqual([expect.stringContaining("columns")])
    expect(findingsOf(plainProse, "// A stretch of time.")).toEqual([expect.stringContaining("own words")])
    expect(findingsOf(plainProse, 'it("is made anew", () => {})')).toEqual([expect.stringContaining("own words")])
    expect(findingsOf(plainProse, 'it.each([1])("is for whoever asks", () => {})')).toEqual([expect.stringContaining("own words")])
    expect(findingsOf(plainProse, `/** A time window. */\nconst stretch = "${"x".repeat(120)}"`)).toEqual([])
  })

  it("finds barrels", () => {
    expect(findingsOf(noBarrels, 'export * from "./Event.js"')).toHaveLength(1)
    expect(findingsOf(noBarrels, 'export { Event } from "./Event.js"')).toEqual([])
  })

  it.each([
    ["export const one = 1", 1],
    ["// not for readers\nexport const one = 1", 1],
    ["/** */\nexport const one = 1", 1],
    ["export interface One {}", 1],
    ["export type One = 1", 1],
    ["export class One {}", 1],
    ["export function one() {}", 1],
    ["/** The first number. */\nexport const one = 1", 0],
    ['export { one } from "./one.js"', 0],
    ["const one = 1", 0]
  ])("counts the exports without docstring of %j", (text, count) => {
    expect(findingsOf(documentedExports, text)).toHaveLength(count)
  })

  it("finds members of services without docstring", () => {
    const service = (member: string) => `export class Bell extends Context.Tag("Bell")<Bell, {\n${member}\n}>() {}`
    expect(findingsOf(documentedMembers, service("readonly ring: () => void"))).toEqual(["ring has no docstring"])
    expect(findingsOf(documentedMembers, service("/** Rings once. */\nreadonly ring: () => void"))).toEqual([])
  })

  it("finds long files", () => {
    expect(findingsOf(shortEnough, "\n".repeat(lines_max + 1))).toHaveLength(1)
    expect(findingsOf(shortEnough, "\n".repeat(lines_max))).toEqual([])
  })

  it("finds large folders", () => {
    const paths = Array.from({ length: files_max }, (_, index) => `core/src/domain/Noun${index}.ts`)
    expect(smallFolders([...paths, "core/src/domain/event/Noun.ts"])).toEqual([])
    expect(smallFolders([...paths, "core/src/domain/Noun.ts"])).toHaveLength(1)
  })

  it.each([
    "core/src/utils/text.ts",
    "core/src/domain/helpers.ts",
    "http/src/index.ts",
    "http/test/common.test.ts",
    "packages/core/Event.ts",
    "notes.md"
  ])("finds the name %s", (path) => {
    expect(wellNamed(path)).not.toEqual([])
  })

  it.each([["// TO", "DO: later"], ["// FIX", "ME"], ["see /wo", "rk/elsewhere"]])("finds unfinished notes in %s%s", (...parts) => {
    expect(findingsOf(finished, parts.join(""))).toHaveLength(1)
  })

  it.each([
    ["it", 'skip("x", () => {})'],
    ["describe", 'only("x", () => {})'],
    ["it.effect", 'skip("x", () => {})'],
    ["it", 'todo("x")'],
    ["test", 'skipIf(true)("x", () => {})']
  ])("finds the skipped test in %s.%s", (...parts) => {
    expect(findingsOf(runningTests, parts.join("."))).toHaveLength(1)
  })

  it("finds limits that recompile statements", () => {
    expect(findingsOf(unplannedLimits, "sql`SELECT 1\n  LIMIT ${limit}`, sql`LIMIT\n ${rows}`")).toHaveLength(2)
    expect(findingsOf(unplannedLimits, "sql`SELECT 1 ${limitTo(sql, limit)}`, sql`LIMIT 1`")).toEqual([])
    expect(findingsOf(unplannedLimits, "sql`LIMIT CAST(${rows} AS bigint)`")).toEqual([])
  })

  it("finds missing and unknown error codes in the documentation", () => {
    const rows = errorCodeRows(issueCodes)
    const table = (shown: ReadonlyArray<string>) =>
      `# Core\n\n## Error codes\n\n| code | where |\n|---|---|\n${shown.join("\n")}\n\n## After\n\n| \`x\` |\n`
    expect(documentedRows(table(rows))).toEqual(rows)
    expect(documentedRows(table(rows.slice(1)))).not.toEqual(rows)
    expect(documentedRows(table([...rows, "| `unheard.of` | nowhere | never | none |"]))).not.toEqual(rows)
  })

  it("finds citations of unknown sections", () => {
    const rule = citedSections(sectionsOf("| Section | Decides |\n| wire.md §5 | the event |\n"))
    expect(findingsOf(rule, "/** Slugs (wire.md §5, Shapes; wire.md\n * §5). */")).toEqual([])
    expect(findingsOf(rule, "/** Slugs (wire.md §9; wire.md). */")).toEqual([
      "wire.md §9: docs/specification.md does not list it",
      "wire.md : docs/specification.md does not list it"
    ])
  })

  it("finds broken links", () => {
    const rule = links(new Map([["core/README.md", anchorsOf("# Core\n\n## The map\n")], ["README.md", anchorsOf("")], ["LICENSE", null]]))
    const at = (text: string, path: string) => findingsOf(rule, text, path)
    expect(at("[a](../nowhere.md) and [b](../core/README.md#the-map)", "http/README.md")).toEqual(["../nowhere.md is not there"])
    expect(at("[a](../core/README.md#map)", "http/README.md")).toEqual(["../core/README.md#map is not there"])
    expect(at("[a](#map) and [b](#core)", "core/README.md")).toEqual(["#map is not there"])
    expect(at("[a](https://effect.website/#x) and [b](core/README.md) and [c](LICENSE)", "README.md")).toEqual([])
    expect(at("```md\n[a](nowhere.md)\n```", "README.md")).toEqual([])
  })

  it("finds missing paths", () => {
    const rule = mentions(new Set(["core/src/Engine.ts"]))
    expect(findingsOf(rule, "`core/src/Engine.ts`, `core/src` and `core/src/Motor.ts`", "README.md")).toEqual([
      "core/src/Motor.ts is not there"
    ])
  })

  it("finds platforms missing from the lockfile", () => {
    const lock = (packages: object) => JSON.stringify({ packages })
    const tool = { optionalDependencies: { "tool-linux": "1.0.0" } }
    expect(missingPlatforms(lock({ "": {}, "node_modules/tool": tool }))).toEqual(["node_modules/tool: tool-linux"])
    expect(missingPlatforms(lock({ "": {}, "node_modules/tool": tool, "node_modules/tool-linux": {} }))).toEqual([])
    expect(missingPlatforms(lock({ "node_modules/tool": tool, "node_modules/tool/node_modules/tool-linux": {} }))).toEqual([])
  })
})
