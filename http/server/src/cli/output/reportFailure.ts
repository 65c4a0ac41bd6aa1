import type { Invalid } from "@agenda-engine/core/domain/error/EngineError"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { showIssue } from "./Failure.js"
import { remark } from "./Output.js"

const isInvalid = (error: unknown): error is Invalid => Predicate.isTagged(error, "Invalid")

const messageOf = (error: unknown): string => Predicate.hasProperty(error, "message") ? String(error.message) : String(error)

const linesOf = (error: unknown): ReadonlyArray<string> =>
  isInvalid(error)
    ? [`agenda-engine: ${error.title}`, ...error.issues.map((found) => `  ${showIssue(found)}`)]
    : [`agenda-engine: ${messageOf(error)}`]

/** Reports on stderr why a command failed, except usage errors that the parser has reported. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.isInterruptedOnly(cause)) return Effect.void
  return Option.match(Cause.failureOption(cause), {
    onNone: () => remark(`agenda-engine: ${Cause.pretty(cause, { renderErrorCause: true })}`),
    onSome: (error) => ValidationError.isValidationError(error) ? Effect.void : Effect.forEach(linesOf(error), remark, { discard: true })
  })
}

/**
 * The exit code of a command: 0 success, 1 failure, 2 usage error; `stopped` when it was interrupted.
 */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>, stopped: number): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.isInterruptedOnly(exit.cause)) return stopped
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  return Predicate.isTagged(error, "Misuse") || ValidationError.isValidationError(error) ? 2 : 1
}
