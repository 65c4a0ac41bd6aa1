import { dirname, join } from "node:path/posix"
import ts from "typescript"
import type { FileRule } from "./Repository.js"
import { findingAt, nodesOf, parse } from "./SyntaxTree.js"

/** A part of the repository, what it imports of the others, and what it imports from elsewhere. */
interface Part {
  readonly name: string
  /** What its paths begin with; the first part that fits counts. */
  readonly path: string
  readonly sees: ReadonlyArray<string>
  readonly packages: RegExp
  /** Whether it is the files right there, and no folder in it. */
  readonly flat?: true
}

const timeless = /^(effect\/(?!(Clock|DateTime|Random)$).+|any-ascii)$/
const sockets = /^(effect\/.+|node:(net|tls))$/
const pure = /^(effect\/.+|any-ascii)$/
const platform = /^(effect\/.+|@effect\/platform\/.+|@effect\/sql\/.+)$/
const everything = /^(?!(effect|@effect\/(platform|platform-node|sql|sql-pg|sql-sqlite-node|cli|experimental))$)/

const records = ["core/domain", "core/record", "core/query"]
const ports = [...records, "core/ports"]
const rules = [...records, "core/search", "core/contract", "core/validation", "core/derive", "core/present"]
const services = [...rules, "core/ports", "core/schedule", "core/services"]
const core = [...services, "core/keyvalue", "core/memory", "core/secrets", "core"]
const exchange = ["http/settings", "http/query", "http/context", "http/response", "http/identity", "http/cache", "http/pipeline"]
const handler = [...exchange, "http/request", "http/api", "http/exports", "http/routes"]
const http = [...handler, "http/node", "http"]
/** What tests of the engine import of others. */
const besideTests = ["postgres tests", "core tests", "http tests", "conformance bundling", "random runs"]
const adapters = [
  "adapters/sql",
  "adapters/sqlite",
  "adapters/postgres",
  "adapters/kv",
  "adapters/lmdb",
  "adapters/pglite",
  "adapters/richtext",
  "adapters/mail",
  "adapters/images",
  "adapters/geocoding",
  "adapters/outbound"
]
const server = ["server/config", "server/node", "server/demo", "server/cli"]
const sources = [
  ...core,
  ...adapters,
  ...http,
  "pages",
  ...server,
  "conformance",
  "conformance/http",
  "conformance/judged",
  "conformance/testing"
]

/** Which part of the repository sees which: a closed list, so that a new folder must be added. */
export const parts: ReadonlyArray<Part> = [
  { name: "core/domain", path: "core/src/domain/", sees: [], packages: timeless },
  { name: "core/record", path: "core/src/record/", sees: ["core/domain"], packages: timeless },
  { name: "core/query", path: "core/src/query/", sees: ["core/domain", "core/record", "core/search"], packages: timeless },
  {
    name: "core/search",
    path: "core/src/search/",
    sees: ["core/domain", "core/record"],
    packages: /^(effect\/(?!(Clock|DateTime|Random)$).+|stemmer|@orama\/stemmers\/.+)$/
  },
  { name: "core/validation", path: "core/src/validation/", sees: [...records, "core/derive"], packages: timeless },
  { name: "core/contract", path: "core/src/contract/", sees: ["core/domain", "core/query"], packages: timeless },
  { name: "core/derive", path: "core/src/derive/", sees: [...records, "core/search"], packages: timeless },
  { name: "core/present", path: "core/src/present/", sees: [...records, "core/derive"], packages: timeless },
  { name: "core/ports", path: "core/src/ports/", sees: records, packages: pure },
  { name: "core/schedule", path: "core/src/schedule/", sees: [], packages: pure },
  { name: "core/services", path: "core/src/services/", sees: [...rules, "core/ports", "core/schedule"], packages: pure },
  { name: "core/keyvalue", path: "core/src/keyvalue/", sees: ports, packages: pure },
  { name: "core/memory", path: "core/src/memory/", sees: [...ports, "core/keyvalue"], packages: pure },
  { name: "core/secrets", path: "core/src/secrets/", sees: ["core/ports"], packages: pure },
  { name: "core", path: "core/src/", sees: [...services, "core/secrets"], packages: pure, flat: true },
  {
    name: "adapters/sql",
    path: "adapters/sql/src/",
    sees: [...ports, "core/schedule", "core/search"],
    packages: /^(effect|@effect\/sql|@effect\/platform)\/.+$/
  },
  {
    name: "adapters/sqlite",
    path: "adapters/sqlite/src/",
    sees: [...ports, "core/schedule", "adapters/sql"],
    packages: /^((effect|@effect\/sql|@effect\/platform|@effect\/experimental)\/.+|better-sqlite3|node:.+)$/
  },
  {
    name: "adapters/postgres",
    path: "adapters/postgres/src/",
    sees: [...ports, "adapters/sql"],
    packages: /^((effect|@effect\/sql|@effect\/sql-pg|@effect\/platform|@effect\/experimental)\/.+|pg|node:.+)$/
  },
  { name: "adapters/kv", path: "adapters/kv/src/", sees: [...ports, "core/keyvalue", "core/memory"], packages: pure },
  { name: "adapters/lmdb", path: "adapters/lmdb/src/", sees: [...ports, "adapters/kv"], packages: /^(effect\/.+|lmdb)$/ },
  {
    name: "adapters/pglite",
    path: "adapters/pglite/src/",
    sees: [...ports, "adapters/sql", "adapters/postgres"],
    packages: /^((effect|@effect\/sql|@effect\/experimental)\/.+|@electric-sql\/pglite)$/
  },
  { name: "adapters/richtext", path: "adapters/richtext/src/", sees: ["core/domain", "core/derive", "core/ports"], packages: everything },
  { name: "adapters/mail", path: "adapters/mail/src/", sees: ["core/domain", "core/ports"], packages: everything },
  { name: "adapters/images", path: "adapters/images/src/", sees: ["core/domain", "core/ports", "adapters/outbound"], packages: everything },
  { name: "adapters/outbound", path: "adapters/outbound/src/", sees: ["core/domain", "core/ports"], packages: everything },
  { name: "adapters/geocoding", path: "adapters/geocoding/src/", sees: ["core/domain", "core/ports"], packages: everything },
  {
    name: "conformance/cli",
    path: "conformance/src/cli",
    sees: [...core, "conformance", "conformance/http", "conformance/process", "conformance/report"],
    packages: /^(effect\/.+|node:.+)$/
  },
  {
    name: "conformance/process",
    path: "conformance/src/process/",
    sees: [...core, "conformance", "conformance/testing"],
    packages: /^(effect\/.+|node:.+)$/
  },
  {
    name: "conformance/report",
    path: "conformance/src/report/",
    sees: ["conformance", "conformance/http"],
    packages: /^(effect\/.+|node:fs)$/
  },
  { name: "conformance/http", path: "conformance/src/http/", sees: ["core/domain", "conformance"], packages: sockets },
  { name: "conformance/testing", path: "conformance/src/testing/", sees: core, packages: pure },
  { name: "conformance/judged", path: "conformance/src/judged/", sees: core, packages: /^(effect\/.+|node:fs)$/ },
  {
    name: "conformance",
    path: "conformance/src/",
    sees: [...core, "conformance/judged", "conformance/process", "conformance/testing"],
    packages: /^(effect\/.+|vitest|@effect\/vitest)$/
  },
  { name: "http/settings", path: "http/src/HttpSettings", sees: core, packages: platform },
  { name: "http/query", path: "http/src/query/", sees: rules, packages: /^(effect\/.+|qs)$/ },
  { name: "http/context", path: "http/src/context/", sees: [...core, "http/settings", "http/query"], packages: platform },
  { name: "http/response", path: "http/src/response/", sees: [...core, "http/settings", "http/context"], packages: platform },
  {
    name: "http/identity",
    path: "http/src/identity/",
    sees: [...core, "http/settings", "http/context", "http/response"],
    packages: platform
  },
  {
    name: "http/request",
    path: "http/src/request/",
    sees: [...core, "http/settings", "http/query", "http/context", "http/response", "http/identity", "http/api"],
    packages: /^(effect\/.+|@effect\/platform\/.+|multipasta)$/
  },
  {
    name: "http/cache",
    path: "http/src/cache/",
    sees: [...core, "http/settings", "http/query", "http/context", "http/response", "http/identity", "http/request"],
    packages: platform
  },
  {
    name: "http/pipeline",
    path: "http/src/pipeline/",
    sees: [...core, ...exchange, "http/api", "http/request"],
    packages: /^(effect\/.+|@effect\/platform\/.+|find-my-way-ts)$/
  },
  { name: "http/api", path: "http/src/api/", sees: [...rules, "http/settings", "http/query"], packages: platform },
  {
    name: "http/exports",
    path: "http/src/exports/",
    sees: [...core, ...exchange, "http/request"],
    packages: /^(effect\/.+|@effect\/platform\/.+|hucre\/xlsx)$/
  },
  { name: "http/routes", path: "http/src/routes/", sees: [...core, ...handler], packages: platform },
  { name: "http/node", path: "http/src/node/", sees: ["http/pipeline"], packages: /^(effect\/.+|node:(stream|zlib))$/ },
  { name: "http", path: "http/src/", sees: [...core, ...handler], packages: platform, flat: true },
  { name: "pages", path: "http/pages/src/", sees: [...core, ...http], packages: platform },
  { name: "client mirror", path: "http/client/src/mirror.ts", sees: ["client", ...core, "adapters/richtext", ...http], packages: pure },
  { name: "client", path: "http/client/src/", sees: [], packages: /^$/ },
  { name: "generation", path: "http/client/generation/", sees: ["core/contract", "http/api", "http/response"], packages: everything },
  { name: "client examples", path: "http/client/examples/", sees: ["client"], packages: /^@agenda-engine\/client$/ },
  { name: "engine", path: "http/engine/src/", sees: [...core, ...adapters, ...http, "pages"], packages: everything },
  { name: "engine examples", path: "http/engine/examples/", sees: [...records, "core/services", "engine"], packages: everything },
  { name: "server/config", path: "http/server/src/config/", sees: [...core, ...adapters, "http/settings"], packages: everything },
  { name: "server/node", path: "http/server/src/node/", sees: [...core, ...http, "pages", "server/config"], packages: everything },
  { name: "server/demo", path: "http/server/src/demo/", sees: ["core/derive"], packages: /^(effect\/.+|node:fs)$/ },
  {
    name: "server/cli",
    path: "http/server/src/cli/",
    sees: [...core, ...adapters, ...http, "server/config", "server/node", "server/demo"],
    packages: everything
  },
  { name: "bundling", path: "http/server/bundling/", sees: [], packages: everything },
  { name: "examples", path: "http/examples/", sees: sources, packages: everything },
  { name: "benchmarks/postgres", path: "benchmarks/src/postgres/", sees: [], packages: /^(effect\/.+|node:.+)$/ },
  { name: "benchmarks", path: "benchmarks/src/", sees: [...sources, "benchmarks/postgres"], packages: everything },
  { name: "random runs", path: "core/test/repository/ofFull", sees: [], packages: everything },
  { name: "largest calls", path: "core/test/ports/largestCalls", sees: [], packages: everything },
  { name: "core tests", path: "core/test/", sees: [...core, "conformance/testing", "random runs"], packages: everything },
  {
    name: "sql tests",
    path: "adapters/sql/test/",
    sees: [...core, "adapters/sql", "conformance", "conformance/testing"],
    packages: everything
  },
  {
    name: "sqlite tests",
    path: "adapters/sqlite/test/",
    sees: [
      ...core,
      "adapters/sql",
      "adapters/sqlite",
      "conformance",
      "conformance/testing",
      "conformance bundling",
      "random runs",
      "sql tests"
    ],
    packages: everything
  },
  {
    name: "postgres tests",
    path: "adapters/postgres/test/",
    sees: [
      ...core,
      "adapters/sql",
      "adapters/postgres",
      "conformance",
      "conformance/testing",
      "conformance bundling",
      "benchmarks/postgres",
      "random runs",
      "sql tests"
    ],
    packages: everything
  },
  {
    name: "kv tests",
    path: "adapters/kv/test/",
    sees: [...core, "adapters/kv", "conformance", "conformance/testing"],
    packages: everything
  },
  {
    name: "lmdb tests",
    path: "adapters/lmdb/test/",
    sees: [...core, "adapters/kv", "adapters/lmdb", "conformance", "conformance/testing", "conformance bundling"],
    packages: everything
  },
  {
    name: "pglite tests",
    path: "adapters/pglite/test/",
    sees: [...core, "adapters/sql", "adapters/pglite", "conformance", "sql tests"],
    packages: everything
  },
  { name: "richtext tests", path: "adapters/richtext/test/", sees: [...core, "adapters/richtext", "random runs"], packages: everything },
  { name: "mail tests", path: "adapters/mail/test/", sees: [...core, "adapters/mail"], packages: everything },
  { name: "images tests", path: "adapters/images/test/", sees: [...core, "adapters/images", "adapters/outbound"], packages: everything },
  { name: "outbound tests", path: "adapters/outbound/test/", sees: [...core, "adapters/outbound"], packages: everything },
  {
    name: "geocoding tests",
    path: "adapters/geocoding/test/",
    sees: [...core, "adapters/geocoding", "conformance/testing"],
    packages: everything
  },
  { name: "conformance bundling", path: "conformance/test/process/bundleProcesses", sees: [], packages: everything },
  {
    name: "conformance tests",
    path: "conformance/test/",
    sees: [
      ...core,
      "conformance",
      "conformance/judged",
      "conformance/testing",
      "conformance/http",
      "conformance/process",
      "conformance/report",
      "conformance/cli",
      "conformance bundling",
      "random runs"
    ],
    packages: everything
  },
  {
    name: "http tests",
    path: "http/test/",
    sees: [
      ...core,
      ...http,
      "pages",
      "adapters/sqlite",
      "adapters/richtext",
      "adapters/images",
      "conformance/testing",
      "examples",
      "random runs"
    ],
    packages: everything
  },
  { name: "pages tests", path: "http/pages/test/", sees: [...core, ...http, "pages", "adapters/richtext"], packages: everything },
  {
    name: "engine tests",
    path: "http/engine/test/",
    sees: [...core, ...adapters, ...http, "engine", "engine examples", "client", ...besideTests],
    packages: everything
  },
  {
    name: "client tests",
    path: "http/client/test/",
    sees: ["client", "client examples", "engine", "engine tests", "core tests", "server tests"],
    packages: everything
  },
  {
    name: "server tests",
    path: "http/server/test/",
    sees: [
      ...sources,
      "bundling",
      "client",
      "largest calls",
      "random runs",
      "conformance/cli",
      "http tests",
      "postgres tests",
      "sqlite tests",
      "richtext tests",
      "mail tests",
      "images tests",
      "geocoding tests",
      "outbound tests"
    ],
    packages: everything
  },
  { name: "benchmark tests", path: "benchmarks/test/", sees: [...sources, "benchmarks"], packages: everything }
]

/** The folders of packages that are not called as their package is. */
const folders: Record<string, string> = Object.fromEntries([
  ...adapters.map((path) => [path.slice("adapters/".length), path]),
  ...["client", "engine", "pages", "server"].map((name) => [name, `http/${name}`])
])

/** The folder of the package that a path is in. */
const packageAt = (path: string): string =>
  Object.values(folders).find((folder) => path.startsWith(`${folder}/`)) ?? path.split("/")[0] ?? path

const partAt = (path: string): Part | undefined =>
  parts.find((part) => path.startsWith(part.path) && (part.flat !== true || !path.slice(part.path.length).includes("/")))

/** Path of an imported module in the repository, as the import spells it; null when it is of another package. */
const pathOf = (from: string, specifier: string): string | null => {
  if (specifier.startsWith(".")) return join(dirname(from), specifier)
  const own = /^@agenda-engine\/([^/]+)\/(.+)$/.exec(specifier)
  const name = own?.[1]
  return name === undefined ? null : `${folders[name] ?? name}/src/${own?.[2] ?? ""}`
}

/** The module that an import, an import type or an export names; null for other nodes. */
const specifierOf = (node: ts.Node): ts.StringLiteral | null => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier : null
  }
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)
      ? node.argument.literal
      : null
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return null
  const [argument] = node.arguments
  return argument !== undefined && ts.isStringLiteral(argument) ? argument : null
}

const complaint = (from: string, specifier: string): string | null => {
  const part = partAt(from)
  if (part === undefined) return "this folder is in no part of the repository: give it a place among the arrows"
  const path = pathOf(from, specifier)
  if (path === null) return part.packages.test(specifier) ? null : `${part.name} does not import ${specifier}`
  const target = partAt(path)
  const leaves = specifier.startsWith(".") && packageAt(path) !== packageAt(from)
  // Tests and benchmarks are not published: they export nothing by name.
  if (leaves && !path.includes("/test/") && !path.startsWith("benchmarks/")) return `another package goes by its name, not ${specifier}`
  if (target === undefined) return path.endsWith("package.json") ? null : `${specifier} is in no part of the repository`
  return target === part || part.sees.includes(target.name) ? null : `${part.name} does not see ${target.name}`
}

/**
 * Imports follow the arrows: domain, record, query, rules, ports, services; adapters beside them, HTTP above
 * (ARCHITECTURE.md).
 */
export const importArrows: FileRule = (file) => {
  const source = parse(file)
  return nodesOf(source).flatMap((node) => {
    const specifier = specifierOf(node)
    const message = specifier === null ? null : complaint(file.path, specifier.text)
    return message === null ? [] : [findingAt(source, node, message)]
  })
}
