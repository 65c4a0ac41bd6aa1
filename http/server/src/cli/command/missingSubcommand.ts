import * as Effect from "effect/Effect"
import { Misuse } from "../output/Failure.js"

/** What a command that only gathers others does when it is called alone: it says which there are. */
export const missingSubcommand = (command: string, names: ReadonlyArray<string>): Effect.Effect<never, Misuse> =>
  Effect.fail(new Misuse({ message: `${command} needs one of: ${names.join(", ")} (try ${command} --help)` }))
