import * as Data from "effect/Data"
import type { ProblemKind } from "./problemKinds.js"

/** A request refused by the HTTP layer, before any service is called. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly kind: ProblemKind
  readonly message: string
  readonly headers?: { readonly [name: string]: string }
}> {}
