import * as Data from "effect/Data"
import type { ProblemKind } from "./problemKinds.js"

/** A request that HTTP itself refuses, before any service is asked. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly kind: ProblemKind
  readonly message: string
  readonly headers?: { readonly [name: string]: string }
}> {}
