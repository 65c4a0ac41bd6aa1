import { buildSync } from "esbuild"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const entry = `${root}/http/src/cli/main.ts`
const cache = `${root}/http/node_modules/.agenda-engine-cli`

/** What the command line is made of. */
const sources = ["core", "http", ...readdirSync(`${root}/adapters`).map((name) => `adapters/${name}`)].map((name) => `${name}/src`)

const changedAt = (path: string): number => statSync(`${root}/${path}`).mtimeMs

const lastChange = (folder: string): number =>
  Math.max(...readdirSync(`${root}/${folder}`, { recursive: true }).map((name) => changedAt(`${folder}/${String(name)}`)))

const bundled = `${cache}/${Math.max(changedAt("package-lock.json"), ...sources.map(lastChange))}`

const bundle = (): void => {
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(`${cache}/made-`)
  buildSync({
    entryPoints: [entry],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    conditions: ["@agenda-engine/source"],
    // Shared objects stay where they are, and what asks where it is stands where it was.
    external: ["better-sqlite3", "sharp", "pg-native"],
    define: { "import.meta.url": JSON.stringify(pathToFileURL(entry)) },
    banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' }
  })
  try {
    renameSync(outdir, bundled)
  } catch (error) {
    // Another process was faster.
    rmSync(outdir, { recursive: true })
    if (!existsSync(bundled)) throw error
  }
}

if (!existsSync(bundled)) bundle()

/**
 * What Node is started with to run the command line: its source as it is written, in few files, which start three times as fast as the many
 * of the built program.
 */
export const program: ReadonlyArray<string> = [`${bundled}/main.mjs`]
