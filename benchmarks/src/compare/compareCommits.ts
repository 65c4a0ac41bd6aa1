import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { existsSync } from "node:fs"
import { mkdtemp, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { DataOptions } from "../data/DataOptions.js"
import { seedDatabase } from "../data/seedDatabase.js"
import { type Engine, engineIn, thisTree } from "../engine.js"
import { runCommand } from "../process/NodeProcess.js"
import { UnfitAnswer } from "../scenario/ask.js"
import type { Scenario } from "../scenario/Scenario.js"
import { warmUpToSteady } from "../scenario/warmUpToSteady.js"
import { openWorld, type Settings, type World } from "../scenario/World.js"
import type { ComparedContestant, Comparison } from "./Comparison.js"

/** A commit, built in a tree of its own. */
interface BuiltCommit {
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
const buildCommit = Effect.fnUntraced(function*(name: string, tree: string) {
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

/** What is compared, and how. */
export interface CompareOptions {
  /** The earlier commit and the later. */
  readonly commits: readonly [before: string, after: string]
  /** An empty folder. */
  readonly directory: string
  readonly data: Omit<DataOptions, "around">
  readonly settings: Settings
  readonly scenarios: ReadonlyArray<Scenario>
}

/** Opens a world of one commit, on the data that it imported itself: the schema of another commit may differ. */
const seed = Effect.fnUntraced(function*({ engine }: BuiltCommit, folder: string, { data, settings }: CompareOptions) {
  const seeded = yield* seedDatabase(engine, folder, { ...data, fresh: false, whole: true })
  return Effect.gen(function*() {
    const directory = yield* Effect.promise(() => mkdtemp(join(folder, "world-")))
    return yield* openWorld({ engine, directory, seeded, settings, profile: null })
  })
})

/** Contestants of both worlds, which have new servers, take turns; who begins changes round by round. */
const compareScenario = (scenario: Scenario, worlds: ReadonlyArray<Effect.Effect<World, unknown, Scope.Scope>>, rounds: number) =>
  Effect.scoped(Effect.gen(function*() {
    yield* Console.error(scenario.title)
    const [olds, news] = yield* Effect.forEach(worlds, (opening) =>
      Effect.map(
        Effect.flatMap(opening, (world) => scenario.prepare(world)),
        (contestants) => contestants.filter(({ isFloor }) => isFloor !== true)
      ))
    const contestants = yield* Effect.forEach(olds ?? [], (old) => {
      const same = news?.find(({ name }) => name === old.name)
      return same === undefined
        ? new UnfitAnswer({ message: `${scenario.name}: ${old.name} is not asked of both` })
        : Effect.succeed({ name: old.name, before: old.round, after: same.round })
    })
    yield* Effect.forEach([...olds ?? [], ...news ?? []], warmUpToSteady)
    const measured = yield* Effect.forEach(
      Array.from({ length: rounds }, (_, round) => round),
      (round) =>
        Effect.forEach(contestants, ({ after, before }) =>
          round % 2 === 0
            ? Effect.all({ before, after })
            : Effect.all({ after, before }))
    )
    return {
      name: scenario.name,
      title: scenario.title,
      contestants: contestants.map(({ name }, index): ComparedContestant => {
        const own = measured.flatMap((round) => round.slice(index, index + 1))
        return { name, before: own.map((each) => each.before), after: own.map((each) => each.after) }
      })
    }
  }))

/**
 * Builds two commits and measures them in turns, each on its own import of the same lines. Closing the scope removes
 * what was built.
 */
export const compareCommits = Effect.fnUntraced(function*(options: CompareOptions) {
  const { commits, directory, scenarios, settings } = options
  const before = yield* buildCommit(commits[0], join(directory, "tree-before"))
  const after = yield* buildCommit(commits[1], join(directory, "tree-after"))
  const worlds = [yield* seed(before, join(directory, "before"), options), yield* seed(after, join(directory, "after"), options)]
  const measured = yield* Effect.forEach(scenarios, (scenario) => compareScenario(scenario, worlds, settings.rounds))
  const comparison: Pick<Comparison, "commits" | "scenarios"> = {
    commits: { before: before.commit, after: after.commit },
    scenarios: measured
  }
  return comparison
})
