import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import * as Command from "@effect/cli/Command"
import type * as Options from "@effect/cli/Options"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import { withEngine, withExistingEngine } from "../engine/withEngine.js"
import { database, flag, help, integerArgument, json } from "../input/CliOptions.js"
import { type Failure, Misuse } from "../output/Failure.js"
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

type Subcommands = Parameters<typeof Command.withSubcommands>[1]

/** A command that only gathers others: called alone, it says which there are. */
export const commandGroup = <const Name extends string, const Gathered extends Subcommands>(
  name: Name,
  gathered: Gathered,
  ...about: Parameters<typeof help>
) => {
  const called = name === "agenda-engine" ? name : `agenda-engine ${name}`
  const names = gathered.flatMap((command) => [...Command.getNames(command)])
  const missing = Effect.fail(new Misuse({ message: `${called} needs one of: ${names.join(", ")} (try ${called} --help)` }))
  return Command.make(name, {}, () => missing).pipe(Command.withDescription(help(...about)), Command.withSubcommands(gathered))
}

/** Confirms a deletion; an option of every command that deletes. */
export const yes: Options.Options<boolean> = flag("yes", "Confirm: without it, the command only prints what it would do.")

interface Deletion<E, R> {
  readonly options: { readonly yes: boolean; readonly json: boolean }
  /** What is deleted, with its name: `agenda 42 (Summer in town)`. */
  readonly what: string
  /** JSON output: what is deleted and what is kept. */
  readonly plan: { readonly [name: string]: unknown }
  /** Text output of the same, line by line. */
  readonly lines: ReadonlyArray<string>
  readonly run: Effect.Effect<unknown, E, R>
}

/** With `--yes`, deletes and prints the deletion. Otherwise only prints it and fails with `Misuse`. */
export const deleting = <E, R>({ lines, options, plan, run, what }: Deletion<E, R>): Effect.Effect<void, E | Misuse, R> =>
  Effect.gen(function*() {
    if (options.yes) yield* run
    yield* answerAs(options.json, { ...plan, deleted: options.yes }, [`${options.yes ? "deleted" : "would delete"} ${what}`, ...lines])
    if (!options.yes) return yield* new Misuse({ message: "nothing was deleted; add --yes to do it" })
  })

/** The command `delete` of what `command` manages, by uid. `run` ends in `deleting`. */
export const deletionCommand = <E, R>(
  command: string,
  about: Parameters<typeof help>,
  run: (options: Deletion<never, never>["options"] & { readonly uid: number }) => Effect.Effect<void, E, R | Engine>
) =>
  Command.make(
    "delete",
    { uid: integerArgument("UID", `Uid of the ${command.replace("-", " ")}, as shown by ${command} list.`), yes, database, json },
    (options) => withExistingEngine(options.database, run(options))
  ).pipe(Command.withDescription(help(...about)))

/** A count with its noun: `1 event`, `2 events`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`
