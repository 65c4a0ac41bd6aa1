import { buildSync } from "esbuild"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { licencesOf } from "./licencesOf.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/**
 * Packages with machine code of their own, and one that `pg` looks for and goes without: they are found where they are
 * installed.
 */
const external = ["better-sqlite3", "sharp", "pg-native"]

/** What modules that are not ES modules call to load those of Node. */
const banner = 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'

/**
 * Bundles the command line from its sources, and all that it needs, into a folder, with the licences of what is not
 * ours beside it: `main.js`, and files that it loads when they are needed. What was in the folder goes. The folder is
 * two levels below the package, as the modules in `src/cli` are.
 */
export const bundle = (outdir: string): void => {
  rmSync(outdir, { recursive: true, force: true })
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ["http/server/src/cli/main.ts"],
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    conditions: ["@agenda-engine/source"],
    external,
    banner: { js: banner },
    sourcemap: "linked",
    sourcesContent: false,
    metafile: true
  })
  mkdirSync(outdir, { recursive: true })
  writeFileSync(join(outdir, "LICENCES.txt"), licencesOf(root, Object.keys(metafile.inputs)))
}
