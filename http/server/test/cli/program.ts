import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "../../bundling/bundle.js"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const made = join(root, "http/server/node_modules")

/** What the command line is made of. */
const sources = [
  "http/server/bundling",
  ...["core", "http", "http/pages", "http/server", ...readdirSync(`${root}/adapters`).map((name) => `adapters/${name}`)].map((name) =>
    `${name}/src`
  )
]

const changedAt = (path: string): number => statSync(`${root}/${path}`).mtimeMs

const lastChange = (folder: string): number =>
  Math.max(...readdirSync(`${root}/${folder}`, { recursive: true }).map((name) => changedAt(`${folder}/${String(name)}`)))

const bundled = `${made}/.agenda-engine-${Math.max(changedAt("package-lock.json"), ...sources.map(lastChange))}`

const bundleOnce = (): void => {
  mkdirSync(made, { recursive: true })
  const outdir = mkdtempSync(`${made}/.agenda-engine-`)
  bundle(outdir)
  try {
    renameSync(outdir, bundled)
  } catch (error) {
    // Another process was faster.
    rmSync(outdir, { recursive: true })
    if (!existsSync(bundled)) throw error
  }
}

if (!existsSync(bundled)) bundleOnce()

/** What Node is started with to run the command line: what is published, bundled from the source as it is written. */
export const program: readonly [main: string] = [`${bundled}/main.js`]
