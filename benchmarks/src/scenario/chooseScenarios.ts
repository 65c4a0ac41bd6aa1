import * as Effect from "effect/Effect"
import { UnfitAnswer } from "./ask.js"
import { readScenarios } from "./coreScenarios.js"
import type { Scenario } from "./Scenario.js"
import { writeScenarios } from "./writeScenarios.js"

/** Every scenario, in the order in which they are measured: those that change the data after all others. */
const allScenarios: ReadonlyArray<Scenario> = [...readScenarios, ...writeScenarios]

/** The scenarios of these names, or those that are measured when nothing is said, or all. */
export const chooseScenarios = (
  { all, only }: { readonly only: ReadonlyArray<string> | null; readonly all: boolean }
): Effect.Effect<ReadonlyArray<Scenario>, UnfitAnswer> => {
  if (only === null) return Effect.succeed(allScenarios.filter(({ isCore }) => all || isCore))
  const unknown = only.filter((name) => !allScenarios.some((scenario) => scenario.name === name))
  return unknown.length === 0
    ? Effect.succeed(allScenarios.filter(({ name }) => only.includes(name)))
    : new UnfitAnswer({ message: `no scenario ${unknown.join(", ")}: there are ${allScenarios.map(({ name }) => name).join(", ")}` })
}
