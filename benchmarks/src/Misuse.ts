import * as Data from "effect/Data"

/** A command line that asks for nothing that there is. */
export class Misuse extends Data.TaggedError("Misuse")<{ readonly message: string }> {}
