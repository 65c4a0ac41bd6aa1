import * as Data from "effect/Data"

/** A case could not run: what it needs was not given, or the server does not hold it. */
export class Missing extends Data.TaggedError("Missing")<{
  /** Ends the sentence "not run: needs …". */
  readonly needs: string
}> {}
