import * as Data from "effect/Data"

/** What could not be done; exit code 1. */
export class Failure extends Data.TaggedError("Failure")<{
  /** What happened, for people. */
  readonly message: string
}> {}
