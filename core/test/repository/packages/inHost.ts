import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect } from "vitest"
import { root } from "../Repository.js"

/** Runs a program; rejects with its output when it fails. */
export const run = promisify(execFile)

/** Packs packages of the engine into a folder; answers the names of the files. */
export const packInto = async (folder: string, names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const workspaces = names.map((name) => `--workspace=@agenda-engine/${name}`)
  await run("npm", ["pack", "--ignore-scripts", "--offline", "--pack-destination", folder, ...workspaces], { cwd: root })
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz"))
  expect(tarballs).toHaveLength(names.length)
  return tarballs
}

/**
 * Runs a test in the folder of a host that installed these packages of the engine, packed, and others. The folder is
 * removed afterwards.
 */
export const inHost = async (
  names: ReadonlyArray<string>,
  others: { readonly [name: string]: string },
  test: (folder: string) => Promise<void>
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "agenda-engine-installed-"))
  try {
    const tarballs = await packInto(folder, names)
    const packed = tarballs.map((name) => [name.replace(/^agenda-engine-(.*)-\d+\.\d+\.\d+\.tgz$/, "@agenda-engine/$1"), `file:${name}`])
    const dependencies = { ...Object.fromEntries(packed), ...others }
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "host", private: true, type: "module", dependencies }))
    await run("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder })
    await test(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gives a host the native module of better-sqlite3 that is built here, because installs run no scripts. */
export const copyDriver = async (folder: string): Promise<void> => {
  const built = join("node_modules", "better-sqlite3", "build", "Release", "better_sqlite3.node")
  await cp(join(root, built), join(folder, built), { recursive: true })
}
