import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Script } from "./process/NodeProcess.js"

/** The engine as it is in one tree of the repository, built. */
export interface Engine {
  /** Its command line on a database, its access log off. */
  readonly command: (database: string, ...args: ReadonlyArray<string>) => Script
  /** The script that calls its services one after the other, no HTTP between. */
  readonly loop: string
}

/** The packages that have the command line, in one commit or another that is measured. */
const programs = ["http/server", "http"]

/** The engine in a tree of the repository. */
export const engineIn = (tree: string): Engine => ({
  command: (database, ...args) => ({
    path: join(tree, programs.find((name) => existsSync(join(tree, name, "bin"))) ?? "", "bin/agenda-engine.js"),
    args: [...args, "--database", database],
    env: { AGENDA_ACCESS_LOG: "false" }
  }),
  loop: join(tree, "benchmarks/dist/loop/main.js")
})

/** The tree of the repository that this file is in. */
export const thisTree = fileURLToPath(new URL("../../", import.meta.url))

/** The engine of this tree. */
export const thisEngine: Engine = engineIn(thisTree)
