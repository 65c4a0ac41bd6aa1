import * as Data from "effect/Data"

/** A command failed; exit code 1. */
export class Failure extends Data.TaggedError("Failure")<{
  /** Message for people. */
  readonly message: string
}> {}

/** A usage error; exit code 2. */
export class Misuse extends Data.TaggedError("Misuse")<{
  /** Message for people: what is wrong and what is expected. */
  readonly message: string
}> {}
