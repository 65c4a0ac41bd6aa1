import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import * as Command from "@effect/cli/Command"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import { withEngine, withExistingEngine } from "../engine/withEngine.js"
import { database, help, json } from "../input/CliOptions.js"
import type { Failure, Misuse } from "../output/Failure.js"
import { answerAs } from "../output/Output.js"

/** Runs an effect with the engine over the database of the command. */
type OnEngine = <A, E, R>(
  effect: Effect.Effect<A, E, R | Engine>
) => Effect.Effect<A, E | Failure | Misuse | StoreError, Exclude<R, Engine> | FileSystem.FileSystem>

/** What a command prints: a value as JSON, or lines of text. */
type Printed = readonly [value: unknown, lines: ReadonlyArray<string>]

/**
 * A command on a database that prints what came of it. `options` are those beside `--database` and `--json`; `creates`
 * says whether a database that does not exist is created.
 */
export const resourceCommand = <const Name extends string, const Given extends Command.Command.Config, E, R>(
  name: Name,
  [summary, examples, more]: Parameters<typeof help>,
  options: Given,
  run: (given: Command.Command.ParseConfigValue<Given>, engine: OnEngine) => Effect.Effect<Printed, E, R>,
  creates = false
) =>
  Command.make(name, { given: options, database, json }, ({ database, given, json }) => {
    const engine: OnEngine = (effect) => creates ? withEngine(database, effect) : withExistingEngine(database, effect)
    return Effect.flatMap(run(given, engine), ([value, lines]) => answerAs(json, value, lines))
  }).pipe(Command.withDescription(help(summary, examples, more)))
