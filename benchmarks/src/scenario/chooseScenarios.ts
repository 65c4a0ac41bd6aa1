import * as Effect from "effect/Effect"
import { Misuse } from "../Misuse.js"
import type { Options } from "../readOptions.js"
import { coreScenarios } from "./coreScenarios.js"
import { filterScenarios } from "./filterScenarios.js"
import { listScenarios } from "./listScenarios.js"
import { loadScenarios } from "./loadScenarios.js"
import { loopScenarios } from "./loop/loopScenarios.js"
import { peersScenario } from "./peersScenario.js"
import { postgresScenario } from "./postgresScenario.js"
import type { Scenario } from "./Scenario.js"
import { searchScenario } from "./searchScenario.js"
import { writeScenarios } from "./writeScenarios.js"

/** Every scenario, in the order in which they are measured: those that change the data after all others. */
export const allScenarios: ReadonlyArray<Scenario> = [
  ...coreScenarios,
  ...listScenarios,
  ...filterScenarios,
  searchScenario,
  ...loadScenarios,
  postgresScenario,
  peersScenario,
  ...writeScenarios,
  ...loopScenarios
]

/**
 * Those of the scenarios on a data set that `only` names; without it, those that are asked for in one of these ways.
 */
export const chooseScenarios = (
  { asked, data: { dataset }, only }: Pick<Options, "asked" | "data" | "only">
): Effect.Effect<ReadonlyArray<Scenario>, Misuse> => {
  const fitting = allScenarios.filter(({ on }) => on.includes(dataset))
  if (only === null) return Effect.succeed(fitting.filter((scenario) => asked.includes(scenario.asked)))
  const unknown = only.filter((name) => !fitting.some((scenario) => scenario.name === name))
  return unknown.length === 0
    ? Effect.succeed(fitting.filter(({ name }) => only.includes(name)))
    : new Misuse({
      message: `no scenario ${unknown.join(", ")} on ${dataset} data: there are ${fitting.map(({ name }) => name).join(", ")}`
    })
}
