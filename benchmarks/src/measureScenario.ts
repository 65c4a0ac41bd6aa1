import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { LoadResult } from "./load/LoadOptions.js"
import type { ContestantRounds, ScenarioResult } from "./Report.js"
import type { Scenario } from "./scenario/Scenario.js"
import { warmUpToSteady } from "./scenario/warmUpToSteady.js"
import type { World } from "./scenario/World.js"

/** Lets the contestants of a scenario take turns, round by round. */
export const measureScenario = (scenario: Scenario, world: World, rounds: number) =>
  Effect.scoped(
    Effect.gen(function*() {
      yield* Console.error(scenario.title)
      const contestants = yield* scenario.prepare(world)
      yield* Effect.forEach(contestants, warmUpToSteady)
      const measured = yield* Effect.forEach(
        Array.from({ length: rounds }, (_, round) => round),
        () => Effect.forEach(contestants, ({ round }) => round)
      )
      const results: ReadonlyArray<ContestantRounds> = contestants.map(({ name, version }, index) => ({
        name,
        ...(version === undefined ? {} : { version }),
        rounds: measured.flatMap((round): ReadonlyArray<LoadResult> => round.slice(index, index + 1))
      }))
      const { name, targets, title } = scenario
      const result: ScenarioResult = { name, title, contestants: results, targets }
      return result
    })
  )
