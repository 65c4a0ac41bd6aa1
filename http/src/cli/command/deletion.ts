import type * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { flag } from "../input/CliOptions.js"
import { Misuse } from "../output/Failure.js"
import { answerAs } from "../output/Output.js"

/** Whether a deletion is meant; understood by every command that deletes. */
export const yes: Options.Options<boolean> = flag("yes", "Do it: without this it only says what would be done.")

/** A deletion: what it is of, what it takes and leaves, and how it is done. */
export interface Deletion<E, R> {
  readonly options: { readonly yes: boolean; readonly json: boolean }
  /** What is deleted, with its name: `agenda 42 (Summer in town)`. */
  readonly what: string
  /** For programs: what goes and what stays. */
  readonly plan: { readonly [name: string]: unknown }
  /** For people, likewise: a line each. */
  readonly lines: ReadonlyArray<string>
  readonly run: Effect.Effect<unknown, E, R>
}

/** Deletes, and says what it did; without `--yes` it says what it would do and is misused, having changed nothing. */
export const deleting = <E, R>({ lines, options, plan, run, what }: Deletion<E, R>): Effect.Effect<void, E | Misuse, R> =>
  Effect.gen(function*() {
    if (options.yes) yield* run
    yield* answerAs(options.json, { ...plan, deleted: options.yes }, [`${options.yes ? "deleted" : "would delete"} ${what}`, ...lines])
    if (!options.yes) return yield* new Misuse({ message: "nothing was deleted; add --yes to do it" })
  })

/** A count with its noun: `1 event`, `2 events`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`
