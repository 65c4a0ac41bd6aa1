import * as Data from "effect/Data"

/** What could not be done; exit code 1. */
export class Failure extends Data.TaggedError("Failure")<{
  /** What happened, for people. */
  readonly message: string
}> {}

/** A command line that says what cannot be meant; exit code 2. */
export class Misuse extends Data.TaggedError("Misuse")<{
  /** What is wrong and what would be right, for people. */
  readonly message: string
}> {}
