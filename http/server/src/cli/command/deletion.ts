import type * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { flag } from "../input/CliOptions.js"
import { Misuse } from "../output/Failure.js"
import { answerAs } from "../output/Output.js"

/** Confirms a deletion; an option of every command that deletes. */
export const yes: Options.Options<boolean> = flag("yes", "Confirm: without it, the command only prints what it would do.")

/** A deletion to confirm and run. */
export interface Deletion<E, R> {
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

/** A count with its noun: `1 event`, `2 events`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`
