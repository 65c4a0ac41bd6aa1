import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"
import type { ConformanceFailure } from "../../ConformanceFailure.js"

/** A case could not run: what it needs was not given, or the server does not hold it. */
export class Missing extends Data.TaggedError("Missing")<{
  /** Ends the sentence "not run: needs …". */
  readonly needs: string
}> {}

/** Whether this is a `Missing`, of whatever copy of this package. */
export const isMissing = (error: unknown): error is Missing => Predicate.isTagged(error, "Missing")

/** A request got no response, or was not sent because it exceeds the limit of requests or would change data. */
export class SendFailure extends Data.TaggedError("SendFailure")<{
  /** Method and path, without credentials. */
  readonly request: string
  readonly reason: string
}> {
  override get message(): string {
    return `${this.request}: ${this.reason}`
  }
}

/** Whether this is a `SendFailure`, of whatever copy of this package. */
export const isSendFailure = (error: unknown): error is SendFailure => Predicate.isTagged(error, "SendFailure")

/** What a case fails with: a broken rule, a need that is not met, or a request without a response. */
export type CaseFailure = ConformanceFailure | Missing | SendFailure
