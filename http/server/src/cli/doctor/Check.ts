import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** What a check found. Only `failed` has to be mended. */
export type Result = "failed" | "ok" | "warning"

/** A finding of the doctor. */
export interface Finding {
  readonly check: string
  readonly result: Result
  readonly message: string
  /** What mends it, as a command or a setting. Null: nothing has to be mended. */
  readonly remedy: string | null
}

/** A check that is fine. */
export const ok = (check: string, message: string): Finding => ({ check, message, result: "ok", remedy: null })

/** A check that finds what an operator should know. */
export const warning = (check: string, message: string, remedy: string): Finding => ({ check, message, remedy, result: "warning" })

/** A check that finds what has to be mended. */
export const failed = (check: string, message: string, remedy: string): Finding => ({ check, message, remedy, result: "failed" })

const messageOf = (error: unknown): string => Predicate.hasProperty(error, "message") ? String(error.message) : String(error)

/** A check whose own failure is a finding. */
export const tried = <E, R>(
  check: string,
  remedy: string,
  run: Effect.Effect<Finding, E, R>
): Effect.Effect<Finding, never, R> =>
  Effect.catchAllCause(run, (cause) =>
    Effect.map(
      Effect.flip(Effect.failCause(cause)).pipe(Effect.catchAllDefect((defect) => Effect.succeed(defect))),
      (error) => failed(check, messageOf(error), remedy)
    ))
