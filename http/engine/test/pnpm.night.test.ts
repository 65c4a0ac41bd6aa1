import { expect, it } from "@effect/vitest"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { installedBy } from "../../../core/test/repository/documents/installed.js"
import { run } from "../../../core/test/repository/packages/inHost.js"
import { listPaths, readRepositoryFile, root } from "../../../core/test/repository/Repository.js"

const pnpm = "10.34.8"

/** The modules that the TypeScript of a document imports from packages, without types alone. */
const importedBy = (text: string): ReadonlyArray<string> => [
  ...new Set(
    [...text.matchAll(/```tsx?\n([^]*?)```/g)].flatMap(([, code = ""]) =>
      [...code.matchAll(/^import (?!type ).*from "([^".][^"]*)"/gm)].map(([, specifier = ""]) => specifier)
    )
  )
]

/** Packs every package of the repository, and returns the tarballs by name. */
const packAll = async (folder: string): Promise<{ readonly [name: string]: string }> => {
  await run("npm", ["pack", "--workspaces", "--ignore-scripts", "--offline", "--pack-destination", folder], { cwd: root })
  const files = (await readdir(folder)).filter((name) => name.startsWith("agenda-engine-"))
  return Object.fromEntries(
    files.map((name) => [name.replace(/^agenda-engine-(.*)-\d+\.\d+\.\d+\.tgz$/, "@agenda-engine/$1"), `file:${join(folder, name)}`])
  )
}

it("a host with pnpm imports what the documents import, after their commands", async () => {
  const folder = await mkdtemp(join(tmpdir(), "agenda-engine-pnpm-"))
  try {
    const tarballs = await packAll(folder)
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: { pnpm } }))
    await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder })
    const documents = listPaths().filter((path) => path === "README.md" || /^(docs\/guides|http)\/(.*\/)?\w+\.md$/.test(path))
    expect(documents.length).toBeGreaterThan(8)
    for (const path of documents) {
      const { text } = readRepositoryFile(path)
      const imported = importedBy(text)
      const commands = [...installedBy(text)]
      if (imported.length === 0) continue
      const host = join(folder, path.replaceAll("/", "-"))
      await mkdir(host)
      const dependencies = Object.fromEntries(commands.map(({ name, range }) => [name, tarballs[name] ?? range]))
      await writeFile(
        join(host, "package.json"),
        JSON.stringify({ private: true, type: "module", dependencies, pnpm: { overrides: tarballs } })
      )
      const program = imported.map((specifier) => `await import(${JSON.stringify(specifier)})\n`).join("")
      await writeFile(join(host, "importing.mjs"), `${program}console.log("imported")\n`)
      await run(join(folder, "node_modules", ".bin", "pnpm"), ["install", "--ignore-scripts", "--prefer-offline"], { cwd: host })
      const { stdout } = await run(process.execPath, ["importing.mjs"], { cwd: host })
      expect([path, stdout.trim()]).toEqual([path, "imported"])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
