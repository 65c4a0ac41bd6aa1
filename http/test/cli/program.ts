import { existsSync, readdirSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The packages that the command line is made of. */
const packages = ["core", "adapters/sql", "adapters/sqlite", "adapters/postgres", "adapters/mail", "http"]

const changedAt = (path: string): number => statSync(path).mtimeMs

const lastChange = (folder: string): number =>
  Math.max(...readdirSync(`${root}/${folder}`, { recursive: true }).map((name) => changedAt(`${root}/${folder}/${String(name)}`)))

const isBuilt = (name: string): boolean => {
  const build = `${root}/${name}/dist/.tsbuildinfo`
  return existsSync(build) && changedAt(build) >= lastChange(`${name}/src`)
}

/**
 * What Node is started with to run the command line: the built program, as users run it, or its source through tsx where the build is
 * older than that, so that what is tested is always what is written.
 */
export const program: ReadonlyArray<string> = packages.every(isBuilt)
  ? [`${root}/http/bin/agenda-engine.js`]
  : ["--import", "tsx", "--conditions=@agenda-engine/source", `${root}/http/src/cli/main.ts`]
