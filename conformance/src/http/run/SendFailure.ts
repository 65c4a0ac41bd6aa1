import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** A request got no response, or was not sent: the limit of requests was reached, or it would have changed data. */
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
