import * as ValidationError from "@effect/cli/ValidationError"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** The exit code of a command that ended so: 0 ok, 1 failed, 2 misused. `stopped`: the code of one that was told to stop. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>, stopped: number): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.isInterruptedOnly(exit.cause)) return stopped
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  return Predicate.isTagged(error, "Misuse") || ValidationError.isValidationError(error) ? 2 : 1
}
