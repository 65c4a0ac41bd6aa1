import * as Data from "effect/Data"

/** A command line that says what cannot be meant; exit code 2. */
export class Misuse extends Data.TaggedError("Misuse")<{
  /** What is wrong and what would be right, for people. */
  readonly message: string
}> {}
