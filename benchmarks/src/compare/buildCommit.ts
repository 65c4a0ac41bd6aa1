import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type Engine, engineIn, thisTree } from "../engine.js"
import { runCommand } from "../process/NodeProcess.js"

/** A commit, built in a tree of its own. */
export interface BuiltCommit {
  readonly commit: string
  readonly engine: Engine
}

const lock = "package-lock.json"

/**
 * Links every `node_modules` of this tree's packages into another tree, file by file: that of a workspace is a folder
 * of its own.
 */
const linkModules = Effect.fnUntraced(function*(tree: string) {
  const found = yield* runCommand("git", ["ls-files", "--", "package.json", "*/package.json"], thisTree)
  const folders = found.trim().split("\n").map((path) => join(dirname(path), "node_modules"))
  yield* Effect.forEach(
    folders.filter((folder) => existsSync(join(thisTree, folder)) && existsSync(dirname(join(tree, folder)))),
    (folder) => runCommand("cp", ["-al", join(thisTree, folder), join(tree, folder)], thisTree)
  )
})

const installModules = Effect.fnUntraced(function*(tree: string) {
  const [ours, theirs] = yield* Effect.promise(() => Promise.all([thisTree, tree].map((folder) => readFile(join(folder, lock), "utf8"))))
  const install = runCommand("npm", ["ci"], tree)
  // Another file system cannot be linked to.
  yield* ours === theirs ? Effect.catchTag(linkModules(tree), "ProcessFailed", () => install) : install
})

/**
 * Checks a commit out into an empty folder, and builds it. Its packages are linked to this tree's where it asks for the
 * same, else they are installed. Closing the scope removes the folder.
 */
export const buildCommit = Effect.fnUntraced(function*(name: string, tree: string) {
  const git = (...args: ReadonlyArray<string>) => Effect.map(runCommand("git", args, thisTree), (output) => output.trim())
  const commit = yield* git("rev-parse", "--short", "--verify", `${name}^{commit}`)
  yield* Console.error(`building ${commit}`)
  yield* Effect.acquireRelease(
    git("worktree", "add", "--detach", tree, commit),
    () => Effect.orDie(git("worktree", "remove", "--force", tree))
  )
  yield* installModules(tree)
  yield* runCommand("npm", ["run", "build"], tree)
  const built: BuiltCommit = { commit, engine: engineIn(tree) }
  return built
})
