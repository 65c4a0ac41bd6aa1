import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { copyFile, mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { DataOptions } from "../data/DataOptions.js"
import { seedDatabase, type SeededDatabase } from "../data/seedDatabase.js"
import { run } from "../process/NodeProcess.js"
import { UnfitAnswer } from "../scenario/ask.js"
import type { Scenario } from "../scenario/Scenario.js"
import { openWorld, type Settings, type World } from "../scenario/World.js"
import { buildCommit, type BuiltCommit } from "./buildCommit.js"
import type { ComparedContestant, Comparison } from "./Comparison.js"

/** What is compared, and how. */
export interface CompareOptions {
  /** The earlier commit, which makes the data, and the later. */
  readonly commits: readonly [before: string, after: string]
  /** An empty folder. */
  readonly directory: string
  readonly data: Omit<DataOptions, "around">
  readonly settings: Settings
  readonly scenarios: ReadonlyArray<Scenario>
}

/** A world of one commit, on a copy of the data that its own migrations have brought up to date. */
const openCopy = Effect.fnUntraced(function*({ engine }: BuiltCommit, folder: string, seeded: SeededDatabase, settings: Settings) {
  const file = join(folder, "seeded.db")
  yield* Effect.promise(() => mkdir(folder))
  yield* Effect.promise(() => copyFile(seeded.file, file))
  yield* run(engine.command(`sqlite:${file}`, "migrate", "up"))
  return yield* openWorld({ engine, directory: folder, seeded: { ...seeded, file }, settings, profile: null })
})

/** Contestants of both worlds take turns; who begins changes round by round. */
const compareScenario = (scenario: Scenario, before: World, after: World, rounds: number) =>
  Effect.scoped(Effect.gen(function*() {
    yield* Console.error(scenario.title)
    const [olds, news] = yield* Effect.forEach([before, after], (world) =>
      Effect.map(scenario.prepare(world), (contestants) => contestants.filter(({ isFloor }) => isFloor !== true)))
    const contestants = yield* Effect.forEach(olds ?? [], (old) => {
      const same = news?.find(({ name }) =>
        name === old.name
      )
      return same === undefined
        ? new UnfitAnswer({ message: `${scenario.name}: ${old.name} is not asked of both` })
        : Effect.succeed({ name: old.name, before: old.round, after: same.round })
    })
    yield* Effect.forEach([...olds ?? [], ...news ?? []], ({ warmUp }) => warmUp ?? Effect.void)
    const measured = yield* Effect.forEach(Array.from({ length: rounds }, (_, round) => round), (round) =>
      Effect.forEach(contestants, ({ after, before }) =>
        round % 2 === 0
          ? Effect.all({ before, after })
          : Effect.all({ after, before })))
    return {
      name: scenario.name,
      title: scenario.title,
      contestants: contestants.map(({ name }, index): ComparedContestant => {
        const own = measured.flatMap((round) =>
          round.slice(index, index + 1)
        )
        return { name, before: own.map((each) => each.before), after: own.map((each) => each.after) }
      })
    }
  }))

/** Builds two commits and measures them in turns on the same data. Closing the scope removes what was built. */
export const compareCommits = Effect.fnUntraced(function*(options: CompareOptions) {
  const { commits, data, directory, scenarios, settings } = options
  const before = yield* buildCommit(commits[0], join(directory, "tree-before"))
  const after = yield* buildCommit(commits[1], join(directory, "tree-after"))
  const seeded = yield* seedDatabase(before.engine, join(directory, "data"), { ...data, fresh: false, whole: true })
  const old = yield* openCopy(before, join(directory, "before"), seeded, settings)
  const later = yield* openCopy(after, join(directory, "after"), seeded, settings)
  const measured = yield* Effect.forEach(scenarios, (scenario) => compareScenario(scenario, old, later, settings.rounds))
  const comparison: Pick<Comparison, "commits" | "scenarios"> = {
    commits: { before: before.commit, after: after.commit },
    scenarios: measured
  }
  return comparison
})
