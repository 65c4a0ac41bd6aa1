import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** A case could not run: what it needs was not given, or the server does not hold it. */
export class Missing extends Data.TaggedError("Missing")<{
  /** Ends the sentence "not run: needs …". */
  readonly needs: string
}> {}

/** Whether this is a `Missing`, of whatever copy of this package. */
export const isMissing = (error: unknown): error is Missing => Predicate.isTagged(error, "Missing")
